/**
 * Adds matchers for outcomes to Vitest's `expect`. Import it in a test, or name it in `setupFiles`.
 *
 * @example
 * ```ts
 * import "@traffic-policy/policy-engine/vitest";
 *
 * expect(await simulate(policy, exchange)).toDeny(403);
 * ```
 *
 * @module
 */
import { expect } from "vitest";
import type { Expectation, ExpectedRequest, ExpectedText } from "./cases/policy-case.ts";
import { policyMatchers, type ExpectedAnswer } from "./matchers/policy-matchers.ts";

expect.extend(policyMatchers);

export { policyMatchers };
export type { ExpectedAnswer, MatcherContext, MatcherResult } from "./matchers/policy-matchers.ts";

/** Assertions about what `simulate` gave. */
export interface PolicyAssertions<R = unknown> {
  /** A `deny` action answers the request, or closes the connection. */
  toDeny(status?: number): R;
  /** The policy answers the request: with a status, or with all that is named. */
  toAnswerWith(answer: number | ExpectedAnswer): R;
  /** The request, or the connection, reaches the upstream. */
  toForward(): R;
  /** The request reaches the upstream at this URL, and with all else that is named. */
  toForwardTo(url: ExpectedText, request?: Omit<ExpectedRequest, "url">): R;
  /** The policy closes the connection; TCP and TLS policies only. */
  toClose(): R;
  /** An expression or an action fails, and the exchange with it. */
  toFail(): R;
  /** The rule of this name, or JSON Pointer (`/inbound/0`), matches. */
  toMatchRule(rule: string): R;
  /** These rules match, in this order, and no others. */
  toMatchOnlyRules(...rules: readonly string[]): R;
  /** All that an expectation names holds, as in a case of `traffic-policy test`. */
  toMeet(expectation: Expectation): R;
}

declare module "vitest" {
  // eslint-disable-next-line typescript/no-empty-object-type, typescript/no-explicit-any
  interface Matchers<T = any> extends PolicyAssertions<T> {}
}
