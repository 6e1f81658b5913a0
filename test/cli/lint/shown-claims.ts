import { compilePolicy, simulateSync, type Exchange } from "@traffic-policy/policy-engine";
import type { Diagnostic, PolicySource, Protocol } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { Files } from "@traffic-policy/project";
import { expect } from "vitest";
import { claimsToShow, shownByExchanges } from "../../../packages/cli/src/lint/claims.ts";

/** The findings of policies that one run finds, and those that an exchange was searched for. */
export async function lint(
  ...sources: readonly PolicySource[]
): Promise<{ readonly asked: ReadonlySet<Diagnostic>; readonly found: readonly Diagnostic[] }> {
  const protocol: Protocol = "http";
  const claims = new Map(
    sources.flatMap((source) =>
      lintPolicy(source, { protocol, preset: "strict" })
        .filter(({ claim }) => claim !== undefined)
        .map((finding) => [finding, { file: source.file, document: source.document, protocol }]),
    ),
  );
  const diagnostics = [...claims.keys()];
  const asked = claimsToShow(diagnostics, claims);
  const files = new Files("/");
  return { asked, found: await shownByExchanges(diagnostics, asked, { claims, files }) };
}

/** Expects that each exchange that is shown fails as is claimed, and counts the claims and the exchanges. */
export async function expectShownClaims(
  sources: readonly PolicySource[],
): Promise<{ readonly claimed: number; readonly shown: number }> {
  let [claimed, shown] = [0, 0];
  for (const source of sources) {
    const { asked, found } = await lint(source);
    claimed += asked.size;
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
  return { claimed, shown };
}
