import Module from "node:module";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { endlessHelp } from "@traffic-policy/policy-builder/code";
import { secondsText } from "@traffic-policy/policy-language/internal";
import { largestDocument, type Files } from "../files/files.ts";
import { rememberBuiltIns, restoreBuiltIns } from "./built-ins.ts";
import { guardProcess, guardChildren } from "./guard-process.ts";
import { noteStop, runningTimers, withFailures, settled } from "./late-failures.ts";
import { loadedModules } from "./loaded-modules.ts";
import { clock, defaultTimeLimit, importIndex, stoppedAfter, withinTime } from "./time-limit.ts";
import { needsPlaces, readable, toUserCodeError } from "./to-user-code-error.ts";
import { UserCodeError, userPlacesOf } from "./user-code-error.ts";
import { checkPackageScope } from "./package-scope.ts";
import { moduleUrl } from "./module-url.ts";
import { modulesAtOnce, runAtOnce } from "./modules-at-once.ts";
import { nativeImport } from "./native-import.ts";
import { otherRuntime } from "./other-runtime.ts";
import { ownModules } from "./own-modules.ts";
import { hooks, initialize, type HookData, type SentFiles } from "./typescript-hooks.ts";

// State of the process, as what it is about is.
let isGuarded = false;
let latest: Files | undefined;
const loadedSync = new Set<string>();

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check, and takes something
 * out of it. A module runs once, and once more, with all that it imports from the user's files, when
 * texts were given since.
 *
 * @param file - absolute path
 * @param take - what is taken from the exports; code of the user's that it runs, such as a getter,
 *   is held to the same limit
 * @throws UserCodeError when it is missing, may not be run, cannot be parsed, throws, or takes too long
 */
export async function importModule<T>(file: string, take: Take<T>, files: Files): Promise<T> {
  if (files.given(file) === undefined && files.sizeOf(file, largestDocument) === undefined) {
    throw new UserCodeError(files, file, "There is no such file.");
  }
  if (!files.runsCode) {
    files.refused.push(file);
    throw new UserCodeError(
      files,
      file,
      `The module ${files.nameOf(file)} runs only in a trusted workspace.`,
    );
  }
  if (process.versions["pnp"] !== undefined) {
    const reason = "Modules do not find packages in the archives of Yarn's Plug'n'Play.";
    throw new UserCodeError(files, file, reason, {
      help: "Write `nodeLinker: node-modules` into .yarnrc.yml, and run `yarn install`.",
    });
  }
  checkPackageScope(file, files);
  guard(files);
  const refuse = (): void => refuseChanged(file, files);
  const checked: Take<T> = (exports) => {
    refuse();
    const value = take(exports);
    refuse();
    return value;
  };
  const { result, failures } = await withFailures(() => load(file, checked, files));
  if (result.state === "loaded") refuse();
  if (result.state === "loaded" && failures.length === 0) return result.value;
  if (result.state !== "timed-out") {
    const error = result.state === "failed" ? result.error : failures[0];
    const places = needsPlaces(error) ? await import("./error-places.ts") : undefined;
    // What nobody waits for may come from a module that was loaded before.
    const isOwn = result.state === "failed" || !hasPlace(error);
    throw toUserCodeError(isOwn ? file : "", error, { files, places });
  }
  restoreBuiltIns();
  noteStop();
  const more = files.timeLimit === undefined ? "" : "; --timeout allows more time";
  throw new UserCodeError(files, file, `It did not finish within ${secondsText(limitOf(files))}.`, {
    help: `${endlessHelp.slice(0, -1)}${more}.`,
  });
}

/** @throws UserCodeError when user code changed built-in objects that later code depends on */
function refuseChanged(file: string, files: Files): void {
  const changed = restoreBuiltIns();
  if (changed !== undefined) throw changeError(file, files, changed);
}

function changeError(file: string, files: Files, changed: string): UserCodeError {
  return new UserCodeError(files, file, `It changes ${changed}, which all other code uses, too.`, {
    help: "Write a function of your own instead of changing a built-in one.",
  });
}

type Loaded<T> =
  | { readonly state: "loaded"; readonly value: T }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "timed-out" };

function limitOf({ timeLimit = defaultTimeLimit }: Files): number {
  return timeLimit;
}

async function load<T>(file: string, take: Take<T>, files: Files): Promise<Loaded<T>> {
  try {
    const taken =
      otherRuntime === undefined
        ? ((await tryAtOnce(file, take, files)) ?? (await loadWithHooks(file, take, files)))
        : await loadByRuntime(file, take, files);
    return taken === "timed-out" ? { state: taken } : { state: "loaded", value: taken.value };
  } catch (error) {
    // What is thrown then may well come from that.
    const changed = restoreBuiltIns();
    const cause = changed === undefined ? error : changeError(file, files, changed);
    return { state: "failed", error: readable(cause) };
  }
}

function hasPlace(error: unknown): boolean {
  return error instanceof Error && userPlacesOf(error).length > 0;
}

function guard(files: Files): void {
  latest = files;
  if (isGuarded) return;
  isGuarded = true;
  ownModules.offer();
  rememberBuiltIns();
  // Between where the builder throws and the user's call there may be many of the builder's own.
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 50);
  guardProcess((error) => toUserCodeError("", error, { files: latest ?? files }));
}

async function tryAtOnce<T>(
  file: string,
  take: Take<T>,
  files: Files,
): Promise<{ readonly value: T } | "timed-out" | undefined> {
  // Hooks tell which modules are loaded, and can load a module again.
  if (loadedModules() !== undefined || loadedSync.has(file)) return undefined;
  // Node would take one that failed for the same when it is tried again.
  loadedSync.add(file);
  return loadAtOnce(file, take, files);
}

export type Take<T> = (exports: Readonly<Record<string, unknown>>) => T;

const notAtOnce = new Set([
  "ERR_MODULE_NOT_FOUND",
  "ERR_REQUIRE_ASYNC_MODULE",
  "ERR_REQUIRE_ESM",
  "ERR_UNKNOWN_FILE_EXTENSION",
]);

/**
 * Runs a TypeScript module without the loader hooks of Node, if it needs none: the hooks or their watchdog need a
 * thread, and starting it takes longer than everything else.
 *
 * @param file - absolute path
 * @returns the result taken from its exports; undefined when the module needs the hooks
 * @throws whatever the module throws, and TypeScriptError
 */
async function loadAtOnce<T>(
  file: string,
  take: Take<T>,
  files: Files,
): Promise<{ readonly value: T } | "timed-out" | undefined> {
  const modules = modulesAtOnce(file, files);
  if (modules === undefined) return undefined;
  if (modules.some(({ mayStartProcesses }) => mayStartProcesses)) guardChildren();
  const timers = runningTimers();
  try {
    const taken = stoppedAfter(() => {
      let exports: Readonly<Record<string, unknown>> = {};
      for (const module of modules) exports = runAtOnce(module);
      return { value: take(exports) };
    }, limitOf(files));
    await settled(timers);
    return taken;
  } catch (error) {
    const { code: reason } = (error ?? {}) as NodeJS.ErrnoException;
    if (notAtOnce.has(reason ?? "")) return undefined;
    throw error;
  }
}

/**
 * Runs a module with a runtime that reads TypeScript by itself. It finds modules in its own way, and runs a loop
 * without an end for ever.
 *
 * @throws whatever the module throws, and UserCodeError when a text replaces a file
 */
async function loadByRuntime<T>(
  file: string,
  take: Take<T>,
  files: Files,
): Promise<{ readonly value: T } | "timed-out"> {
  if (files.changes.length > 0) {
    throw new UserCodeError(files, file, `${otherRuntime} runs modules only as they are saved.`, {
      help: "Run traffic-policy with Node.js to check texts that are not saved.",
    });
  }
  return withinTime(async () => {
    const timers = runningTimers();
    const imported = nativeImport(moduleUrl(file, files));
    guardChildren();
    const value = take((await imported) as Readonly<Record<string, unknown>>);
    await settled(timers);
    return { value };
  }, limitOf(files));
}

let texts: MessagePort | undefined;
let watchdog: Worker | undefined;
let questions = 0;

/**
 * Runs a module with the loader hooks of Node, which read TypeScript and texts that replace files, and takes a result
 * from its exports.
 *
 * @param file - absolute path
 * @throws whatever the module throws
 */
function loadWithHooks<T>(
  file: string,
  take: Take<T>,
  files: Files,
): Promise<{ readonly value: T } | "timed-out"> {
  sendTexts((texts ??= addHooks()), files);
  const url = moduleUrl(file, files);
  return withinTime(async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has none.
    watchdog?.postMessage("watch");
    const timers = runningTimers();
    const imported = nativeImport(url);
    // Nothing of it runs before this thread has time for it.
    guardChildren();
    const value = take((await imported) as Readonly<Record<string, unknown>>);
    await importsAnswered();
    // What imports others without waiting for them is given more time.
    await settled(Atomics.load(clock, importIndex) === 0 ? timers : 0);
    return { value };
  }, limitOf(files));
}

/** Waits until the hooks have answered all pending requests of user code, such as `import("./other.js")`. */
async function importsAnswered(): Promise<void> {
  questions += 1;
  await nativeImport(`data:text/javascript,//${questions}`);
}

/** Node's hooks on this thread; Node 20 does not have them. */
const { registerHooks } = Module as { registerHooks?: (given: typeof hooks) => void };

/** @returns the port on which the hooks receive replacement texts */
function addHooks(): MessagePort {
  const loaded = loadedModules();
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const data: HookData = { clock, loaded, texts: port2 };
  if (registerHooks === undefined) {
    const transferList = loaded === undefined ? [port2] : [port2, loaded];
    Module.register("./hooks-thread.js", import.meta.url, { data, transferList });
  } else {
    initialize(data);
    registerHooks(hooks);
    watchdog = startWatchdog();
  }
  return port1;
}

function startWatchdog(): Worker {
  // It prints nothing, and what is loaded before code of this process has no place in it.
  const started = ownModules.startThread("watchdog-thread.js", {
    workerData: clock,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  started.unref();
  return started;
}

const sent = new WeakMap<Files, number>();

function sendTexts(port: MessagePort, files: Files): void {
  const { id, folder, cache, changes } = files;
  const known = sent.get(files);
  if (known === changes.length) return;
  const news: SentFiles = { id, folder, cache: cache?.folder, changes: changes.slice(known) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  port.postMessage(news);
  sent.set(files, changes.length);
}
