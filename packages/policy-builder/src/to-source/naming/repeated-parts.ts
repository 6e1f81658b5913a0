import type { Part } from "../rule-draft.ts";
import { isFreeName } from "../identifier.ts";
import { actionName } from "./action-name.ts";
import { conditionName } from "./condition-name.ts";

/** A part that stands in the policy more than once. */
export interface NamedPart {
  readonly name: string;
  readonly part: Part;
}

/**
 * The parts that occur at least twice and read shorter by a name, by their code, in the order of
 * their first use.
 */
export function repeatedParts(parts: readonly Part[]): ReadonlyMap<string, NamedPart> {
  const counts = new Map<string, number>();
  for (const { code } of parts) counts.set(code.text, (counts.get(code.text) ?? 0) + 1);
  const named = new Map<string, NamedPart>();
  const taken = new Set<string>();
  for (const part of parts) {
    const { text } = part.code;
    if (counts.get(text) === 1 || named.has(text) || isTrivial(part)) continue;
    const proposed = proposal(part);
    if (proposed === undefined || proposed.length >= text.length) continue;
    const name = unique(proposed, taken);
    taken.add(name);
    named.set(text, { name, part });
  }
  return named;
}

/** An action with one short value at most says what it does as shortly as a name. */
function isTrivial(part: Part): boolean {
  return part.kind === "action" && part.code.text.length < 40 && leaves(part.written.config) < 2;
}

function leaves(value: unknown): number {
  return typeof value === "object"
    ? Object.values(value ?? {}).reduce((sum: number, member) => sum + leaves(member), 0)
    : 1;
}

/** A name that says what the part is; nothing for a condition that is not CEL. */
function proposal(part: Part): string | undefined {
  const name = part.kind === "action" ? actionName(part.written) : conditionName(part.written);
  // Of texts without letters nothing is left that could begin a name.
  return name === undefined || /^[a-z]/.test(name) ? name : `${part.kind}${name}`;
}

function unique(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}${/\d$/.test(name) ? "_" : ""}${count}`;
    if (isFreeName(candidate) && !taken.has(candidate)) return candidate;
  }
}
