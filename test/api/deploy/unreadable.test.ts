import {
  ChangedSince,
  deployPlan,
  exceededLimits,
  makePlan,
  readSavedPlan,
  toSavedPlan,
  type Client,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { clientOf } from "../local-service.ts";
import { Service } from "../server.ts";
import { targets, type EdgeTarget } from "../targets.ts";
import { denying, wanting } from "./deploying.ts";

/** A service that takes every text, with these values stored. */
async function holding(
  ...held: readonly (readonly [EdgeTarget, string])[]
): Promise<{ service: Service; client: Client; stored: (target: EdgeTarget) => unknown }> {
  const service = await Service.start();
  const store = (target: EdgeTarget, value: string): void => {
    const module = { enabled: true, value };
    if (target.kind === "https-route") service.addRoute(target.edge, target.route, module);
    else service.addEdges({ id: target.edge, traffic_policy: module });
  };
  for (const [target, value] of held) store(target, value);
  const stored = (target: EdgeTarget): unknown => {
    const { edges, routes } = service.snapshot();
    return target.kind === "tcp-edge"
      ? edges[target.edge]?.traffic_policy?.value
      : routes[`${target.edge} ${target.route}`]?.value;
  };
  return { service, client: clientOf(service.baseUrl), stored };
}

const cut = '{"inbound":[{"na';
const yaml = `# By hand.\ninbound:\n- name: Deny <&>\n  actions: [{type: deny, config: {status_code: 403}}]\n`;

describe.each(targets)("%s", (_kind, target) => {
  test("a text that cannot be read is a change of the whole, and is overwritten", async () => {
    const { client, stored } = await holding([target, cut]);
    const local = denying(403);
    const plan = await makePlan(client, [wanting(target, local)]);
    expect(plan).toMatchObject({
      targets: [
        {
          action: "change",
          state: "different",
          note: "The stored policy is not a JSON document: A string is not closed on its line.",
          changes: [{ kind: "changed", path: "", before: cut, after: JSON.parse(local.value) }],
        },
      ],
      unread: [],
    });
    const kept: (TrafficPolicyModule | undefined)[] = [];
    const deployments = await deployPlan(client, plan.targets, {
      keep: async (_planned, module) => void kept.push(module),
    });
    expect(deployments).toMatchObject([{ outcome: "applied", verified: true }]);
    expect(kept).toEqual([{ enabled: true, value: cut }]);
    expect(stored(target)).toBe(local.value);
  });

  test("nobody can say what a text did that cannot be read: overwriting it has to be forced", async () => {
    const { client } = await holding([target, cut]);
    const plan = await makePlan(client, [wanting(target, denying(403))]);
    const [planned] = plan.targets;
    expect(exceededLimits(plan)).toEqual([
      {
        kind: "unreadable",
        target: planned?.name,
        message: `The policy of "${planned?.name}" would be overwritten, but it cannot be read.`,
        help: `If that is intended, force "${planned?.name}".`,
      },
    ]);
    expect(exceededLimits(plan, { forced: [planned?.name ?? ""] })).toEqual([]);
  });

  test("a text that cannot be read is put back as it was, to the letter", async () => {
    const { client, stored } = await holding([target, denying(403).value]);
    const wanted = wanting(target, { enabled: true, value: cut });
    const plan = await makePlan(client, [wanted], { anyValue: true });
    expect(plan.targets).toMatchObject([{ action: "change" }]);
    expect(exceededLimits(plan)).toEqual([]);
    const deployments = await deployPlan(client, plan.targets, { anyValue: true });
    expect(deployments).toMatchObject([{ outcome: "applied", verified: true }]);
    expect(stored(target)).toBe(cut);
    const again = await makePlan(client, [wanted], { anyValue: true });
    expect(again.targets).toMatchObject([{ action: "unchanged", state: "identical" }]);
  });

  test("a text that cannot be read is told from another one just before it is overwritten", async () => {
    const { service, client, stored } = await holding([target, cut]);
    const plan = await makePlan(client, [wanting(target, denying(403))]);
    if (target.kind === "tcp-edge") {
      service.addEdges({ id: target.edge, traffic_policy: { enabled: true, value: `${cut}m` } });
    } else service.addRoute(target.edge, target.route, { enabled: true, value: `${cut}m` });
    const [deployment] = await deployPlan(client, plan.targets);
    expect(deployment).toMatchObject({ outcome: "failed", error: expect.any(ChangedSince) });
    expect(deployment?.error).toMatchObject({
      changes: [{ kind: "changed", path: "", before: cut, after: `${cut}m` }],
    });
    expect(stored(target)).toBe(`${cut}m`);
  });

  test("a policy in YAML is compared rule by rule, and needs no force", async () => {
    const { client, stored } = await holding([target, yaml]);
    const same = await makePlan(client, [wanting(target, denying(403))]);
    expect(same.targets).toMatchObject([
      { action: "unchanged", state: "identical", note: "The stored policy is YAML, not JSON." },
    ]);
    const plan = await makePlan(client, [wanting(target, denying(404))]);
    expect(plan.targets).toMatchObject([
      { action: "change", changes: [{ rule: "Deny <&>", before: 403, after: 404 }] },
    ]);
    expect(exceededLimits(plan)).toEqual([]);
    await deployPlan(client, plan.targets);
    expect(stored(target)).toBe(denying(404).value);
  });

  test("rolling back after a failure puts the exact text back", async () => {
    const failing: Target = { kind: "https-route", edge: "edge_2", route: "fails" };
    const { service, client, stored } = await holding([target, yaml], [failing, cut]);
    const wanted = [wanting(target, denying(404)), wanting(failing, denying(404))];
    const plan = await makePlan(client, wanted);
    service.faultOf = (index) => {
      const { method, url } = service.seen[index] ?? {};
      return method === "PUT" && url?.includes("fails")
        ? { kind: "status", status: 400 }
        : undefined;
    };
    const deployments = await deployPlan(client, plan.targets, {
      onFailure: "rollback",
      concurrency: 1,
    });
    expect(deployments).toMatchObject([
      { outcome: "rolled-back", verified: true },
      { outcome: "failed" },
    ]);
    expect([stored(target), stored(failing)]).toEqual([yaml, cut]);
  });

  test("a saved plan holds the text and is carried out", async () => {
    const { client, stored } = await holding([target, cut]);
    const plan = await makePlan(client, [wanting(target, denying(403))]);
    const about = { service: "s", time: "2026-01-01T00:00:00Z" };
    const saved = readSavedPlan(JSON.parse(JSON.stringify(toSavedPlan(plan, about))));
    expect(saved.plan.targets).toEqual(plan.targets);
    const deployments = await deployPlan(client, saved.plan.targets);
    expect(deployments).toMatchObject([{ outcome: "applied", verified: true }]);
    expect(stored(target)).toBe(denying(403).value);
  });
});

test("a text that cannot be read hides no other target", async () => {
  const held = targets.map(([, target]) => [target, cut] as const);
  const { client } = await holding(...held, [{ kind: "tcp-edge", edge: "edge_8" }, "{}"]);
  const wanted = [...held.map(([target]) => target), { kind: "tcp-edge", edge: "edge_8" } as const];
  const plan = await makePlan(
    client,
    wanted.map((target) => wanting(target, denying(403))),
  );
  expect(plan.targets).toHaveLength(3);
});
