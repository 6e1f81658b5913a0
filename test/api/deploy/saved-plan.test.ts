import {
  deployPlan,
  InvalidSavedPlan,
  readSavedPlan,
  toSavedPlan,
  type Plan,
} from "@traffic-policy/api";
import { parseJson, serialize } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import {
  denying,
  edge,
  emulated,
  outcomes,
  planned,
  route,
  wanting,
  written,
  type Emulated,
} from "./deploying.ts";

const about = { service: "https://api.example.com", time: "2026-01-01T00:00:00Z" };

/** A plan with each of the actions. */
async function withAll(): Promise<{ service: Emulated; plan: Plan }> {
  const service = await emulated(4);
  await written(
    service,
    [edge(1), denying(403)],
    [edge(2), denying(404)],
    [edge(3), denying(404, false)],
    [route(0), denying(403)],
    [route(1), denying(404)],
  );
  const plan = await planned(
    service,
    wanting(edge(0), denying(404)),
    wanting(edge(1), denying(404)),
    wanting(edge(2), denying(404, false)),
    wanting(edge(3), denying(404)),
    wanting(route(0), undefined),
    wanting(route(1), denying(404)),
    wanting(route(2), undefined),
  );
  return { service, plan };
}

/** The JSON of a plan, as a file would have it. */
function saved(plan: Plan): unknown {
  return JSON.parse(serialize(toSavedPlan(plan, about), 2));
}

test("a saved plan is the same plan", async () => {
  const { plan } = await withAll();
  expect(plan.targets.map(({ action }) => action)).toEqual([
    "create",
    "change",
    "disable",
    "enable",
    "remove",
    "unchanged",
    "unchanged",
  ]);
  expect(readSavedPlan(saved(plan))).toEqual({ ...about, plan });
});

test("a saved plan is carried out, and the second time there is nothing to do", async () => {
  const { service, plan } = await withAll();
  const again = readSavedPlan(saved(plan)).plan.targets;
  expect(new Set(Object.values(outcomes(await deployPlan(service.client, again))))).toEqual(
    new Set(["applied", "unchanged"]),
  );
  expect(new Set(Object.values(outcomes(await deployPlan(service.client, again))))).toEqual(
    new Set(["unchanged"]),
  );
});

test("a saved plan is refused where another one was carried out since", async () => {
  const { service, plan } = await withAll();
  const file = saved(plan);
  await written(service, [edge(1), denying(405)]);
  const deployments = await deployPlan(service.client, readSavedPlan(file).plan.targets, {
    onFailure: "continue",
  });
  expect(outcomes(deployments)).toMatchObject({ edge_0: "applied", edge_1: "failed" });
});

test("numbers that no double holds survive", async () => {
  const service = await emulated(1);
  const big = (digits: string) => ({
    enabled: true,
    value: `{"inbound":[{"name":"big","actions":[{"type":"x","config":{"n":${digits}}}]}]}`,
  });
  await written(service, [edge(0), big("12345678901234567890123")]);
  const plan = await planned(service, wanting(edge(0), big("12345678901234567890124")));
  const text = serialize(toSavedPlan(plan, about));
  for (const value of [JSON.parse(text), parseJson(text).value]) {
    expect(readSavedPlan(value).plan).toEqual(plan);
  }
});

test.each([
  [null, "This is not a saved plan: the whole is of the wrong type."],
  [[], "This is not a saved plan: the whole is of the wrong type."],
  [{}, 'This is not a saved plan: "version" is missing.'],
  [{ version: 2 }, "The saved plan is of version 2, and this is version 1."],
  [{ version: 1, ...about }, 'This is not a saved plan: "targets" is missing.'],
  [
    { version: 1, ...about, targets: [{}] },
    /^This is not a saved plan: "targets\.0\..*" is missing\.$/,
  ],
  [{ version: 1, ...about, targets: [], more: 1 }, /^This is not a saved plan: "more" is/],
])("%j is refused", (value, message) => {
  expect(() => readSavedPlan(value)).toThrow(InvalidSavedPlan);
  expect(() => readSavedPlan(value)).toThrow(message);
});

test("a saved plan that was changed is refused", async () => {
  const { plan } = await withAll();
  const changed = (change: (target: Record<string, unknown>) => void): (() => unknown) => {
    const file = saved(plan) as { targets: Record<string, unknown>[] };
    const target = file.targets[1];
    if (target === undefined) throw new Error("There is no second target.");
    change(target);
    return () => readSavedPlan(file);
  };
  const message = 'The saved plan was changed: what it says of "edge_1" does not fit together.';
  expect(changed((target) => (target["stored"] = denying(405)))).toThrow(message);
  expect(changed((target) => (target["checksum"] = null))).toThrow(message);
  expect(changed((target) => delete target["stored"])).toThrow(message);
  expect(changed((target) => (target["action"] = "disable"))).toThrow(message);
  expect(changed((target) => (target["local"] = null))).toThrow(/"edge_1" cannot be planned\. /);
  const broken = { enabled: true, value: "{" };
  expect(changed((target) => (target["local"] = broken))).toThrow(/"edge_1" cannot be planned\. /);
});

test("what a saved plan says of changes does not matter: they are found out anew", async () => {
  const { plan } = await withAll();
  const file = saved(plan) as { targets: { changes: unknown[] }[] };
  for (const target of file.targets) target.changes = [];
  expect(readSavedPlan(file).plan).toEqual(plan);
});
