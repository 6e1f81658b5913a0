import type { CaseFileContents } from "@traffic-policy/policy-engine/formats";
import type { GivenPolicy } from "../checks/given-policy.ts";

/** The default export of a module with cases. */
export interface DefinedCases extends CaseFileContents {
  /** The policy, or its file, relative to the one with the cases. */
  readonly policy?: GivenPolicy;
}

type Cases = CaseFileContents | CaseFileContents["cases"];

/**
 * Types the cases of a policy, for `traffic-policy test`. Without a policy they are for the one beside
 * them: `web.policy.ts` for `web.cases.ts`; with `site`, for a whole site.
 *
 * @param policy - the policy, or its file, relative to the one with the cases
 *
 * @example
 * ```ts
 * export default defineCases(web, [
 *   {
 *     name: "Large posts are refused",
 *     request: { method: "POST", url: "https://example.com/", bodySize: 20_000 },
 *     expect: { outcome: "denied", status: 413 },
 *   },
 * ]);
 * ```
 */
export function defineCases(policy: GivenPolicy, cases: Cases): DefinedCases;
export function defineCases(cases: Cases): DefinedCases;
export function defineCases(...given: [Cases] | [GivenPolicy, Cases]): DefinedCases {
  const cases = given.at(-1) as Cases;
  return {
    ...(given.length > 1 && { policy: given[0] as GivenPolicy }),
    ...("cases" in cases ? cases : { cases }),
  };
}
