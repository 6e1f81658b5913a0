import {
  ChangedSince,
  deployPlan,
  DeploymentError,
  InvalidRequest,
  makePlan,
  NotAsWritten,
  NotFound,
  TargetSkipped,
  planTarget,
  RateLimited,
  type DeployEvent,
  type PlannedTarget,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { expectNoKey } from "../api-key.ts";
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
} from "./deploying.ts";

type AppliedCase = readonly [
  what: string,
  before: TrafficPolicyModule | undefined,
  after: TrafficPolicyModule,
];

describe.each(kindsOfTargets)("%s", (kind, target) => {
  const { get, put } = {
    "tcp-edge": { get: "GET edge_0", put: "PATCH edge_0" },
    "https-route": { get: "GET route_0", put: "PUT route_0" },
    "cloud-endpoint": { get: "GET ep_0", put: "PATCH ep_0" },
  }[kind];

  const withSwitch: readonly AppliedCase[] = [
    ["enabled", denying(403, false), denying(403)],
    ["disabled", denying(403), denying(403, false)],
  ];
  test.each<AppliedCase>([
    ["created", undefined, denying(403)],
    ["changed", denying(403), denying(404)],
    ...(kind === "cloud-endpoint" ? [] : withSwitch),
  ])("%s: applied and verified in three requests", async (_what, before, after) => {
    const service = await emulated(1);
    if (before !== undefined) await written(service, [target, before]);
    const plan = await planned(service, wanting(target, after));
    const [deployment] = await deployPlan(service.client, plan.targets);
    expect(deployment).toEqual({
      name: plan.targets[0]?.name,
      target,
      outcome: "applied",
      verified: true,
      changes: plan.targets[0]?.changes,
    });
    expect(service.requests).toEqual([get, put, get]);
    expect(planTarget(wanting(target, after), await service.stored(target))).toMatchObject({
      action: "unchanged",
    });
  });

  test("what is written is the text of the local policy", async () => {
    const service = await emulated(1);
    const value = '{ "outbound": [], "inbound": [] }';
    const plan = await planned(service, wanting(target, { enabled: true, value }));
    const wanted = policyFor(target, { enabled: true, value });
    expect(plan.targets[0]?.local).toEqual(wanted);
    await deployPlan(service.client, plan.targets);
    const asStored = kind === "cloud-endpoint" ? wanted.value : '{"inbound":[],"outbound":[]}';
    expect(await service.stored(target)).toMatchObject({ value: asStored });
  });

  test("changed by another writer after the plan: refused, with the difference", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    await written(service, [target, denying(405)]);
    const [deployment] = await deployPlan(service.client, plan.targets);
    expect(deployment).toMatchObject({
      outcome: "failed",
      verified: false,
      error: expect.any(ChangedSince),
    });
    expect(deployment?.error).toMatchObject({
      message: "The stored policy has changed since the plan was made. It was not overwritten.",
      changes: [{ kind: "changed", before: 403, after: 405 }],
    });
    expect(service.requests).toEqual([get]);
    expect(await service.stored(target)).toEqual(denied(405, target));
  });

  test("written anew by another writer, and the same as a document: applied", async () => {
    const service = await emulated(1);
    await written(service, [target, { enabled: true, value: '{"inbound":[],"n":1.0}' }]);
    const plan = await planned(service, wanting(target, denying(404)));
    await written(service, [target, { enabled: true, value: '{"n":1e0,"inbound":[]}' }]);
    expect(outcomes(await deployPlan(service.client, plan.targets))).toEqual({
      [plan.targets[0]?.name ?? ""]: "applied",
    });
  });

  test("given a policy by another writer, where there was none: refused", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(404)));
    await written(service, [target, denying(405)]);
    const [deployment] = await deployPlan(service.client, plan.targets);
    expect(deployment).toMatchObject({ outcome: "failed", error: expect.any(ChangedSince) });
    expect(deployment?.error).toMatchObject({ changes: [{ kind: "added" }] });
  });

  test("brought there by another writer already: unchanged", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(404)));
    await written(service, [target, denying(404)]);
    expect(await deployPlan(service.client, plan.targets)).toMatchObject([
      { outcome: "unchanged", verified: true, changes: [] },
    ]);
    expect(service.requests).toEqual([get]);
  });

  test("a plan carried out twice: unchanged the second time", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    await deployPlan(service.client, plan.targets);
    expect(await deployPlan(service.client, plan.targets)).toMatchObject([
      { outcome: "unchanged" },
    ]);
  });

  test("a plan carried out again after another one: refused", async () => {
    const service = await emulated(1);
    const first = await planned(service, wanting(target, denying(404)));
    await deployPlan(service.client, first.targets);
    const second = await planned(service, wanting(target, denying(405)));
    await deployPlan(service.client, second.targets);
    expect(await deployPlan(service.client, first.targets)).toMatchObject([
      { outcome: "failed", error: expect.any(ChangedSince) },
    ]);
    expect(await service.stored(target)).toEqual(denied(405, target));
  });

  test("unchanged in the plan: no request", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(404)]);
    const plan = await planned(service, wanting(target, denying(404)));
    expect(await deployPlan(service.client, plan.targets)).toMatchObject([
      { outcome: "unchanged", verified: true },
    ]);
    expect(service.requests).toEqual([]);
  });

  test("what is stored is kept before it is overwritten, as it was read then", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    const kept: (TrafficPolicyModule | undefined)[] = [];
    await deployPlan(service.client, plan.targets, {
      keep: async (_planned, stored) => {
        expect(service.requests).toEqual([get]);
        kept.push(stored);
      },
    });
    expect(kept).toEqual([denied(403, target)]);
  });

  test("that there was nothing is kept, too", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(404)));
    const kept: (TrafficPolicyModule | undefined)[] = [];
    await deployPlan(service.client, plan.targets, {
      keep: async (_planned, stored) => void kept.push(stored),
    });
    expect(kept).toEqual([undefined]);
  });

  test("what cannot be kept is not overwritten", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    const [deployment] = await deployPlan(service.client, plan.targets, {
      keep: () => Promise.reject(new Error("The disk is full.")),
    });
    expect(deployment).toMatchObject({ outcome: "failed", error: expect.any(DeploymentError) });
    expect(deployment?.error?.message).toBe(
      "Nothing was written, because the stored policy could not be saved: The disk is full.",
    );
    expect(service.requests).toEqual([get]);
  });

  test("its steps are told in their order, and then the outcome", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(404)));
    const told: string[] = [];
    const onProgress = (event: DeployEvent): void => {
      told.push(event.kind === "step" ? event.step : event.deployment.outcome);
    };
    await deployPlan(service.client, plan.targets, { onProgress, keep: async () => undefined });
    expect(told).toEqual(["read", "keep", "write", "verify", "applied"]);
  });

  test("a local policy that is not JSON: failed, and nothing is asked", async () => {
    const service = await emulated(1);
    const plan = await planned(service, wanting(target, denying(404)));
    const targets = plan.targets.map((one) => ({ ...one, local: { enabled: true, value: "{" } }));
    expect(await deployPlan(service.client, targets)).toMatchObject([
      { outcome: "failed", verified: false, error: expect.any(DeploymentError) },
    ]);
    expect(service.requests).toEqual([]);
  });

  test("a local policy that is none: failed, and nothing is written", async () => {
    const service = await emulated(1);
    const local = { enabled: true, value: '{"other":[]}' };
    const sent = planTarget(wanting(target, local), undefined, { anyValue: true });
    expect(await deployPlan(service.client, [sent])).toMatchObject([
      { outcome: "failed", error: expect.any(InvalidRequest) },
    ]);
    expect(await deployPlan(service.client, [sent], { anyValue: true })).toMatchObject([
      { outcome: "applied", verified: true },
    ]);
  });
});

describe.each(kindsWithSwitch)("%s", (_kind, target) => {
  test("only enabled or disabled by another writer: refused all the same", async () => {
    const service = await emulated(1);
    await written(service, [target, denying(403)]);
    const plan = await planned(service, wanting(target, denying(404)));
    await written(service, [target, denying(403, false)]);
    const [deployment] = await deployPlan(service.client, plan.targets);
    expect(deployment?.error).toMatchObject({
      changes: [{ kind: "enabled", before: true, after: false }],
    });
  });
});

test("a route's policy is removed, and that it is not there is verified", async () => {
  const service = await emulated(0);
  await written(service, [route(0), denying(403)]);
  const plan = await planned(service, wanting(route(0), undefined));
  expect(await deployPlan(service.client, plan.targets)).toMatchObject([
    { outcome: "applied", verified: true },
  ]);
  expect(service.requests).toEqual(["GET route_0", "DELETE route_0", "GET route_0"]);
  expect(await service.stored(route(0))).toBeUndefined();
  expect(await deployPlan(service.client, plan.targets)).toMatchObject([{ outcome: "unchanged" }]);
});

test("a TCP edge that is gone: failed", async () => {
  const service = await emulated(1);
  const plan = await planned(service, wanting(edge(0), denying(404)));
  await written(service, [edge(0), undefined]);
  expect(await deployPlan(service.client, plan.targets)).toMatchObject([
    { outcome: "failed", error: expect.any(NotFound) },
  ]);
});

describe("several targets, of which one fails", () => {
  /** Four targets of both kinds; another writer has changed the third since the plan. */
  async function failing(): Promise<{
    service: Awaited<ReturnType<typeof emulated>>;
    plan: readonly PlannedTarget[];
  }> {
    const service = await emulated(2);
    const all = [edge(0), route(0), edge(1), route(1)];
    await written(service, [edge(1), denying(403)], [route(0), denying(403)]);
    const { targets: plan } = await planned(
      service,
      ...all.map((target) => wanting(target, denying(404))),
    );
    await written(service, [edge(1), denying(405)]);
    return { service, plan };
  }

  test("stop: what was done stays, and no other is written to", async () => {
    const { service, plan } = await failing();
    const deployments = await deployPlan(service.client, plan, { concurrency: 1 });
    expect(outcomes(deployments)).toEqual({
      edge_0: "applied",
      route_0: "applied",
      edge_1: "failed",
      route_1: "skipped",
    });
    expect(deployments[3]?.error).toBeInstanceOf(TargetSkipped);
    expect(deployments[3]?.error?.message).toBe("Skipped, because edge_1 failed.");
    expect(service.requests).not.toContain("GET route_1");
    expect(await service.stored(route(1))).toBeUndefined();
  });

  test("stop: what is being written then is finished, and what was only read is skipped", async () => {
    const service = await emulated(2);
    const { targets: plan } = await planned(
      service,
      ...[edge(0), route(0), edge(1)].map((target) => wanting(target, denying(404))),
    );
    const told = new Map<string, () => void>();
    const until = (what: string): Promise<void> =>
      new Promise((resolve) => void told.set(what, resolve));
    const writing = until("edge_0 write");
    const failed = until("edge_1 failed");
    const deployments = await deployPlan(service.client, plan, {
      onProgress: (event) => told.get(toldOf(event))?.(),
      keep: async ({ name }) => {
        if (name === "route_0") await failed;
        if (name !== "edge_1") return;
        await writing;
        throw new Error("The disk is full.");
      },
    });
    expect(outcomes(deployments)).toEqual({
      edge_0: "applied",
      route_0: "skipped",
      edge_1: "failed",
    });
    expect(deployments[0]).toMatchObject({ verified: true });
    expect(await service.stored(route(0))).toBeUndefined();
  });

  test("continue: all others are applied", async () => {
    const { service, plan } = await failing();
    const deployments = await deployPlan(service.client, plan, { onFailure: "continue" });
    expect(outcomes(deployments)).toEqual({
      edge_0: "applied",
      route_0: "applied",
      edge_1: "failed",
      route_1: "applied",
    });
  });

  test("rollback: what was done is put back and verified, and a created policy of an edge disabled", async () => {
    const { service, plan } = await failing();
    const kept: unknown[] = [];
    const told: string[] = [];
    const deployments = await deployPlan(service.client, plan, {
      concurrency: 1,
      onFailure: "rollback",
      keep: async ({ name }, stored) => void kept.push([name, stored]),
      onProgress: (event) => void told.push(toldOf(event)),
    });
    expect(outcomes(deployments)).toEqual({
      edge_0: "rolled-back",
      route_0: "rolled-back",
      edge_1: "failed",
      route_1: "skipped",
    });
    expect(deployments.map(({ verified }) => verified)).toEqual([true, true, false, false]);
    expect(deployments[0]?.error?.message).toBe(
      "The TCP edge had no policy, and the service cannot remove one: it was disabled instead.",
    );
    expect(deployments[1]).not.toHaveProperty("error");
    expect(kept).toEqual([
      ["edge_0", undefined],
      ["route_0", denied(403)],
      ["route_0", denied(404)],
      ["edge_0", denied(404)],
    ]);
    expect(told.slice(-8)).toEqual([
      "route_0 roll back",
      "route_0 keep",
      "route_0 verify",
      "route_0 rolled-back",
      "edge_0 roll back",
      "edge_0 keep",
      "edge_0 verify",
      "edge_0 rolled-back",
    ]);
    expect(await service.stored(edge(0))).toEqual({ ...denied(404), enabled: false });
    expect(await service.stored(route(0))).toEqual(denied(403));
    expect(await service.stored(edge(1))).toEqual(denied(405));
    expect(await service.stored(route(1))).toBeUndefined();
  });

  test("rollback: a route that had no policy has none again", async () => {
    const service = await emulated(1);
    const { targets: plan } = await planned(
      service,
      wanting(route(0), denying(404)),
      wanting(edge(0), denying(404)),
    );
    await written(service, [edge(0), denying(405)]);
    const deployments = await deployPlan(service.client, plan, {
      concurrency: 1,
      onFailure: "rollback",
    });
    expect(outcomes(deployments)).toEqual({ route_0: "rolled-back", edge_0: "failed" });
    expect(await service.stored(route(0))).toBeUndefined();
  });

  test("rollback: a removed policy is there again, also one that is no policy document", async () => {
    const service = await emulated(1);
    const old = { enabled: false, value: '{"phases":[]}' };
    await service.byOther((other) =>
      other.httpsRoutes.trafficPolicy.replace("edge_of_routes", "route_0", old, { anyValue: true }),
    );
    const { targets: plan } = await planned(
      service,
      wanting(route(0), undefined),
      wanting(edge(0), denying(404)),
    );
    await written(service, [edge(0), denying(405)]);
    const deployments = await deployPlan(service.client, plan, {
      concurrency: 1,
      onFailure: "rollback",
    });
    expect(outcomes(deployments)).toEqual({ route_0: "rolled-back", edge_0: "failed" });
    expect(await service.stored(route(0))).toEqual(old);
  });

  test("rollback: what another writer has changed since stays, and it is said", async () => {
    const { service, plan } = await failing();
    const deployments = await deployPlan(service.client, plan, {
      concurrency: 1,
      onFailure: "rollback",
      keep: async ({ name }) => {
        if (name === "route_0") await written(service, [edge(0), denying(406)]);
      },
    });
    expect(outcomes(deployments)).toMatchObject({ edge_0: "applied", route_0: "rolled-back" });
    expect(deployments[0]).toMatchObject({ verified: false, error: expect.any(NotAsWritten) });
    expect(deployments[0]?.error).toMatchObject({
      message: "It was not restored, because the service no longer holds what was written.",
      changes: [{ before: 404, after: 406 }],
    });
    expect(await service.stored(edge(0))).toEqual(denied(406));
  });

  test("rollback: what cannot be kept or put back stays applied, and it is said why", async () => {
    const { service, plan } = await failing();
    const deployments = await deployPlan(service.client, plan, {
      concurrency: 1,
      onFailure: "rollback",
      onProgress: (event) => {
        if (
          event.kind === "step" &&
          event.step === "roll back" &&
          event.planned.name === "route_0"
        ) {
          service.setFaults({
            fault: "rate-limit",
            seconds: 0,
            on: "PUT /edges/https/{edge_id}/routes/{id}/traffic_policy",
          });
        }
      },
      keep: async ({ name }, stored) => {
        if (name === "edge_0" && stored !== undefined) throw new Error("The disk is full.");
      },
    });
    expect(outcomes(deployments)).toMatchObject({ edge_0: "applied", route_0: "applied" });
    expect(deployments[0]).toMatchObject({ verified: true });
    expect(deployments[0]?.error?.message).toMatch(
      /^The previous policy could not be restored: .* The disk is full\.$/,
    );
    expect(deployments[1]?.error?.message).toMatch(
      /^The previous policy could not be restored: The service accepts no more requests/,
    );
    expect(deployments[1]?.error?.cause).toBeInstanceOf(RateLimited);
    expect(await service.stored(edge(0))).toEqual(denied(404));
    for (const { error } of deployments) expectNoKey(error);
  });
});

test("progress that cannot be told stops the deployment, and the outcomes are told all the same", async () => {
  const service = await emulated(0);
  const plan = await planned(
    service,
    ...[0, 1].map((index) => wanting(route(index), denying(404))),
  );
  const deployments = await deployPlan(service.client, plan.targets, {
    concurrency: 1,
    onProgress: ({ kind }) => {
      if (kind === "outcome") throw new Error("The terminal is gone.");
    },
  });
  expect(outcomes(deployments)).toEqual({ route_0: "applied", route_1: "skipped" });
});

test("nothing is planned and nothing deployed of nothing", async () => {
  const service = await emulated(0);
  expect(await makePlan(service.client, [])).toEqual({ targets: [], unread: [] });
  expect(await deployPlan(service.client, [])).toEqual([]);
  expect(service.requests).toEqual([]);
});

/** The module as the emulator stores it. */
function denied(status: number, target: Target = edge(0)): TrafficPolicyModule {
  if (target.kind === "cloud-endpoint") return policyFor(target, denying(status));
  const config = `"config":{"status_code":${status}},"type":"deny"`;
  const value = `{"inbound":[{"actions":[{${config}}],"name":"Deny \\u003c\\u0026\\u003e"}]}`;
  return { enabled: true, value };
}

/** A step or an outcome with the name of its target. */
function toldOf(event: DeployEvent): string {
  const { name } = event.planned;
  return `${name} ${event.kind === "step" ? event.step : event.deployment.outcome}`;
}
