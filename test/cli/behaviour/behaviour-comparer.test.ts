import { expect, test } from "vitest";
import {
  BehaviourComparer,
  type ComparisonSettings,
} from "../../../packages/cli/src/behaviour/behaviour-comparer.ts";
import type { Behaviour } from "../../../packages/cli/src/behaviour/behaviour.ts";

function policyFor(path: string): { readonly enabled: true; readonly value: string } {
  const rule = { expressions: [`req.url.path == '${path}'`], actions: [{ type: "deny" }] };
  return { enabled: true, value: JSON.stringify({ inbound: [rule] }) };
}

/** What two comparisons come to, the second of which is asked for a minute later. */
async function compared(settings: Partial<ComparisonSettings>): Promise<Behaviour["kind"][]> {
  let time = 60_000;
  const clock = { now: () => 0, elapsed: () => time };
  const comparer = new BehaviourComparer({ timeout: 5, ...settings }, clock);
  const first = await comparer.compare(policyFor("/a"), policyFor("/b"), "http");
  time += 60_000;
  const second = await comparer.compare(policyFor("/a"), policyFor("/c"), "http");
  return [first.kind, second.kind];
}

test("The time of a comparison begins when it is asked for", async () => {
  expect(await compared({})).toEqual(["different", "different"]);
});

test("The time of the first comparison begins when it is said to have begun", async () => {
  expect(await compared({ begin: 58_000 })).toEqual(["different", "different"]);
  expect(await compared({ begin: 54_000 })).toEqual(["unknown", "different"]);
});
