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

/**
 * Runs a program, for half an hour at most, and gives what it wrote.
 *
 * @throws {Error} with all that it wrote, when it ends with another status.
 */
export function run(program: string, args: readonly string[], options: RunOptions) {
  const { cwd, status = 0 } = options;
  const settings = { cwd, env: environment(options), maxBuffer: 100_000_000, timeout: 1_800_000 };
  return new Promise<string>((settle, refuse) => {
    const child = execFile(program, args, settings, (error, out, err) => {
      if (child.exitCode === status) settle(out + err);
      else {
        const ended = child.exitCode ?? child.signalCode ?? error?.message;
        refuse(
          new Error(`${program} ${args.join(" ")} in ${cwd} ended with ${ended}.\n${out}${err}`),
        );
      }
    });
    child.stdin?.end();
  });
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
