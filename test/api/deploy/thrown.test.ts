import { Cancelled, DeploymentError, deployPlan, makePlan } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { denying, edge, emulated, wanting } from "./deploying.ts";

class Unreadable extends Error {
  override get message(): string {
    throw new Error("There is no message.");
  }
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** What callers' functions may throw, and what can be said of it. */
const thrown: readonly (readonly [what: string, value: unknown, sentence: string])[] = [
  ["an error", new Error("The disk is full."), "The disk is full."],
  ["a text", "The disk is full.", "The disk is full."],
  ["null", null, "A value was thrown that is not an error: null."],
  ["undefined", undefined, "A value was thrown that is not an error: undefined."],
  ["a symbol", Symbol("full"), "A value was thrown that is not an error: Symbol(full)."],
  ["an object", Object.create(null), "It is an error whose message cannot be read."],
  ["an error without a message", new Unreadable(), "It is an error whose message cannot be read."],
  ["a proxy that is over", revoked.proxy, "It is an error whose message cannot be read."],
];

describe.each(thrown)("%s", (_what, value, sentence) => {
  test("that `keep` rejects with: failed, in one sentence, and nothing is written", async () => {
    const service = await emulated(1);
    const plan = await makePlan(service.client, [wanting(edge(0), denying(403))]);
    const [deployment] = await deployPlan(service.client, plan.targets, {
      keep: () => Promise.reject(value as Error),
    });
    expect(deployment).toMatchObject({ outcome: "failed", error: expect.any(DeploymentError) });
    expect(deployment?.error?.message).toBe(
      `Nothing was written, because the stored policy could not be saved: ${sentence}`,
    );
    expect(await service.stored(edge(0))).toBeUndefined();
  });

  test("that `onProgress` throws: skipped, and nothing is written", async () => {
    const service = await emulated(1);
    const plan = await makePlan(service.client, [wanting(edge(0), denying(403))]);
    const deployments = await deployPlan(service.client, plan.targets, {
      onProgress: () => {
        throw value;
      },
    });
    expect(deployments).toMatchObject([{ outcome: "skipped" }]);
    expect(await service.stored(edge(0))).toBeUndefined();
  });

  test("that `onEvent` throws: failed, in one sentence", async () => {
    const service = await emulated(1, {
      retries: { attempts: 2, firstDelay: 1 },
      onEvent: () => {
        throw value;
      },
    });
    const plan = await service.byOther((other) =>
      makePlan(other, [wanting(edge(0), denying(403))]),
    );
    service.setFaults({ fault: "failure", status: 503 });
    const [deployment] = await deployPlan(service.client, plan.targets);
    expect(deployment).toMatchObject({ outcome: "failed", error: expect.any(Error) });
    expect(deployment?.error?.message).toMatch(/^[^\n]+$/);
  });

  test("as the reason of a signal: cancelled", async () => {
    const { client } = await emulated(1);
    const reading = client.readPolicy(edge(0), { signal: AbortSignal.abort(value) });
    await expect(reading).rejects.toBeInstanceOf(Cancelled);
  });
});
