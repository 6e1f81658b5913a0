import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";

/** The modules that belong to the command. A single executable has others in place of these; see `start/`. */
export interface OwnModules {
  /** Loads a library at once. */
  load(name: string): unknown;
  /** Returns the URL of a module that user code may import. */
  urlOf(name: string): string;
  startThread(file: string, options: WorkerOptions): Worker;
  /** Starts a thread that runs this command. */
  startCommand(options: WorkerOptions): Worker;
  /** Lets user code import the project's packages where none are installed; only the first call has an effect. */
  offer(): void;
}

export const ownModules: OwnModules = {
  load: (name) => createRequire(import.meta.url)(name) as unknown,
  urlOf: (name) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href,
  startThread: (file, options) => startWorker(new URL(`./${file}`, import.meta.url), options),
  startCommand: (options) => startWorker(process.argv[1] ?? "", options),
  offer() {
    // They lie beside the command, where the hooks find them.
  },
};

function startWorker(file: string | URL, options: WorkerOptions): Worker {
  // Not imported: most runs start no thread.
  const threads = process.getBuiltinModule("node:worker_threads");
  return new threads.Worker(file, options);
}
