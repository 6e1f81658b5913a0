import {
  deployPlan,
  makePlan,
  type DeployOptions,
  type TargetDeployment,
} from "@traffic-policy/api";
import { cloudVersionHeader } from "@traffic-policy/emulator";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, answering, emulated, forward } from "../local-service.ts";
import { denying, kindsOfTargets, wanting } from "./deploying.ts";
import { passing } from "./passing.ts";

// The client, the emulator and the sockets between them are the real ones. Only the clock is not.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(kindsOfTargets)("%s: a write whose answer is a reset", (_kind, target) => {
  /** Deploys through a line that holds the write back for some milliseconds and resets at once. */
  async function deployed(
    late: number,
    options: DeployOptions = {},
    onRead: (count: number) => void = () => undefined,
  ): Promise<{ deployment: TargetDeployment | undefined; reads: number; took: number }> {
    const { client: direct, baseUrl: upstream } = await emulated("edge_0");
    let reads = 0;
    const { baseUrl } = await answering(async (response, request) => {
      if (request.method === "GET") {
        onRead((reads += 1));
        await forward(request, upstream, response);
        return;
      }
      response.socket?.resetAndDestroy();
      if (late < Infinity) setTimeout(() => void forward(request, upstream), late);
    });
    const client = clientOf(baseUrl, { retries: {}, versionHeader: cloudVersionHeader });
    const plan = await passing(makePlan(direct, [wanting(target, denying(404))]));
    const begin = performance.now();
    const [deployment] = await passing(deployPlan(client, plan.targets, options));
    return { deployment, reads, took: performance.now() - begin };
  }

  test("and that arrives three seconds later is seen there: applied", async () => {
    const { deployment } = await deployed(3000);
    expect(deployment).toMatchObject({ outcome: "applied", verified: true });
    expect(deployment).not.toHaveProperty("error");
  });

  test("and that is not seen there for some seconds is unknown, never failed", async () => {
    const { deployment, reads, took } = await deployed(Infinity);
    expect(deployment).toMatchObject({ outcome: "unknown", verified: false });
    // Once before the write, and four times after it.
    expect(reads).toBe(5);
    expect(took).toBeGreaterThan(5000);
  });

  test.each(["stop", "signal"] as const)("is not waited for after a %s", async (how) => {
    const controller = new AbortController();
    const { deployment, reads } = await deployed(
      Infinity,
      { [how]: controller.signal },
      (count) => {
        if (count === 3) setTimeout(() => controller.abort(), 500);
      },
    );
    expect(deployment).toMatchObject({ outcome: "unknown" });
    expect(reads).toBe(3);
  });
});

test("is looked for no longer than an operation may take", async () => {
  const { client: direct, baseUrl: upstream } = await emulated("edge_0");
  let reads = 0;
  const { baseUrl } = await answering(async (response, request) => {
    if (request.method !== "GET") return void response.socket?.resetAndDestroy();
    reads += 1;
    await forward(request, upstream, response);
  });
  const client = clientOf(baseUrl, { retries: {}, timeouts: { total: 1000 } });
  const [[, target]] = kindsOfTargets;
  const plan = await passing(makePlan(direct, [wanting(target, denying(404))]));
  const deployments = await passing(deployPlan(client, plan.targets));
  expect(deployments).toMatchObject([{ outcome: "unknown" }]);
  expect(reads).toBeLessThanOrEqual(3);
});
