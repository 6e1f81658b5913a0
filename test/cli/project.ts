import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { run } from "../../packages/cli/src/program.ts";
import { userEnvironment } from "../../scripts/user-environment.js";
import { testContext } from "./context.ts";

/** What a command line came to. */
interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A folder in which command lines are run in this process. */
export interface Project {
  readonly folder: string;
  /** Writes a file: a text, or a document as JSON. */
  readonly write: (name: string, content: string | object) => void;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** The same with more variables of the environment. */
  readonly runIn: (
    more: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ) => Promise<Ran>;
}

/**
 * Makes a project of these files that is in no repository; it is removed with the test. Code of a project would
 * guard the process that all tests share, so what loads some is a test in `test/e2e`.
 */
export function projectOf(files: Readonly<Record<string, string | object>>): Project {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | object): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const runIn: Project["runIn"] = async (more, ...args) => {
    const env = { ...userEnvironment(), NO_COLOR: "1", GIT_CEILING_DIRECTORIES: tmpdir(), ...more };
    const context = await testContext(folder, env);
    const status = await run(args, context);
    await context.terminal.flushed();
    return { status, ...context.printed };
  };
  return { folder, write, runIn, run: (...args) => runIn({}, ...args) };
}
