import { deployPlan, TargetSkipped, type Target, type TargetDeployment } from "@traffic-policy/api";
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
import { untruths } from "./truth.ts";

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
  expect(await untruths(service, plan.targets, deployments)).toEqual([]);
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
      const isWritten = at % 3 === 2;
      expect(deployments.map(({ outcome, verified }) => `${outcome} ${verified}`)).toEqual(
        all.map((_target, index) =>
          index < done
            ? "applied true"
            : index === done && isWritten
              ? "applied false"
              : "skipped false",
        ),
      );
      const rest = deployments.slice(done + (isWritten ? 1 : 0));
      expect(rest.every(({ error }) => error instanceof TargetSkipped)).toBe(true);
    },
  );

  test("a policy that was written and not read back says so", async () => {
    const { deployments } = await stoppedAt(2, { concurrency: 1 });
    expect(deployments[0]?.error?.message).toBe(
      "The policy was written, but could not be read back: The request was cancelled.",
    );
  });
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
