import { compilePolicy, simulateSync, type Exchange } from "@traffic-policy/policy-engine";
import type { Diagnostic, PolicySource, Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect } from "vitest";
import { LintWitnesses } from "../../../packages/cli/src/proving/lint-witnesses.ts";

const clock = { now: () => 0, elapsed: () => 0 };

/** What is found in a policy, and what was claimed of it. */
export async function lint(
  source: PolicySource,
  protocol: Protocol = "http",
): Promise<{ readonly claimed: readonly Diagnostic[]; readonly found: readonly Diagnostic[] }> {
  const claimed = lintPolicy(source, { protocol, preset: "strict" });
  const found = await new LintWitnesses(clock).shown(claimed, source, protocol);
  return { claimed, found };
}

/** Expects that each exchange that is shown fails as is claimed, and counts the claims and the exchanges. */
export async function expectShownClaims(
  sources: readonly PolicySource[],
): Promise<{ readonly claims: number; readonly shown: number }> {
  let [claims, shown] = [0, 0];
  for (const source of sources) {
    const { claimed, found } = await lint(source);
    claims += claimed.filter(({ claim }) => claim !== undefined).length;
    const policy = await compilePolicy(source.document ?? {}, { protocol: "http" });
    for (const { message, path, witness } of found) {
      if (witness === undefined) continue;
      shown += 1;
      const { errors } = simulateSync(policy, witness.exchange as Exchange, {
        ...witness.options,
      });
      const isShown = errors.some((error) => path.startsWith(error.path));
      expect(isShown, `${message} ${witness.message}`).toBe(true);
    }
  }
  return { claims, shown };
}
