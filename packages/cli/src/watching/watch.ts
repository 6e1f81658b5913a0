import { fork, type ChildProcess } from "node:child_process";
import { policyEndings } from "@traffic-policy/project/internal";
import { isFolder } from "@traffic-policy/project/files";
import { printable } from "@traffic-policy/policy-language/internal";
import { type Context, exitStatus, type ExitStatus } from "../context.ts";
import { printError } from "../report/error.ts";
import { notWatched, WatchedPaths } from "./watched-paths.ts";
import type { WatchedFiles } from "./report-files.ts";

/**
 * Runs the command, and runs it again whenever a file changes that the result depends on, until interrupted. Each run
 * is a separate process, because loaded modules cannot be unloaded.
 *
 * @param paths - folders among them may get new policies, cases and assertions
 */
export function watch(paths: readonly string[], context: Context): Promise<ExitStatus> {
  const folders = paths.map((path) => context.files.resolve(path)).filter(isFolder);
  return new Watch(folders, context).untilInterrupted();
}

class Watch {
  readonly #context: Context;
  readonly #paths: WatchedPaths;
  #run: ChildProcess | undefined;
  #startedAt = 0;

  constructor(folders: readonly string[], context: Context) {
    const { files, terminal } = context;
    this.#context = context;
    this.#paths = new WatchedPaths({
      top: context.cwd,
      changed: (path) => {
        terminal.err(`\n${printable(files.nameOf(path))} changed.\n`);
        this.#start();
      },
      failed: (folder, code) => printError(notWatched(folder, code, files), context),
      folders,
      isNews,
    });
  }

  async untilInterrupted(): Promise<ExitStatus> {
    const interrupted = new Promise<void>((settle) => {
      process.once("SIGINT", () => settle());
      process.once("SIGTERM", () => settle());
    });
    this.#start();
    await interrupted;
    this.#run?.kill();
    this.#paths.close();
    return exitStatus.ok;
  }

  #start(): void {
    this.#run?.kill();
    this.#startedAt = this.#context.clock.now();
    const args = process.argv.slice(2).map((arg) => (arg === "--watch" ? "--watched" : arg));
    const run = fork(process.argv[1] ?? "", args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#run = run;
    run.once("message", (message) =>
      this.#paths.follow((message as WatchedFiles).files, this.#startedAt),
    );
    run.once("exit", () => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#context.terminal.err("Waiting for changes; press Ctrl-C to stop.\n");
    });
  }
}

function isNews(name: string): boolean {
  const isNew = policyEndings.some((ending) =>
    ["policy", "cases", "assertions"].some((what) => name.endsWith(`.${what}.${ending}`)),
  );
  return isNew || name.startsWith("traffic-policy.config.");
}
