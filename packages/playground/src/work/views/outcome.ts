import type {
  Body,
  Difference,
  HeaderRecord,
  Outcome,
  PossibleOutcomes,
} from "@traffic-policy/policy-engine";
import {
  casesText,
  endedBy,
  headerChanges,
  resultText,
  shownText,
  sideText,
  textOf,
} from "@traffic-policy/policy-engine/report";
import { type PolicySource } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { placed } from "../document.ts";
import type {
  PlacedMessage,
  PossibleResult,
  ShownDifference,
  ShownHeader,
  ShownResult,
} from "../messages.ts";

/** Maximum lengths in characters. */
const longest = { by: 200, header: 1000, body: 2000, note: 300 };

export function shownResults({ possible, isComplete }: PossibleOutcomes): {
  readonly result: ShownResult;
  readonly possible?: readonly PossibleResult[];
} {
  const [{ outcome }, ...others] = possible;
  if (others.length === 0 && isComplete) return { result: shownResult(outcome) };
  return {
    result: { result: "depends", text: "depends on what only the service knows" },
    possible: possible.map((one) => ({
      result: shownResult(one.outcome),
      cases: casesText(one.when),
    })),
  };
}

export function shownResult(outcome: Outcome): ShownResult {
  const by = endedBy(outcome);
  return {
    result: outcome.result,
    text: resultText(outcome),
    ...(by !== undefined && { by: shownText(by, longest.by) }),
  };
}

export function shownHeaders(
  headers: HeaderRecord,
  outcome: Pick<Outcome, "trace">,
  what: "request-header" | "response-header",
): ShownHeader[] {
  const changes = headerChanges(outcome, what);
  const changed = new Map(changes.map((change) => [change.name, change]));
  const left = Object.entries(headers).map(([name, values]): ShownHeader => {
    const value = shownText(values.join(", "), longest.header);
    const before = changed.get(name)?.before;
    if (before === undefined) return { name, value };
    if (before === null) return { name, value, change: "added" };
    return { name, value, before: headerText(before), change: "changed" };
  });
  const gone = changes
    .filter(({ name, after }) => after === null && !Object.hasOwn(headers, name))
    .map(({ name, before }): ShownHeader => {
      return { name, before: headerText(before), change: "removed" };
    });
  return [...left, ...gone];
}

function headerText(value: Parameters<typeof textOf>[0]): string {
  return shownText(textOf(value), longest.header);
}

export function shownBody(body: Body | undefined): { body?: string } {
  if (body === undefined || body.length === 0) return {};
  return {
    body: typeof body === "string" ? shortened(body, longest.body) : `${body.length} bytes`,
  };
}

export function shownDifference({ what, expected, received, note }: Difference): ShownDifference {
  return {
    what,
    expected: sideText(expected),
    received: sideText(received),
    ...(note !== undefined && { note: shownText(note, longest.note) }),
  };
}

export function placedMessages(
  found: readonly {
    readonly path: string;
    readonly span?: { readonly start: number; readonly end: number };
    readonly message: string;
  }[],
  source: PolicySource,
): PlacedMessage[] {
  return found.map(({ path, span, message }) => ({ message, ...placed(source, path, span) }));
}
