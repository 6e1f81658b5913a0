import { Readable, Writable } from "node:stream";
import { Files } from "@traffic-policy/policy-module";
import type { Context } from "../../packages/cli/src/context.ts";
import { createTerminal } from "../../packages/cli/src/create-terminal.ts";
import type { Destination } from "../../packages/cli/src/output-stream.ts";

/** A context, and what was written to its terminal. */
export interface TestContext extends Context {
  readonly printed: { out: string; err: string };
}

/** What a part of the command is run with, in a folder, where nobody can be asked. */
export async function testContext(
  cwd = process.cwd(),
  env: Context["env"] = { NO_COLOR: "1" },
): Promise<TestContext> {
  const printed = { out: "", err: "" };
  const to = (name: "out" | "err"): Destination => ({
    kind: "pipe",
    write(bytes) {
      printed[name] += Buffer.from(bytes).toString();
      return bytes.length;
    },
    open: () => new Writable(),
    takeAll: () => undefined,
  });
  const streams = { out: to("out"), err: to("err"), input: () => Readable.from([]) };
  return {
    cwd,
    env,
    operator: { user: "anna", host: "desk" },
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    files: new Files(cwd),
    terminal: await createTerminal(streams, env),
    printed,
  };
}
