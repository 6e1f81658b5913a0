import { compilePolicy, simulate, type Outcome } from "@traffic-policy/policy-engine";
import "@traffic-policy/policy-engine/vitest";
import { expect, test } from "vitest";
import web from "../policies/web.policy.ts";

const policy = await compilePolicy(web.toDocument(), { protocol: "http" });

const outcomeOf = (path: string, headers = {}): Promise<Outcome> =>
  simulate(policy, { request: { url: `https://shop.example${path}`, headers } });

test("crawlers are refused", async () => {
  expect(await outcomeOf("/", { "user-agent": "GPTBot/1.2" })).toDeny(403);
  expect(await outcomeOf("/", { "user-agent": "Mozilla/5.0" })).not.toDeny();
});

test("the old API is rewritten", async () => {
  const outcome = await outcomeOf("/v1/orders");
  expect(outcome).toForwardTo("https://shop.example/v2/orders");
  expect(outcome).toMatchOnlyRules("Old API", "To the shop");
});
