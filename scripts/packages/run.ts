import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { userEnvironment } from "../user-environment.js";

/** How a program is run. */
export interface RunOptions {
  readonly cwd: string;
  /** The folder of the `node` that it is run with, and that it starts itself; ours without it. */
  readonly node?: string | undefined;
  /** What it has to exit with; 0 unless set. */
  readonly status?: number;
}

/** What came of a run. */
export interface Ended {
  /** The exit status, or the signal or the error that ended it. */
  readonly with: number | string;
  /** Its output, then its errors. */
  readonly written: string;
}

/** Runs a program, for half an hour at most. */
export function ended(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const { cwd } = options;
  const settings = { cwd, env: environment(options), maxBuffer: 100_000_000, timeout: 1_800_000 };
  return new Promise((settle) => {
    const child = execFile(program, args, settings, (error, out, err) => {
      const end = child.exitCode ?? child.signalCode ?? String(error?.message);
      settle({ with: end, written: out + err });
    });
    child.stdin?.end();
  });
}

/**
 * Runs a program and gives what it wrote.
 *
 * @throws {Error} with all that it wrote, when it ends with another status.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { cwd, status = 0 } = options;
  const { with: end, written } = await ended(program, args, options);
  if (end === status) return written;
  throw new Error(`${program} ${args.join(" ")} in ${cwd} ended with ${end}.\n${written}`);
}

/** Whom the package managers trust, on a machine that has an authority of its own. */
const authorities = { NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"] };

/** The environment of a user whose `node` is the one of that folder. */
export function environment({ node }: Pick<RunOptions, "node">): NodeJS.ProcessEnv {
  const kept = Object.entries({ ...userEnvironment(), ...authorities }).filter(
    // What `npm run` tells the scripts that it runs is not for the package managers of other projects.
    ([name]) => !/^npm_/i.test(name),
  );
  const { PATH = "", ...others } = Object.fromEntries(kept);
  return { ...others, PATH: node === undefined ? PATH : `${node}${delimiter}${PATH}` };
}
