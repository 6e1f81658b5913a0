import type { AssertionFileContents } from "@traffic-policy/policy-proof/formats";
import type { GivenPolicy } from "../checks/given-policy.ts";

/** The default export of a module with assertions. */
export interface DefinedAssertions extends AssertionFileContents {
  /** The policy, or its file, relative to the one with the assertions. */
  readonly policy?: GivenPolicy;
}

type Assertions = AssertionFileContents | AssertionFileContents["assertions"];

/**
 * Types the assertions about a policy, for `traffic-policy prove`. Without a policy they are about the one
 * beside them: `web.policy.ts` for `web.assertions.ts`.
 *
 * @param policy - the policy, or its file, relative to the one with the assertions
 *
 * @example
 * ```ts
 * export default defineAssertions(web, [
 *   {
 *     name: "Only the office gets to /admin",
 *     when: [req.url.path.startsWith("/admin"), inCidrRange(conn.clientIp, "192.0.2.0/24").not()],
 *     always: "denied",
 *   },
 * ]);
 * ```
 */
export function defineAssertions(policy: GivenPolicy, assertions: Assertions): DefinedAssertions;
export function defineAssertions(assertions: Assertions): DefinedAssertions;
export function defineAssertions(
  ...given: [Assertions] | [GivenPolicy, Assertions]
): DefinedAssertions {
  const assertions = given.at(-1) as Assertions;
  return {
    ...(given.length > 1 && { policy: given[0] as GivenPolicy }),
    ...("assertions" in assertions ? assertions : { assertions }),
  };
}
