import { jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import { lintPolicy, LintSession, type LintOptions } from "@traffic-policy/policy-lint";
import { expect } from "vitest";

/** What is found in a policy for HTTP, with the usual settings. */
export function lint(text: string, session?: LintSession): Diagnostic[] {
  return lintWith({ protocol: "http", session }, text);
}

export function lintWith(options: LintOptions, text: string): Diagnostic[] {
  return lintPolicy(jsonPolicySource("policy.json", text), options);
}

/** Expects that sessions, new and used, change nothing in what is found in these policies. */
export function expectSameWithSessions(all: readonly string[]): void {
  const found = all.map((text) => lint(text));
  expect(all.map((text) => lint(text, new LintSession()))).toEqual(found);
  const session = new LintSession();
  expect(found.length + found.flat().length).toBeGreaterThan(5);
  for (const order of [all, all, all.toReversed()]) {
    const again = order.map((text) => lint(text, session));
    expect(order === all ? again : again.toReversed()).toEqual(found);
  }
}
