import type {
  CompiledPolicy,
  CoverageGap,
  CoverageThing,
  PolicyCoverage,
} from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language";
import { Inquiry, type ProofOptions } from "./inquiry.ts";
import { ReachSearch, reasonOf, type Reached, type Target } from "./reach.ts";
import { Replay } from "./witness/replay.ts";

/** A gap that no case can cover. */
export interface UnreachableGap {
  readonly gap: CoverageGap;
  /** Why, as a sentence. */
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
  const find = (target: Target): Reached =>
    getOrAdd(known, `${target.path} ${target.operand.join(".")} ${target.never}`, () =>
      search.find(target),
    );
  const isNever = (target: Target): boolean => find(target).kind === "never";
  const excluded: CoverageThing[] = [];
  for (const { rule, things } of coverage.uncovered()) {
    if (things.length === 0) continue;
    const { path } = rule;
    if (isNever({ rule, path, never: "reached", operand: [] })) {
      excluded.push(...things);
      continue;
    }
    const expressions = policy.directions
      .flatMap(({ rules }) => rules)
      .find(({ reference }) => reference.path === path)?.expressions;
    excluded.push(
      ...things.filter(({ never, ...part }) =>
        never === "not-matched"
          ? expressions?.every((one) =>
              isNever({ rule, path: one.path, never: "false", operand: [] }),
            )
          : isNever({ rule, ...part, never }),
      ),
    );
  }
  coverage.exclude(excluded);
  return gaps.flatMap((gap) => {
    const found = find(gap);
    return found.kind === "never" ? [{ gap, reason: reasonOf(found) }] : [];
  });
}
