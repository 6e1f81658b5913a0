import { deployPlan, NotTried, type Target, type TargetDeployment } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import {
  denying,
  edge,
  emulated,
  planned,
  route,
  wanting,
  written,
  type Emulated,
} from "./deploying.ts";
import { expectTruth } from "./truth.ts";

const all: readonly Target[] = [edge(0), route(0), edge(1), route(1)];

/** Deploys to four targets, two of which have a policy, and stops when so many requests have arrived. */
async function stoppedAt(
  count: number,
  options: { readonly concurrency: number; readonly onFailure?: "rollback" },
): Promise<{ service: Emulated; deployments: readonly TargetDeployment[] }> {
  const service = await emulated(2);
  await written(service, [edge(0), denying(403)], [route(0), denying(403)]);
  const plan = await planned(service, ...all.map((target) => wanting(target, denying(404))));
  const controller = new AbortController();
  service.onRequest = () => {
    if (service.requests.length === count) controller.abort();
  };
  const { signal: stop } = controller;
  const deployments = await deployPlan(service.client, plan.targets, { ...options, stop });
  await expectTruth(service, plan.targets, deployments);
  return { service, deployments };
}

describe("one target after the other", () => {
  const requests = Array.from({ length: all.length * 3 }, (_item, index) => index + 1);

  test.each(requests)(
    "stopped at request %d: it is finished, and there is no other",
    async (at) => {
      const { service, deployments } = await stoppedAt(at, { concurrency: 1 });
      expect(service.requests).toHaveLength(at);
      const done = Math.floor(at / 3);
      const step = ["not begun", "read", "written"][at % 3];
      for (const [index, { outcome, verified, error }] of deployments.entries()) {
        if (index < done) expect([outcome, verified]).toEqual(["applied", true]);
        else if (index === done && step === "written") {
          expect([outcome, verified]).toEqual(["applied", false]);
          expect(error?.message).toBe(
            "The policy was written, but could not be read back: The request was cancelled.",
          );
        } else {
          expect(outcome).toBe("skipped");
          expect(error).toBeInstanceOf(NotTried);
        }
      }
    },
  );
});

test("stopped before the first request: all are skipped, and nothing is asked", async () => {
  const service = await emulated(2);
  const plan = await planned(service, ...all.map((target) => wanting(target, denying(404))));
  const stop = AbortSignal.abort();
  const deployments = await deployPlan(service.client, plan.targets, { stop });
  expect(deployments.map(({ outcome }) => outcome)).toEqual(all.map(() => "skipped"));
  expect(service.requests).toEqual([]);
});

test("stopped at any request of several at the same time: what is told is true", async () => {
  for (let at = 1; at <= all.length * 3; at += 1) {
    const { service } = await stoppedAt(at, { concurrency: 3 });
    expect(service.requests.length).toBeLessThan(at + 3);
  }
});
