import {
  gapKey,
  type CompiledPolicy,
  type CoverageGap,
  type CoverageThing,
  type PolicyCoverage,
} from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { Inquiry, type ProofOptions } from "./inquiry.ts";
import { ReachSearch, reasonOf, type Reached, type Target } from "./reach.ts";
import { Replay } from "./witness/replay.ts";

export interface UnreachableGap {
  readonly gap: CoverageGap;
  readonly reason: string;
}

/**
 * Finds the gaps of a coverage that no exchange reaches; from then on they do not count for it. What is not known
 * counts as before.
 */
export function excludeUnreachable(
  policy: CompiledPolicy,
  coverage: PolicyCoverage,
  options: ProofOptions = {},
): UnreachableGap[] {
  const gaps = coverage.gaps();
  if (gaps.length === 0) return [];
  const search = new ReachSearch(new Inquiry([policy], options), new Replay(policy, options));
  const known = new Map<string, Reached>();
  // What an exchange for one thing shows need not be asked again.
  const shown = coverage.copy(policy);
  const find = (target: Target): Reached =>
    getOrAdd(known, gapKey(target), () => {
      const found = search.find(target);
      if (found.kind === "reached") shown.add(found.outcome.trace);
      return found;
    });
  const isNever = (target: Target): boolean => find(target).kind === "never";
  const excluded: CoverageThing[] = [];
  for (const [index, { reference: rule }] of coverage.rules.entries()) {
    const things = shown.rules[index]?.uncovered() ?? [];
    if (things.length === 0) continue;
    const { path } = rule;
    const wasReached = things.every(({ never }) => never !== "matched");
    if (!wasReached && isNever({ rule, path, never: "reached", operand: [] })) {
      excluded.push(...things);
      continue;
    }
    const expressions = policy.sections
      .flatMap(({ rules }) => rules)
      .find(({ reference }) => reference.path === path)?.expressions;
    excluded.push(
      ...things.filter((thing) => {
        const { never, ...part } = thing;
        if (shown.rules[index]?.has(thing) === true) return false;
        return never === "not-matched"
          ? expressions?.every((one) =>
              isNever({ rule, path: one.path, never: "false", operand: [] }),
            )
          : isNever({ rule, ...part, never });
      }),
    );
  }
  coverage.exclude(excluded);
  const left = new Set(shown.gaps().map(gapKey));
  return gaps.flatMap((gap) => {
    if (!left.has(gapKey(gap))) return [];
    const found = find(gap);
    return found.kind === "never" ? [{ gap, reason: reasonOf(found) }] : [];
  });
}
