import { compilePolicy } from "@traffic-policy/policy-engine";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import type { PolicyUnderTest } from "../../../packages/cli/src/checks/policies-under-test.ts";
import { Provers } from "../../../packages/cli/src/proving/provers.ts";

async function underTest(): Promise<PolicyUnderTest> {
  // A pigeon has no hole of its own, which takes a search more steps than anybody waits for.
  const holes = Array.from({ length: 7 }, (_one, hole) => `/${hole}`);
  const pigeons = Array.from({ length: 8 }, (_one, pigeon) => `x-${pigeon}`);
  const isIn = (pigeon: string, hole: string): string => `'${hole}' in req.headers['${pigeon}']`;
  const expressions = [
    ...pigeons.map((one) => holes.map((hole) => isIn(one, hole)).join(" || ")),
    ...holes.flatMap((hole) =>
      pigeons.flatMap((one, at) =>
        pigeons.slice(at + 1).map((other) => `!(${isIn(one, hole)} && ${isIn(other, hole)})`),
      ),
    ),
  ];
  const document = { inbound: [{ name: "Holes", expressions, actions: [{ type: "deny" }] }] };
  return {
    file: "a.json",
    source: jsonPolicySource("a.json", JSON.stringify(document)),
    protocol: "http",
    environment: undefined,
    policy: await compilePolicy(document),
    coverage: undefined,
  };
}

test("a policy has one prover for the same settings, and others for others", async () => {
  const provers = new Provers({ now: () => 0, elapsed: () => 0 }, 1000);
  const under = await underTest();
  const one = provers.of(under, {});
  expect(provers.of(under, {})).toBe(one);
  expect(provers.of(under, { stubs: { deny: "next" } })).not.toBe(one);
  expect(provers.of(await underTest(), {})).not.toBe(one);
});

test("all proofs about one policy have a time together, which begins when nothing more is asked about the one before", async () => {
  let time = 5000;
  const provers = new Provers({ now: () => 0, elapsed: () => time }, 1000);
  const [under, other] = [await underTest(), await underTest()];
  // To load the first one takes a part of its time.
  time = 5500;
  expect(provers.isOver(under)).toBe(false);
  time = 5999;
  expect(provers.isOver(under)).toBe(false);
  time = 6000;
  expect(provers.isOver(under)).toBe(true);
  time = 6999;
  expect(provers.isOver(other)).toBe(false);
  time = 7000;
  expect(provers.isOver(other)).toBe(true);
});

test("the time that code has run does not count", async () => {
  let time = 0;
  const provers = new Provers({ now: () => 0, elapsed: () => time }, 1000);
  const under = await underTest();
  time = 3000;
  provers.startOver();
  expect(provers.isOver(under)).toBe(false);
  time = 4000;
  expect(provers.isOver(under)).toBe(true);
});

test("when the memory is used up, what is left is unknown, and it is not for lack of time", async () => {
  let used = 0.6;
  const provers = new Provers({ now: () => 0, elapsed: () => 0 }, 1000, undefined, () => used);
  const under = await underTest();
  expect(provers.isOver(under)).toBe(false);
  used = 0.8;
  const verdict = await provers.of(under, {}).prove({ name: "A", never: "denied" });
  expect(verdict).toMatchObject({ kind: "unknown" });
  expect(provers.isOver(under)).toBe(true);
  expect(provers.isOverTime(under)).toBe(false);
});

test("when the time is up, what is left is unknown", async () => {
  let time = 0;
  const provers = new Provers({ now: () => 0, elapsed: () => time++ }, 2);
  const under = await underTest();
  const verdict = await provers.of(under, {}).prove({ name: "A", never: "denied" });
  expect(verdict).toEqual({ kind: "unknown", reason: "The search took too much time or memory." });
  expect(provers.isOver(under)).toBe(true);
});
