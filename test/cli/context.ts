import { Readable, Writable } from "node:stream";
import { Files } from "@traffic-policy/project";
import type { Context, Terminal } from "../../packages/cli/src/context.ts";
import { createTerminal } from "../../packages/cli/src/create-terminal.ts";
import type { Destination } from "../../packages/cli/src/output-stream.ts";
import { run } from "../../packages/cli/src/program.ts";
import { printedTerminal, type Printed } from "../../packages/cli/src/printed-terminal.ts";

/** A context, and what was written to its terminal. */
export interface TestContext extends Context {
  readonly printed: Printed;
}

/**
 * What a part of the command is run with, in a folder, where nobody can be asked.
 *
 * @param columns - the width of its terminal, 0 for one that does not tell it; without it, it prints to a pipe
 */
export async function testContext(
  cwd = process.cwd(),
  env: Context["env"] = { NO_COLOR: "1" },
  columns?: number,
): Promise<TestContext> {
  const { terminal, printed } =
    columns === undefined ? await printedTerminal(env) : await realTerminal(env, columns);
  return {
    cwd,
    env,
    operator: { user: "anna", host: "desk" },
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    files: new Files(cwd),
    terminal,
    run,
    printed,
  };
}

async function realTerminal(
  env: Context["env"],
  columns: number,
): Promise<{ readonly terminal: Terminal; readonly printed: Printed }> {
  const printed: Printed = { out: "", err: "" };
  const to = (name: "out" | "err"): Destination => ({
    kind: "terminal",
    columns,
    write: (bytes) => bytes.length,
    open: () =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          printed[name] += chunk.toString();
          done();
        },
      }),
    takeAll: () => undefined,
  });
  const streams = { out: to("out"), err: to("err"), input: () => Readable.from([]) };
  return { terminal: await createTerminal(streams, env), printed };
}
