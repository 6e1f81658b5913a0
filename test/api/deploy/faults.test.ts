import { setTimeout as wait } from "node:timers/promises";
import {
  deployPlan,
  type DeployOptions,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import type { Fault } from "@traffic-policy/emulator";
import type { FaultKind } from "../../../packages/emulator/src/faults/fault.ts";
import type { OperationName } from "../../../packages/emulator/src/operations/operations.ts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seededAsync, someOf } from "../../seeded.ts";
import { denying, edge, endpoint, planned, route, started, wanting, written } from "./deploying.ts";
import { untruths } from "./truth.ts";

const patience = 60;
const client = {
  timeouts: { headers: patience, body: patience, total: 400 },
  largestAnswer: 64 * 1024,
};

/** Each kind of fault; what is late is later than the client waits. */
const kinds: { readonly [Kind in FaultKind]: readonly Fault[] } = {
  delay: [
    { fault: "delay", milliseconds: 5 },
    { fault: "delay", milliseconds: 2 * patience },
    { fault: "delay", milliseconds: 2 * patience, afterWork: true },
  ],
  "rate-limit": [{ fault: "rate-limit", seconds: 0 }],
  failure: [
    { fault: "failure", status: 500 },
    { fault: "failure", status: 503, afterWork: true },
    { fault: "failure", status: 504 },
    { fault: "failure", status: 504, afterWork: true },
  ],
  "reset-before-work": [{ fault: "reset-before-work" }],
  "reset-after-work": [{ fault: "reset-after-work" }],
  "half-answer": [{ fault: "half-answer" }],
  "not-json": [{ fault: "not-json" }],
  "wrong-content-type": [{ fault: "wrong-content-type" }],
  redirect: [{ fault: "redirect" }],
  "endless-body": [
    { fault: "endless-body" },
    { fault: "endless-body", pauseMilliseconds: patience / 2 },
  ],
};
const faults = Object.values(kinds).flat();

const routeOperation = (method: "GET" | "PUT" | "DELETE"): OperationName =>
  `${method} /edges/https/{edge_id}/routes/{id}/traffic_policy`;
const operations = [
  "GET /edges/tcp/{id}",
  "PATCH /edges/tcp/{id}",
  routeOperation("GET"),
  routeOperation("PUT"),
  routeOperation("DELETE"),
  "GET /endpoints/{id}",
  "PATCH /endpoints/{id}",
] as const;

const all: readonly Target[] = [edge(0), route(0), edge(1), route(1), endpoint(0), endpoint(1)];

interface Run {
  /** What is stored, and what is wanted, of each target. */
  readonly stored: readonly (TrafficPolicyModule | undefined)[];
  readonly wanted: readonly (TrafficPolicyModule | undefined)[];
  readonly faults: readonly Fault[];
  readonly attempts: number;
  readonly options: Pick<DeployOptions, "concurrency" | "onFailure">;
  /** At which request the deployment is stopped, if it is, and by what. */
  readonly stopAt?: number | undefined;
  readonly stopBy?: "stop" | "signal";
}

const counts = new Map<string, number>();

/** Deploys while things go wrong, and looks for what is told and not true. */
async function untruthsOf({
  stored,
  wanted,
  faults: script,
  attempts,
  options,
  stopAt,
  stopBy = "stop",
}: Run): Promise<readonly string[]> {
  const service = await started(2, { ...client, retries: { attempts, firstDelay: 0 } });
  try {
    for (const [index, policy] of stored.entries()) {
      const target = all[index];
      if (target !== undefined && policy !== undefined) await written(service, [target, policy]);
    }
    const plan = await planned(
      service,
      ...all.slice(0, wanted.length).map((target, index) => wanting(target, wanted[index])),
    );
    const controller = new AbortController();
    service.onRequest = () => {
      if (service.requests.length === stopAt) controller.abort();
    };
    const kept = new Set<string>();
    service.setFaults(...script);
    const deployments = await deployPlan(service.client, plan.targets, {
      ...options,
      [stopBy]: controller.signal,
      keep: async ({ name }) => void kept.add(name),
    });
    for (const { outcome } of deployments) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    // Whatever was late has arrived then.
    if (script.some(({ fault }) => fault === "delay")) await wait(3 * patience);
    const notKept = deployments.filter(
      ({ name, outcome }) =>
        ["applied", "rolled-back", "unknown"].includes(outcome) && !kept.has(name),
    );
    return [
      ...(await untruths(service, plan.targets, deployments)),
      ...notKept.map(({ name }) => `${name}: what it held was not kept`),
    ];
  } finally {
    await service.close();
  }
}

afterAll(() => console.log("Outcomes while things went wrong:", Object.fromEntries(counts)));

test.each(faults.map((fault) => [JSON.stringify(fault), fault] as const))(
  "%s at each step of each kind of target: what is told is true",
  async (_name, fault) => {
    const steps = operations.flatMap((on) =>
      (on.startsWith("GET") ? [0, 1, 2] : [0]).map((after) => ({ on, after })),
    );
    const runs = steps.flatMap((step) =>
      ([1, undefined] as const).map((times): Run => ({
        stored: [denying(403), undefined, undefined, denying(403), denying(403), undefined],
        wanted: [...[0, 1, 2].map(() => denying(404)), undefined, denying(404), denying(404)],
        faults: [{ ...fault, ...step, ...(times && { times }) }],
        attempts: 1,
        options: { concurrency: 1, onFailure: step.after === 2 ? "rollback" : "continue" },
      })),
    );
    const some = someOf(runs, 8);
    expect((await Promise.all(some.map(untruthsOf))).flat()).toEqual([]);
  },
  60_000,
);

test("whatever goes wrong where, each target has one outcome, and it is true", async () => {
  const policy = fc.constantFrom(denying(403), denying(403, false), denying(404), undefined);
  const policies = fc.tuple(policy, policy, policy, policy, policy, policy);
  const fault = fc
    .record({
      fault: fc.constantFrom(...faults),
      on: fc.constantFrom(...operations),
      after: fc.nat(3),
      times: fc.integer({ min: 1, max: 4 }),
      probability: fc.constantFrom(0.5, 1),
    })
    .map(({ fault: kind, ...when }): Fault => ({ ...kind, ...when }));
  const run: fc.Arbitrary<Run> = fc.record({
    stored: policies,
    // A TCP edge and a cloud endpoint cannot lose their policies.
    wanted: policies.map((wanted) =>
      wanted.map((one, index) => (index === 1 || index === 3 ? one : (one ?? denying(405)))),
    ),
    faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
    attempts: fc.integer({ min: 1, max: 3 }),
    options: fc.record({
      concurrency: fc.integer({ min: 1, max: 4 }),
      onFailure: fc.constantFrom("stop", "continue", "rollback"),
    }),
    stopBy: fc.constantFrom("stop", "signal"),
    stopAt: fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined }),
  });
  await seededAsync(
    fc.asyncProperty(run, async (one) => {
      expect(await untruthsOf(one)).toEqual([]);
    }),
    15,
    60,
    5,
  );
}, 300_000);
