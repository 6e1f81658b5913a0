import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WorkClient } from "../../../packages/playground/src/work/client.ts";
import type { WorkRequest, WorkResponse } from "../../../packages/playground/src/work/messages.ts";

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  readonly requests: WorkRequest[] = [];
  isTerminated = false;

  postMessage(request: WorkRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** Answers the last request, or another one. */
  reply(text: string, id = this.requests.at(-1)?.id ?? 0): void {
    const reply = { state: "answered", answer: { text, pretty: "", bytes: 0 } } as const;
    this.dispatchEvent(new MessageEvent("message", { data: { id, reply } satisfies WorkResponse }));
  }
}

let started: FakeWorker[];
let client: WorkClient;

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  client = new WorkClient({
    start: () => {
      const worker = new FakeWorker();
      started.push(worker);
      return worker as unknown as Worker;
    },
    timeLimit: 5000,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const policy = { language: "json", text: "{}" } as const;
const deployed = (text: string) => client.ask("deployed", { policy: { ...policy, text } });
const answered = (text: string) => ({ state: "answered", answer: { text, pretty: "", bytes: 0 } });
const replaced = { state: "replaced" };

test("a worker starts with the first question", async () => {
  expect(started).toEqual([]);
  const asked = deployed("a");
  expect(started).toHaveLength(1);
  started[0]?.reply("b");
  expect(await asked).toEqual(answered("b"));
  void deployed("c");
  expect(started).toHaveLength(1);
});

describe("of each kind one question is open", () => {
  test("one that waits is replaced by a newer one", async () => {
    const first = client.ask("lint", { policy });
    const [second, third] = [deployed("a"), deployed("b")];
    expect(await second).toEqual(replaced);
    started[0]?.reply("1");
    expect(await first).toEqual(answered("1"));
    expect(started[0]?.requests.map(({ kind }) => kind)).toEqual(["lint", "deployed"]);
    started[0]?.reply("2");
    expect(await third).toEqual(answered("2"));
  });

  test("one that is being answered is replaced, and what comes of it is not shown", async () => {
    const [first, second] = [deployed("a"), deployed("b")];
    expect(await first).toEqual(replaced);
    expect(started[0]?.requests).toHaveLength(1);
    started[0]?.reply("1");
    expect(started[0]?.requests).toHaveLength(2);
    started[0]?.reply("2");
    expect(await second).toEqual(answered("2"));
  });

  test("one that goes on for long when it was replaced does not keep the newer one waiting", async () => {
    const [first, second] = [deployed("a"), deployed("b")];
    vi.advanceTimersByTime(300);
    expect(await first).toEqual(replaced);
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    // What the old one says now is of no interest.
    started[0]?.reply("1");
    started[1]?.reply("2");
    expect(await second).toEqual(answered("2"));
  });
});

describe("an answer that takes too long", () => {
  test("ends the worker with one sentence, and the next question starts another one", async () => {
    const first = deployed("a");
    vi.advanceTimersByTime(4999);
    expect(started[0]?.isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await first).toEqual({
      state: "refused",
      problem: {
        message: "This did not finish within 5 seconds.",
        help: "Try a smaller policy, or fewer exchanges, cases or assertions.",
      },
    });
    expect(started[0]?.isTerminated).toBe(true);
    const second = deployed("b");
    started[1]?.reply("2");
    expect(await second).toEqual(answered("2"));
  });

  test("of a proof is one that takes longer than its budget, and keeps no other question waiting", async () => {
    const proof = client.ask("prove", { policy, seconds: 20 });
    const other = deployed("a");
    expect(started).toHaveLength(2);
    started[1]?.reply("1");
    expect(await other).toEqual(answered("1"));
    vi.advanceTimersByTime(24_999);
    expect(started[0]?.isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await proof).toMatchObject({
      problem: { message: "This did not finish within 25 seconds." },
    });
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });
});

test("a worker that ends by itself is one sentence, and another one starts", async () => {
  const first = deployed("a");
  started[0]?.dispatchEvent(new Event("error", { cancelable: true }));
  expect(await first).toEqual({
    state: "refused",
    problem: {
      message: "The worker ended unexpectedly.",
      help: "Try again, or reload the page.",
    },
  });
  void deployed("b");
  expect(started).toHaveLength(2);
});

test("a worker that cannot be started is one sentence", async () => {
  const broken = new WorkClient({
    start: () => {
      throw new Error("no");
    },
  });
  expect(await broken.ask("deployed", { policy })).toMatchObject({
    state: "refused",
    problem: { message: "The worker could not be started." },
  });
});

test("closing ends the workers, and what is open counts as replaced", async () => {
  const asked = [deployed("a"), client.ask("lint", { policy }), client.ask("prove", { policy })];
  client.close();
  expect(await Promise.all(asked)).toEqual([replaced, replaced, replaced]);
  expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  vi.advanceTimersByTime(100_000);
  void deployed("b");
  expect(started).toHaveLength(3);
});
