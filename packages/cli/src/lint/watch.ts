import { fork, type ChildProcess } from "node:child_process";
import { statSync, watch as watchFolder, type FSWatcher } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { policyEndings } from "../policy-file/load-policy.ts";
import { relativePath } from "../relative-path.ts";
import type { Terminal } from "../terminal.ts";
import type { WatchedFiles } from "./tell-files.ts";

/**
 * Runs the command, and runs it again whenever a file changes that the result depends on, until it is
 * interrupted. Each run is a process of its own: modules that were loaded cannot be unloaded.
 *
 * @param paths - those that are folders may get new policies and cases
 */
export function watch(paths: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const folders = paths.map((path) => resolve(path)).filter(isFolder);
  return new Watch(folders, terminal).untilInterrupted();
}

class Watch {
  readonly #folders: readonly string[];
  readonly #terminal: Terminal;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #files = new Set<string>();
  #run: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  /** @param folders - those that new policies and cases may come into */
  constructor(folders: readonly string[], terminal: Terminal) {
    this.#folders = folders;
    this.#terminal = terminal;
  }

  async untilInterrupted(): Promise<ExitStatus> {
    const interrupted = new Promise<void>((settle) => {
      process.once("SIGINT", () => settle());
      process.once("SIGTERM", () => settle());
    });
    this.#start();
    await interrupted;
    clearTimeout(this.#timer);
    this.#run?.kill();
    for (const watcher of this.#watchers.values()) watcher.close();
    return exitStatus.ok;
  }

  #start(): void {
    this.#run?.kill();
    this.#startedAt = Date.now();
    const args = process.argv.slice(2).map((arg) => (arg === "--watch" ? "--watched" : arg));
    const run = fork(process.argv[1] ?? "", args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#run = run;
    run.once("message", (message) => this.#follow(message as WatchedFiles));
    run.once("exit", () => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#terminal.err("Waiting for changes; Ctrl-C ends it.\n");
    });
  }

  #follow({ files }: WatchedFiles): void {
    for (const file of files) this.#files.add(file);
    for (const folder of [...this.#folders, ...files.map((file) => dirname(file))]) {
      if (this.#watchers.has(folder) || !isFolder(folder)) continue;
      // The folder, not the file: editors put another file in its place.
      const watcher = watchFolder(folder, (_event, name) => this.#changed(folder, name));
      this.#watchers.set(folder, watcher);
      // What was saved during the run came before anybody watched.
      const saved = files.find((file) => dirname(file) === folder && this.#isSavedSince(file));
      if (saved !== undefined) this.#changed(folder, basename(saved));
    }
  }

  #isSavedSince(file: string): boolean {
    return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > this.#startedAt;
  }

  #changed(folder: string, name: string | null): void {
    if (name === null) return;
    const file = join(folder, name);
    const isNew = policyEndings.some(
      (ending) => name.endsWith(`.policy.${ending}`) || name.endsWith(`.cases.${ending}`),
    );
    const isConfiguration = name.startsWith("traffic-policy.config.");
    if (!this.#files.has(file) && !isNew && !isConfiguration) return;
    clearTimeout(this.#timer);
    // Saving one file is several events.
    this.#timer = setTimeout(() => {
      this.#terminal.err(`\n${relativePath(file)} changed.\n`);
      this.#start();
    }, 50);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
