import { Script } from "node:vm";
import { expect, test } from "vitest";
import { collectingEarly } from "../../../packages/cli/src/proving/collecting-early.ts";

let count = 100;
const cachedData = new Script(newText()).createCachedData();

/** A script that the engine does not know yet, as long as all others. */
function newText(): string {
  count += 1;
  return `(() => ${count})()`;
}

/** Whether the engine has other flags than in the beginning: it takes no machine code that was made without them. */
function hasOtherFlags(): boolean {
  return new Script(newText(), { cachedData }).cachedDataRejected === true;
}

test("Flags are others while work is done, and as before once all of it is", async () => {
  expect(hasOtherFlags()).toBe(false);
  const inner = await collectingEarly(async () => {
    const seen = [hasOtherFlags()];
    seen.push(await collectingEarly(hasOtherFlags));
    return [...seen, hasOtherFlags()];
  });
  expect(inner).toEqual([true, true, true]);
  expect(hasOtherFlags()).toBe(false);
});

test("Flags are as before when work fails", async () => {
  const work = (): never => {
    throw new Error("It fails.");
  };
  await expect(collectingEarly(work)).rejects.toThrow("It fails.");
  expect(hasOtherFlags()).toBe(false);
});
