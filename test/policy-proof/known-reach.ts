import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover } from "@traffic-policy/policy-proof";
import { expect } from "vitest";

/** In percent of all questions. */
const mostUnknown = 2;

/**
 * Expects that what is reached is known of nearly all rules and operands of these policies. TEST_PRINT=1 lists what is
 * not known, with its reason.
 */
export async function expectKnownReach(
  policies: readonly (readonly [name: string, document: unknown])[],
): Promise<void> {
  const unknown: string[] = [];
  let count = 0;
  for (const [name, document] of policies) {
    const policy = await compilePolicy(document as JsonValue);
    for (const { target, reached } of new Prover(policy).reach()) {
      count += 1;
      if (reached.kind !== "unknown") continue;
      unknown.push(`${name}${target.path} ${target.never} ${target.text ?? ""}: ${reached.reason}`);
    }
  }
  if (process.env["TEST_PRINT"] === "1") {
    console.log([`${unknown.length} of ${count} unknown`, ...unknown].join("\n"));
  }
  expect(count).toBeGreaterThan(0);
  expect(unknown.slice(Math.floor((mostUnknown / 100) * count))).toEqual([]);
}
