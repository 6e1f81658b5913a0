import { deployPlan, makePlan, type Client, type ClientOptions } from "@traffic-policy/api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { denying, edge, emulated, outcomes, wanting } from "./deploying.ts";
import { passing } from "./passing.ts";

// The client, the emulator and the sockets between them are the real ones. Only the clock is not: it
// goes on while they work, so that an answer takes some tenths of a second.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const perMinute = 120;
const count = 200;

/** Deploys to 200 TCP edges, and tells when requests were refused, in milliseconds from the beginning. */
async function deployed(
  options: Partial<ClientOptions>,
  before: (client: Client) => Promise<unknown> = async () => undefined,
): Promise<{ refused: readonly number[]; requests: number; took: number }> {
  const refused: number[] = [];
  let start = 0;
  const service = await emulated(
    count,
    {
      retries: { attempts: 4 },
      onEvent: (event) => {
        if (event.kind === "retry" && event.error.status === 429) {
          refused.push(performance.now() - start);
        }
      },
      ...options,
    },
    { requestsPerMinute: perMinute },
  );
  await passing(service.byOther(before));
  start = performance.now();
  const wanted = Array.from({ length: count }, (_item, index) =>
    wanting(edge(index), denying(403)),
  );
  const plan = await passing(makePlan(service.client, wanted));
  const deployments = await passing(deployPlan(service.client, plan.targets));
  expect(new Set(Object.values(outcomes(deployments)))).toEqual(new Set(["applied"]));
  return { refused, requests: service.requests.length, took: performance.now() - start };
}

/** How long so many requests take at least, in milliseconds. */
function least(requests: number): number {
  return Math.floor((requests - 1) / perMinute) * minute;
}

test("a client that knows the limit is never refused, and wastes no minute", async () => {
  const { refused, requests, took } = await deployed({ requestsPerMinute: perMinute });
  expect(requests).toBe(2 + 3 * count);
  expect(refused).toEqual([]);
  expect(took).toBeGreaterThan(least(requests));
  expect(took).toBeLessThan(least(requests) + minute);
});

test("a client that does not know the limit is refused in the first minute only", async () => {
  const { refused, took, requests } = await deployed({});
  expect(refused.length).toBeGreaterThan(0);
  expect(Math.max(...refused)).toBeLessThan(minute);
  expect(took).toBeLessThan(least(requests) + 2 * minute);
});

test("when others have used up the minute before, it is refused in the first minute only", async () => {
  // The others' requests become free within some seconds, and the pause of a refusal is one second:
  // by chance, the same request can be refused in each of them.
  const options = { requestsPerMinute: perMinute, retries: { attempts: 12 } };
  const { refused } = await deployed(options, async (other) => {
    for (let index = 0; index < 100; index += 1) await other.tcpEdges.get("edge_0");
  });
  expect(refused.length).toBeGreaterThan(0);
  expect(Math.max(...refused)).toBeLessThan(minute);
});
