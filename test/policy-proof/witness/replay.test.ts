import { compilePolicy, RateLimits, simulateSync } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Replay } from "../../../packages/policy-proof/src/witness/replay.ts";
import { seededAsync } from "../../seeded.ts";

const limit = fc.record({
  type: fc.constant("rate-limit"),
  config: fc.record({
    name: fc.constantFrom("a", "b"),
    algorithm: fc.constant("sliding_window"),
    capacity: fc.integer({ min: 1, max: 5 }),
    rate: fc.constantFrom("1s", "60s"),
    bucket_key: fc.constantFrom([], ["conn.client_ip"], ["req.url.path"]),
  }),
});
const rules = fc.array(
  fc.record({
    expressions: fc.constantFrom([], ["req.url.path == '/b'"]),
    actions: fc.array(
      fc.oneof(
        { arbitrary: limit, weight: 3 },
        fc.constant({ type: "url-rewrite", config: { from: "/a", to: "/b" } }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  { maxLength: 3 },
);

test("an exchange that takes place again and again does what it does the last time", async () => {
  const exchange = {
    time: "2024-01-01T00:00:00Z",
    request: { url: "https://example.com/a" },
    response: { status: 200 },
  };
  const answers = fc.record(
    { outboundAfterAnswer: fc.constant(true), rateLimitCounts: fc.constant("all" as const) },
    { requiredKeys: [], noNullPrototype: true },
  );
  await seededAsync(
    fc.asyncProperty(rules, rules, answers, async (inbound, outbound, options) => {
      const policy = await compilePolicy({ inbound, outbound } as JsonValue);
      const rateLimits = new RateLimits();
      const outcomes = Array.from({ length: 8 }, () =>
        simulateSync(policy, exchange, { ...options, rateLimits, trace: true }),
      );
      const series = new Replay(policy, { options }).series(exchange);
      for (const time of series?.times ?? []) expect(series?.at(time)).toEqual(outcomes[time - 1]);
    }),
    300,
    3000,
  );
});
