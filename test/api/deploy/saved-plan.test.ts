import {
  ChangedSince,
  deployPlan,
  DeploymentError,
  InvalidSavedPlan,
  planTarget,
  readSavedPlan,
  ServiceFailure,
  toSavedPlan,
  type DeployEvent,
  type Plan,
  type PlannedTarget,
} from "@traffic-policy/api";
import { parseJson, serialize } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
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

const about = {
  service: "https://api.example.com",
  time: "2026-01-01T00:00:00Z",
  about: { linted: true },
};

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

/** The same plan, as it is when it was saved: what is unchanged in it may have changed since. */
function withReadAgain({ targets, unread }: Plan): Plan {
  const readAgain = (one: PlannedTarget): PlannedTarget =>
    one.action === "unchanged" ? { ...one, readAgain: true } : one;
  return { targets: targets.map(readAgain), unread };
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
  expect(readSavedPlan(saved(plan))).toEqual({ ...about, plan: withReadAgain(plan) });
  expect(saved(readSavedPlan(saved(plan)).plan)).toEqual(saved(plan));
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

describe("what is unchanged in a saved plan is read again when it is carried out", () => {
  /** A plan in which one target of each kind is to change and the others are unchanged. */
  async function mostlyUnchanged(): Promise<{
    service: Emulated;
    targets: readonly PlannedTarget[];
  }> {
    const service = await emulated(2);
    const held = [edge(1), route(1)];
    await written(service, ...held.map((target) => [target, denying(404)] as const));
    const plan = await planned(
      service,
      wanting(edge(0), denying(403)),
      ...held.map((target) => wanting(target, denying(404))),
      wanting(route(2), undefined),
    );
    expect(plan.targets.map(({ action }) => action)).toEqual([
      "create",
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
    return { service, targets: readSavedPlan(saved(plan)).plan.targets };
  }

  test("and it is unchanged when it is as it was, or written anew and the same", async () => {
    const { service, targets } = await mostlyUnchanged();
    const { value } = denying(404);
    await written(service, [edge(1), { enabled: true, value: value.replace("404", "404.0") }]);
    const deployments = await deployPlan(service.client, targets);
    expect(outcomes(deployments)).toEqual({
      edge_0: "applied",
      edge_1: "unchanged",
      route_1: "unchanged",
      route_2: "unchanged",
    });
    expect(deployments.every(({ verified }) => verified)).toBe(true);
  });

  test.each([
    ["disabled", edge(1), denying(404, false), { kind: "enabled", before: true, after: false }],
    ["changed", route(1), denying(405), { kind: "changed", before: 404, after: 405 }],
    ["given", route(2), denying(405), { kind: "added" }],
    ["removed", route(1), undefined, { kind: "removed" }],
  ])("%s by another writer: failed, left as it is, and the rest not tried", async (...row) => {
    const [, target, other, change] = row;
    const { service, targets } = await mostlyUnchanged();
    await written(service, [target, other]);
    const deployments = await deployPlan(service.client, targets);
    const { name } = wanting(target, undefined);
    expect(deployments.find((deployment) => deployment.name === name)).toMatchObject({
      outcome: "failed",
      verified: false,
      error: expect.any(ChangedSince),
    });
    const error = deployments.find((deployment) => deployment.name === name)?.error;
    expect(error).toMatchObject({ changes: [change] });
    expect(deployments[0]).toMatchObject({ name: "edge_0", outcome: "skipped" });
    expect(service.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
    const now = planTarget(wanting(target, other), await service.stored(target));
    expect(now).toMatchObject({ action: "unchanged" });
  });

  test("the others are written to when a failure stops nothing", async () => {
    const { service, targets } = await mostlyUnchanged();
    await written(service, [edge(1), denying(405)]);
    const deployments = await deployPlan(service.client, targets, { onFailure: "continue" });
    expect(outcomes(deployments)).toMatchObject({ edge_0: "applied", edge_1: "failed" });
  });

  test("that it cannot be read is a failure, and that nobody wants it any more is none", async () => {
    const { service, targets } = await mostlyUnchanged();
    service.setFaults({ fault: "failure", status: 503, on: "GET /edges/tcp/{id}", times: 1 });
    const deployments = await deployPlan(service.client, targets);
    expect(deployments).toMatchObject([
      { outcome: "skipped" },
      { outcome: "failed", verified: false, error: expect.any(ServiceFailure) },
      { outcome: "unchanged", verified: true },
      { outcome: "unchanged", verified: true },
    ]);
    service.requests.length = 0;
    const stop = AbortSignal.abort();
    const stopped = await deployPlan(service.client, targets, { stop });
    expect(new Set(Object.values(outcomes(stopped)))).toEqual(new Set(["skipped"]));
    expect(stopped.map(({ error }) => error?.name)).toEqual(stopped.map(() => "TargetSkipped"));
    expect(service.requests).toEqual([]);
  });

  test("a local policy that is not JSON is a failure of that target alone", async () => {
    const { service, targets } = await mostlyUnchanged();
    const broken = targets.map((one, index) =>
      index === 1 ? { ...one, local: { enabled: true, value: "{" } } : one,
    );
    expect(await deployPlan(service.client, broken)).toMatchObject([
      { outcome: "skipped" },
      { outcome: "failed", error: expect.any(DeploymentError) },
      { outcome: "unchanged" },
      { outcome: "unchanged" },
    ]);
  });

  test("a hundred edges are one request", async () => {
    const service = await emulated(150);
    const edges = Array.from({ length: 150 }, (_item, index) => edge(index));
    await written(service, ...edges.map((target) => [target, denying(404)] as const));
    const wanted = edges.map((target) => wanting(target, denying(404)));
    const { targets } = readSavedPlan(saved(await planned(service, ...wanted))).plan;
    const told: DeployEvent[] = [];
    const onProgress = (event: DeployEvent): void => void told.push(event);
    const deployments = await deployPlan(service.client, targets, { onProgress });
    expect(deployments.map(({ outcome }) => outcome)).toEqual(edges.map(() => "unchanged"));
    expect(service.requests.length).toBe(2);
    expect(told.map(({ kind }) => kind)).toEqual(edges.map(() => "outcome"));
  });
});

test.each([
  ["12345678901234567890123", "12345678901234567890124"],
  ["1e400", "1e-400"],
])("numbers that no double holds survive: %s", async (one, other) => {
  const service = await emulated(1);
  const big = (digits: string) => ({
    enabled: true,
    value: `{"inbound":[{"name":"big","actions":[{"type":"x","config":{"n":${digits}}}]}]}`,
  });
  await written(service, [edge(0), big(one)]);
  const plan = await planned(service, wanting(edge(0), big(other)));
  const text = serialize(toSavedPlan(plan, about));
  for (const value of [JSON.parse(text), parseJson(text).value]) {
    expect(readSavedPlan(value).plan).toEqual(plan);
  }
});

test.each([
  [null, "This is not a saved plan: the whole is of the wrong type."],
  [[], "This is not a saved plan: the whole is of the wrong type."],
  [{}, 'This is not a saved plan: "version" is missing.'],
  [{ version: 2 }, "The saved plan has version 2, but this program supports version 3."],
  [{ version: 4 }, "The saved plan has version 4, but this program supports version 3."],
  [{ version: 3, ...about, targets: [] }, 'This is not a saved plan: "checksum" is missing.'],
  [{ version: 3, ...about, checksum: "" }, 'This is not a saved plan: "targets" is missing.'],
  [
    { version: 3, ...about, checksum: "", targets: [{}] },
    /^This is not a saved plan: "targets\.0\..*" is missing\.$/,
  ],
  [
    { version: 3, ...about, checksum: "", targets: [], more: 1 },
    /^This is not a saved plan: "more" is/,
  ],
])("%j is refused", (value, message) => {
  expect(() => readSavedPlan(value)).toThrow(InvalidSavedPlan);
  expect(() => readSavedPlan(value)).toThrow(message);
});

describe("a saved plan that was edited is refused", () => {
  type File = Record<string, unknown> & { targets: (PlannedTarget & Record<string, unknown>)[] };
  const edits: Readonly<Record<string, (file: File) => unknown>> = {
    "the service": (file) => (file["service"] = "https://other.example.com"),
    "what its maker keeps with it": (file) => (file["about"] = { linted: false }),
    "the time": (file) => (file["time"] = "2026-01-02T00:00:00Z"),
    "a target less": (file) => file.targets.pop(),
    "a target twice": (file) => file.targets.push(...file.targets.slice(0, 1)),
    "the order of the targets": (file) => file.targets.push(...file.targets.splice(0, 1)),
    "the text of a policy": ({ targets: [first] }) =>
      Object.assign(first ?? {}, { local: denying(405) }),
    "the text of one that is unchanged": ({ targets }) =>
      Object.assign(targets[5] ?? {}, { local: denying(405) }),
    "whether one is enabled": ({ targets: [first] }) =>
      Object.assign(first?.local ?? {}, { enabled: false }),
    "the place": ({ targets: [first] }) => Object.assign(first ?? {}, { target: edge(9) }),
    "the name": ({ targets: [first] }) => Object.assign(first ?? {}, { name: "other" }),
    "what is told of changes": ({ targets: [first] }) =>
      Object.assign(first ?? {}, { changes: [] }),
    "what was stored": ({ targets }) => Object.assign(targets[1] ?? {}, { stored: denying(405) }),
    "the checksum": (file) => (file["checksum"] = `sha256:${"0".repeat(64)}`),
  };

  test.each(Object.entries(edits))("%s", async (_what, edit) => {
    const file = saved((await withAll()).plan) as File;
    edit(file);
    const message = "The saved plan was edited: its checksum does not match.";
    expect(() => readSavedPlan(file)).toThrow(InvalidSavedPlan);
    expect(() => readSavedPlan(file)).toThrow(message);
  });

  test("but not one that is only written in another way", async () => {
    const { plan } = await withAll();
    const backwards = (value: unknown): unknown =>
      typeof value !== "object" || value === null
        ? value
        : Array.isArray(value)
          ? value.map(backwards)
          : Object.fromEntries(
              Object.entries(value)
                .map(([key, one]) => [key, backwards(one)] as const)
                .toReversed(),
            );
    expect(readSavedPlan(backwards(saved(plan))).plan).toEqual(withReadAgain(plan));
  });
});

test("a saved plan that does not fit together is refused, whoever made its checksum", async () => {
  const { plan } = await withAll();
  const made = (change: Partial<Record<keyof PlannedTarget, unknown>>): (() => unknown) => {
    const targets = plan.targets.map((one, index) => (index === 1 ? { ...one, ...change } : one));
    const file = saved({ targets, unread: [] } as Plan);
    return () => readSavedPlan(file);
  };
  const message = 'The saved plan is inconsistent for "edge_1".';
  expect(made({ stored: denying(405) })).toThrow(message);
  expect(made({ checksum: undefined })).toThrow(message);
  expect(made({ stored: undefined })).toThrow(message);
  expect(made({ action: "disable" })).toThrow(message);
  expect(made({ local: undefined })).toThrow(/^"edge_1" of the saved plan cannot be planned\. /);
});

test("what a saved plan says of changes does not matter: they are found out anew", async () => {
  const { plan } = await withAll();
  const targets = plan.targets.map((one) => ({ ...one, changes: [] }));
  expect(readSavedPlan(saved({ targets, unread: [] })).plan).toEqual(withReadAgain(plan));
});
