import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { Terminal } from "../../../packages/cli/src/context.ts";
import { inSteps } from "../../../packages/cli/src/progress/steps.ts";
import { testContext } from "../context.ts";

/** A terminal that keeps what is drawn on it, and a clock that each look moves. */
async function onTerminal(milliseconds: number) {
  const context = await testContext();
  let drawn = "";
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      drawn += String(chunk);
      done();
    },
  });
  const errStream = (): NodeJS.WriteStream =>
    Object.assign(stream as unknown as NodeJS.WriteStream, { isTTY: true, columns: 80, rows: 24 });
  const terminal: Terminal = Object.assign(Object.create(context.terminal) as Terminal, {
    errStream,
  });
  Object.defineProperty(terminal, "showsProgress", { value: true });
  let now = 0;
  const clock = { now: () => 0, elapsed: () => (now += milliseconds) };
  return { context: { terminal, clock }, drawn: () => drawn };
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((settle) => setTimeout(settle, milliseconds));

test("somebody at a terminal sees how far work is that takes more than a second", async () => {
  // Loading it here takes longer than in the built command.
  await import("../../../packages/cli/src/progress/shown-progress.ts");
  const { context, drawn } = await onTerminal(10);
  const result = await inSteps("Linting", 12, context, async (step) => {
    for (let index = 0; index < 12; index += 1) {
      await wait(150);
      await step();
    }
    return "done";
  });
  expect(result).toBe("done");
  expect(drawn()).toMatch(/Linting: \d+ of 12/);
});

test("what takes less is not shown, nor what has a single step", async () => {
  const { context, drawn } = await onTerminal(1000);
  const steps = async (step: () => Promise<void> | undefined): Promise<void> => {
    for (let index = 0; index < 5; index += 1) await step();
  };
  await inSteps("Linting", 5, context, steps);
  await inSteps("Linting", 1, context, () => wait(1100));
  expect(drawn()).toBe("");
});

test("work that fails before it is shown, or while it is, fails as it would have", async () => {
  const { context } = await onTerminal(10);
  const failing = (milliseconds: number): Promise<never> =>
    inSteps("Linting", 2, context, async () => {
      await wait(milliseconds);
      throw new Error("It is broken.");
    });
  await expect(failing(0)).rejects.toThrow("It is broken.");
  await expect(failing(1300)).rejects.toThrow("It is broken.");
});

test("timers get their turn between steps that keep the thread", async () => {
  const { context } = await onTerminal(100);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  await inSteps("Linting", 20, context, async (step) => {
    for (let index = 0; index < 20; index += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      await step();
    }
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});

test("where there is no terminal nothing is said, however long it takes", async () => {
  const context = await testContext();
  await inSteps("Linting", 2, context, async (step) => {
    await wait(1100);
    await step();
  });
  expect(context.printed).toEqual({ out: "", err: "" });
});
