import { compilePolicy, PolicyCoverage } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { excludeUnreachable } from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { expect, test } from "vitest";
import { howMany, sampled, seededAsync } from "../seeded.ts";
import { arbitraryExchange, arbitraryPolicy, outcomeOf } from "./random-policies.ts";

const exchanges = sampled(arbitraryExchange, howMany(100, 1000));

test("what does not count because nothing reaches it never happens", async () => {
  let excluded = 0;
  await seededAsync(
    fc.asyncProperty(arbitraryPolicy, async (document) => {
      const policy = await compilePolicy(document as unknown as JsonValue, { protocol: "http" });
      const coverage = new PolicyCoverage(policy);
      const { all } = coverage.count();
      excludeUnreachable(policy, coverage);
      const left = coverage.count().all;
      excluded += all - left;
      for (const exchange of exchanges) {
        const trace = outcomeOf(policy, exchange, {}).trace;
        if (trace !== undefined) coverage.add(trace);
      }
      // What has happened counts in any case.
      expect(coverage.count().all).toBe(left);
    }),
    40,
    1000,
  );
  expect(excluded).toBeGreaterThan(0);
});
