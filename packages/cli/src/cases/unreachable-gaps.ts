import { gapKey } from "@traffic-policy/policy-engine";
import { excludeUnreachable } from "@traffic-policy/policy-proof";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { Clock } from "../context.ts";
import type { CaseFileReport } from "./run-case-files.ts";

/** Sentences that explain why gaps of policies cannot be covered, by `gapKey`. */
export type Unreachable = ReadonlyMap<PolicyUnderTest, ReadonlyMap<string, string>>;

/** Milliseconds of search for each policy. */
const timeLimit = 5000;

/** Finds the parts of policies that no case can cover, and excludes them from coverage. */
export function unreachableOf(
  policies: readonly PolicyUnderTest[],
  reports: readonly CaseFileReport[],
  clock: Clock,
): Unreachable {
  return new Map(
    policies.map((under) => {
      const { coverage, policy } = under;
      const report = reports.find((one) => one.policies.includes(under));
      const end = clock.elapsed() + timeLimit;
      // A case may say something else of what an action does that is not simulated.
      const { options } = report?.settings ?? {};
      const budget = { isOver: () => clock.elapsed() >= end };
      const found =
        coverage === undefined
          ? []
          : excludeUnreachable(policy, coverage, { ...(options && { options }), budget });
      return [under, new Map(found.map(({ gap, reason }) => [gapKey(gap), reason]))];
    }),
  );
}
