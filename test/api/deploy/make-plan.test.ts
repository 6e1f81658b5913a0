import {
  Cancelled,
  CannotRemove,
  checksum,
  deployPlan,
  DeploymentError,
  InvalidConfiguration,
  makePlan,
  NotFound,
  ServiceFailure,
  type PlanEvent,
} from "@traffic-policy/api";
import { assert, describe, expect, test } from "vitest";
import {
  denying,
  edge,
  emulated,
  kindsOfTargets,
  kindsWithSwitch,
  outcomes,
  planned,
  policyFor,
  route,
  wanting,
  written,
  type Emulated,
} from "./deploying.ts";

describe.each(kindsOfTargets)("%s", (kind, target) => {
  const section = kind === "cloud-endpoint" ? "on_http_request" : "inbound";
  const checksumAt = async ({ stored }: Emulated): Promise<string> => {
    const module = await stored(target);
    assert(module !== undefined);
    return checksum(module);
  };

  test("without a policy: create", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(403)));
    expect(plan.targets).toMatchObject([
      { action: "create", state: "absent", changes: [{ kind: "added", path: `/${section}/0` }] },
    ]);
    const local = policyFor(target, denying(403));
    expect(plan.targets[0]).toMatchObject({ checksum: undefined, local });
    expect(plan.targets[0]).not.toHaveProperty("stored");
  });

  test("with another policy: change, and what is stored is kept", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    expect(plan.targets).toMatchObject([
      {
        action: "change",
        state: "different",
        changes: [{ kind: "changed", before: 403, after: 404 }],
        checksum: await checksumAt(service),
        stored: await service.stored(target),
      },
    ]);
  });

  test.each([
    ["identical", '{"inbound":[],"outbound":[]}', '{ "outbound": [], "inbound": [] }'],
    ["equivalent", '{"inbound":[]}', '{"outbound":null}'],
    ["identical", '{"inbound":[]}', '{"inbound":[]}'],
  ])("with an %s policy: unchanged, and nothing of it is kept", async (state, stored, local) => {
    const service = await emulated(1);
    await written(service, [target, { enabled: true, value: stored }]);
    const plan = await planned(service, wanting(target, { enabled: true, value: local }));
    expect(plan.targets).toMatchObject([{ action: "unchanged", state }]);
    expect(plan.targets[0]?.checksum).toBe(await checksumAt(service));
    expect(plan.targets[0]).not.toHaveProperty("stored");
  });

  test("that shall have no policy, and has none: unchanged", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, undefined));
    expect(plan.targets).toMatchObject([{ action: "unchanged", state: "identical", changes: [] }]);
  });

  test("with a local policy that is none: not planned", async () => {
    const { client } = await emulated(1);
    const values = ["", "[]", '{"inbound":1}', '{"other":[]}', '{"inbound":[], "inbound":[]}'];
    for (const value of values) {
      const plan = await makePlan(client, [wanting(target, { enabled: true, value })]);
      expect(plan).toMatchObject({ targets: [], unread: [{ error: expect.any(DeploymentError) }] });
    }
    const wanted = wanting(target, { enabled: true, value: '{"other":[]}' });
    const plan = await makePlan(client, [wanted], { anyValue: true });
    expect(plan).toMatchObject({ targets: [{ action: "create" }], unread: [] });
  });
});

describe.each(kindsWithSwitch)("%s", (_kind, target) => {
  test.each([
    ["enable", true],
    ["disable", false],
  ])("with the same policy, but for whether it is enabled: %s", async (action, enabled) => {
    const service = await emulated(1);
    await written(service, [target, denying(403, !enabled)]);
    const plan = await planned(service, wanting(target, denying(403, enabled)));
    expect(plan.targets).toMatchObject([
      { action, changes: [{ kind: "enabled", before: !enabled, after: enabled }] },
    ]);
  });

  test("with another policy that is disabled, too: change, and `enabled` comes first", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403, false)]);
    const plan = await planned(service, wanting(target, denying(404)));
    expect(plan.targets).toMatchObject([
      { action: "change", changes: [{ kind: "enabled" }, { kind: "changed" }] },
    ]);
  });
});

test("targets that shall hold the same are planned as each of them alone", async () => {
  const service = await emulated(6);
  const [enabled, disabled] = [denying(403), denying(403, false)];
  const spaced = { enabled: true, value: enabled.value.replace(":", ": ") };
  const stored = [enabled, enabled, spaced, disabled, denying(404), enabled];
  for (const [index, module] of stored.entries()) await written(service, [edge(index), module]);
  await written(service, [route(0), enabled]);
  const places = [...stored.keys()].map(edge);
  const wanted = [...places, route(0)].map((target) => wanting(target, enabled));
  const all = await planned(service, ...wanted);
  const alone = await Promise.all(wanted.map((one) => planned(service, one)));
  expect(all.targets).toEqual(alone.flatMap(({ targets }) => targets));
  expect(all.targets.map(({ action }) => action)).toEqual([
    "unchanged",
    "unchanged",
    "unchanged",
    "enable",
    "change",
    "unchanged",
    "unchanged",
  ]);
});

test("a route that shall have no policy: remove", async () => {
  const service = await emulated(0);
  await written(service, [route(0), denying(403)]);
  const plan = await planned(service, wanting(route(0), undefined));
  expect(plan.targets).toMatchObject([{ action: "remove", changes: [{ kind: "removed" }] }]);
});

test("a TCP edge that shall have no policy: the service cannot do it", async () => {
  const service = await emulated(1);
  await written(service, [edge(0), denying(403)]);
  const { unread } = await makePlan(service.client, [wanting(edge(0), undefined)]);
  expect(unread).toMatchObject([{ name: "edge_0", error: expect.any(CannotRemove) }]);
});

test("the same place by two names: the second is not planned", async () => {
  const { client } = await emulated(1);
  const plan = await makePlan(client, [
    wanting(edge(0), denying(403)),
    { ...wanting(edge(0), denying(404)), name: "again" },
  ]);
  expect(plan.targets).toMatchObject([{ name: "edge_0" }]);
  expect(plan.unread).toMatchObject([
    { name: "again", error: { message: 'It is the same target as "edge_0".' } },
  ]);
});

test("targets of both kinds come in the order in which they are wanted", async () => {
  const service = await emulated(3);
  const order = [route(1), edge(2), route(0), edge(0), edge(1)];
  const events: PlanEvent[] = [];
  const wanted = order.map((target) => wanting(target, denying(403)));
  const { targets: done } = await makePlan(service.client, wanted, {
    onProgress: (event) => void events.push(event),
  });
  expect(done.map(({ target }) => target)).toEqual(order);
  expect(events.map(({ done: count, total }) => `${count} of ${total}`)).toEqual(
    order.map((_target, index) => `${index + 1} of 5`),
  );
});

test("a target without a name cannot be planned", async () => {
  const { client } = await emulated(1);
  const plan = await makePlan(client, [{ ...wanting(edge(0), denying(403)), name: "" }]);
  expect(plan).toMatchObject({
    targets: [],
    unread: [{ error: { message: "A target has an empty name." } }],
  });
});

test("what is wrong with one target is told of that one", async () => {
  const service = await emulated(1);
  const wanted = [edge(0), edge(1)].map((target) => wanting(target, denying(403)));
  expect(await makePlan(service.client, wanted)).toMatchObject({
    targets: [{ name: "edge_0" }],
    unread: [{ name: "edge_1", error: expect.any(NotFound) }],
  });
});

test("a service that fails is told of each target, and not asked for each", async () => {
  const service = await emulated(20);
  service.setFaults({ fault: "failure", status: 500 });
  const wanted = Array.from({ length: 20 }, (_item, index) => wanting(edge(index), denying(403)));
  const { targets: none, unread } = await makePlan(service.client, wanted);
  expect([none.length, unread.length]).toEqual([0, 20]);
  for (const { error } of unread) expect(error).toBeInstanceOf(ServiceFailure);
  expect(service.requests).toHaveLength(1);
});

test("stopped, it asks for nothing more", async () => {
  const service = await emulated(0);
  const controller = new AbortController();
  service.onRequest = () => controller.abort();
  const wanted = Array.from({ length: 5 }, (_item, index) => wanting(route(index), denying(403)));
  const plan = await makePlan(service.client, wanted, { stop: controller.signal, concurrency: 1 });
  expect(plan.targets).toMatchObject([{ name: "route_0" }]);
  expect(plan.unread).toHaveLength(4);
  for (const { error } of plan.unread) expect(error).toBeInstanceOf(Cancelled);
  expect(service.requests).toHaveLength(1);
});

test("a concurrency that makes no sense is refused", async () => {
  const { client } = await emulated(0);
  for (const concurrency of [0, -1, Number.NaN, Infinity]) {
    await expect(makePlan(client, [], { concurrency })).rejects.toThrow(InvalidConfiguration);
    await expect(deployPlan(client, [], { concurrency })).rejects.toThrow(InvalidConfiguration);
  }
});

describe("requests for 1,000 TCP edges", () => {
  const count = 1000;
  const all = Array.from({ length: count }, (_item, index) => edge(index));
  const wanted = all.map((target) => wanting(target, denying(403)));

  test("11 at most for the plan, 3 for each change, and none for what is unchanged", async () => {
    const service = await emulated(count);
    const plan = await makePlan(service.client, wanted);
    expect(plan.targets).toHaveLength(count);
    expect(service.requests.length).toBeLessThanOrEqual(11);

    const some = 100;
    service.requests.length = 0;
    const deployments = await deployPlan(service.client, plan.targets.slice(0, some));
    expect(new Set(Object.values(outcomes(deployments)))).toEqual(new Set(["applied"]));
    expect(service.requests).toHaveLength(3 * some);

    service.requests.length = 0;
    const again = await makePlan(service.client, wanted);
    const unchanged = await deployPlan(service.client, again.targets.slice(0, some));
    expect(new Set(Object.values(outcomes(unchanged)))).toEqual(new Set(["unchanged"]));
    expect(service.requests.length).toBeLessThanOrEqual(11);
  });

  test("as many for a few of them as there are, if the list is longer", async () => {
    const service = await emulated(count);
    const few = [wanted[0], wanted[1], wanted[2]].filter((one) => one !== undefined);
    await makePlan(service.client, few);
    expect(service.requests.length).toBeLessThanOrEqual(6);
  });
});
