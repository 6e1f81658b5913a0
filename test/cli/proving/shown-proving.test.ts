import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { Terminal } from "../../../packages/cli/src/context.ts";
import { ShownProving } from "../../../packages/cli/src/proving/shown-proving.ts";
import { testContext } from "../context.ts";

test("a proof that keeps the thread shows within a second, and then each, that it goes on, and nothing is left of it", async () => {
  const drawn: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      drawn.push(String(chunk));
      done();
    },
  });
  const { terminal: own } = await testContext();
  const terminal = Object.create(own, {
    errStream: { value: () => stream },
    showsProgress: { value: true },
  }) as Terminal;
  let now = 0;
  const shown = new ShownProving({ terminal, clock: { now: () => 0, elapsed: () => now } });
  for (now = 0; now < 2500; now += 100) shown.look("web.json");
  shown.end();
  expect(drawn).toEqual([
    "\rProving web.json",
    "\rProving web.json: 1 s",
    "\rProving web.json: 2 s",
    `\r${" ".repeat(21)}\r`,
  ]);
});
