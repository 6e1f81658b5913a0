import type { Change, JsonLike, Trace } from "@traffic-policy/policy-engine";

/** How a header came to differ from what it was; `null` where there is none. */
export interface HeaderChange {
  readonly name: string;
  readonly before: JsonLike;
  readonly after: JsonLike;
}

/** What all actions together changed of the headers of a message. */
export function headerChanges(
  { rules }: Trace,
  what: "request-header" | "response-header",
): HeaderChange[] {
  const changes = new Map<string, HeaderChange>();
  for (const change of rules.flatMap(({ actions }) => actions).flatMap(allChanges)) {
    const { name, before, after } = change;
    if (change.what !== what || name === undefined) continue;
    changes.set(name, { name, before: changes.get(name)?.before ?? before, after });
  }
  return [...changes.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
}

function allChanges({ changes }: { readonly changes: readonly Change[] }): readonly Change[] {
  return changes;
}
