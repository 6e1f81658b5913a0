import { setMaxListeners } from "node:events";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PauseTooLong, RateLimiter } from "../../packages/api/src/transport/rate-limiter.ts";
import { seededAsync } from "../seeded.ts";

// Only the clock is not the real one: a minute would be long.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const never = new AbortController().signal;
setMaxListeners(0, never);

/** Asks for turns whose requests are answered at once, and notes when they were given. */
function ask(limiter: RateLimiter, count: number, times: number[]): void {
  const one = async (): Promise<void> => {
    const turn = await limiter.turn(Infinity, never);
    times.push(turn.time);
    limiter.settle(turn);
  };
  for (let index = 0; index < count; index += 1) void one();
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

test("as many as the limit go at once, the next when the first is a minute old", async () => {
  const limiter = new RateLimiter(3);
  const start = performance.now();
  const times: number[] = [];
  ask(limiter, 2, times);
  await pass(1000);
  ask(limiter, 3, times);
  expect(limiter.delay).toBeGreaterThan(0);
  await pass(2 * minute);
  expect(times.map((time) => time - start)).toEqual([0, 0, 1000, minute, minute]);
});

test("a turn counts until a minute after its answer: until then the service may count it", async () => {
  const limiter = new RateLimiter(2);
  const start = performance.now();
  const [slow, quick] = [await limiter.turn(Infinity, never), await limiter.turn(Infinity, never)];
  limiter.settle(quick);
  const times: number[] = [];
  ask(limiter, 2, times);
  await pass(70_000);
  expect(times.map((time) => time - start)).toEqual([minute]);
  limiter.settle(slow);
  await pass(minute);
  expect(times.map((time) => time - start)).toEqual([minute, 2 * minute]);
});

test("in no minute more than the limit, and in the order of asking", async () => {
  const arrival = fc.record({ after: fc.nat(40_000), count: fc.integer({ min: 1, max: 8 }) });
  await seededAsync(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(arrival), async (limit, arrivals) => {
      const limiter = new RateLimiter(limit);
      const times: number[] = [];
      let asked = 0;
      for (const { after, count } of arrivals) {
        await pass(after);
        ask(limiter, count, times);
        asked += count;
      }
      await pass((asked / limit + 1) * minute);
      expect(times).toHaveLength(asked);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const tooClose = times.filter(
        (time, index) => time - (times[index - limit] ?? -Infinity) < minute,
      );
      expect(tooClose).toEqual([]);
    }),
    200,
  );
});

describe("a pause of the service", () => {
  test("holds everybody", async () => {
    const limiter = new RateLimiter(Infinity);
    const refused = await limiter.turn(Infinity, never);
    const start = performance.now();
    limiter.refused(refused, 5000);
    const times: number[] = [];
    ask(limiter, 2, times);
    expect(limiter.delay).toBe(5000);
    await pass(5000);
    expect(times.map((time) => time - start)).toEqual([5000, 5000]);
  });

  test("longer than somebody has time is told at once, also to those who wait already", async () => {
    const limiter = new RateLimiter(1);
    const first = await limiter.turn(Infinity, never);
    const waiting = limiter
      .turn(performance.now() + 70_000, never)
      .catch((error: unknown) => error);
    limiter.refused(first, 80_000);
    expect(await waiting).toBeInstanceOf(PauseTooLong);
    await expect(limiter.turn(performance.now() + 10, never)).rejects.toMatchObject({
      remaining: 80_000,
    });
  });
});

describe("what is learned from a 429", () => {
  async function accepted(limiter: RateLimiter, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      limiter.settle(await limiter.turn(Infinity, never));
    }
  }

  test("is what was accepted in the minute before", async () => {
    const limiter = new RateLimiter(500);
    await accepted(limiter, 120);
    limiter.refused(await limiter.turn(Infinity, never), undefined);
    expect(limiter.limit).toBe(120);
    const times: number[] = [];
    const start = performance.now();
    ask(limiter, 1, times);
    await pass(2 * minute);
    expect(times.map((time) => time - start)).toEqual([minute]);
  });

  test("several that were on their way count once", async () => {
    const limiter = new RateLimiter(Infinity);
    await accepted(limiter, 20);
    const late = [await limiter.turn(Infinity, never), await limiter.turn(Infinity, never)];
    for (const turn of late) limiter.refused(turn, undefined);
    expect(limiter.limit).toBe(20);
  });

  test("doubles with every minute without another, up to what was configured", async () => {
    const limiter = new RateLimiter(50);
    await accepted(limiter, 20);
    limiter.refused(await limiter.turn(Infinity, never), undefined);
    const limits = [limiter.limit];
    for (let index = 0; index < 3; index += 1) {
      await pass(minute);
      limits.push(limiter.limit);
    }
    expect(limits).toEqual([20, 40, 50, 50]);
  });

  test("is nothing when only a few were accepted: others use the account", async () => {
    const limiter = new RateLimiter(120);
    await accepted(limiter, 9);
    limiter.refused(await limiter.turn(Infinity, never), undefined);
    expect(limiter.limit).toBe(120);
  });

  test("is nothing when the service asks for less of a pause than such a limit would", async () => {
    const limiter = new RateLimiter(Infinity);
    await accepted(limiter, 20);
    limiter.refused(await limiter.turn(Infinity, never), 1000);
    expect(limiter.limit).toBe(Infinity);
    expect(limiter.delay).toBe(1000);
  });

  test("is the limit when the pause agrees with it, and stays so for an hour", async () => {
    const limiter = new RateLimiter(Infinity);
    await accepted(limiter, 20);
    await pass(1500);
    limiter.refused(await limiter.turn(Infinity, never), 58_000);
    const limits = [limiter.limit];
    for (const minutes of [59, 1]) {
      await pass(minutes * minute);
      limits.push(limiter.limit);
    }
    expect(limits).toEqual([20, 20, 40]);
  });
});

test("who gives up leaves the place to the next", async () => {
  const limiter = new RateLimiter(1);
  limiter.settle(await limiter.turn(Infinity, never));
  const controller = new AbortController();
  const given = limiter.turn(Infinity, controller.signal).catch((error: unknown) => error);
  const times: number[] = [];
  ask(limiter, 1, times);
  const start = performance.now();
  controller.abort(new Error("enough"));
  expect(await given).toEqual(new Error("enough"));
  await pass(minute);
  expect(times.map((time) => time - start)).toEqual([minute]);
  await expect(limiter.turn(Infinity, controller.signal)).rejects.toThrow("enough");
});

test("the delay that is told is the one that is waited", async () => {
  const limiter = new RateLimiter(2);
  const start = performance.now();
  const times: number[] = [];
  const told: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    told.push(limiter.delay);
    ask(limiter, 1, times);
    await pass(100);
  }
  await pass(5 * minute);
  expect(told.map((delay, index) => index * 100 + delay)).toEqual(
    times.map((time) => time - start),
  );
});
