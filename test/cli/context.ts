import { Files } from "@traffic-policy/project";
import type { Context } from "../../packages/cli/src/context.ts";
import { run } from "../../packages/cli/src/program.ts";
import { printedTerminal, type Printed } from "../../packages/cli/src/printed-terminal.ts";

/** A context, and what was written to its terminal. */
export interface TestContext extends Context {
  readonly printed: Printed;
}

/** What a part of the command is run with, in a folder, where nobody can be asked. */
export async function testContext(
  cwd = process.cwd(),
  env: Context["env"] = { NO_COLOR: "1" },
): Promise<TestContext> {
  const { terminal, printed } = await printedTerminal(env);
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
