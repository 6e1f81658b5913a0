import { existsSync, readFileSync } from "node:fs";
import { Session } from "node:inspector";
import {
  createRequire,
  type InitializeHook,
  type LoadFnOutput,
  type LoadHook,
  type ResolveFnOutput,
  type ResolveHook,
} from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { Files } from "../files/files.ts";
import { UserCache } from "../files/user-cache.ts";
import { stateOf, withState } from "./module-url.ts";
import { stripTypes } from "./strip-types.ts";
import { importIndex, stopIndex } from "./time-limit.ts";

// Hooks of Node's module loader: they take the types out of TypeScript files and find the modules
// that TypeScript finds. They run on a thread of their own where Node has asynchronous hooks only.

/** What the main thread tells the hooks. */
export interface HookData {
  readonly clock: Int32Array;
  /** Takes the URL of every module that is loaded, if somebody wants to know. */
  readonly loaded: MessagePort | undefined;
  /** Tells which texts replace files', before a module needs to know: {@link SentFiles}. */
  readonly texts: MessagePort;
}

/** Files of the main thread, and what was given and forgotten of them since they were reported. */
export interface SentFiles extends Pick<Files, "id" | "folder" | "changes"> {
  /** The folder of what is kept for the next run. */
  readonly cache: string | undefined;
}

let mainClock: Int32Array | undefined;
let watchdog: Watchdog | undefined;
let loaded: MessagePort | undefined;
let texts: MessagePort | undefined;

/** Takes what the main thread tells. */
export const initialize: InitializeHook<HookData> = (data) => {
  mainClock = data.clock;
  watchdog = new Watchdog(mainClock);
  loaded = data.loaded;
  texts = data.texts;
};

/** Reads TypeScript files, and text that replaces a file's. */
export const load: LoadHook = async (url, context, nextLoad) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  loaded?.postMessage(url);
  const files = filesOf(url);
  const given = files?.given;
  const isTypeScript = /\.m?ts$/.test(new URL(url).pathname);
  // Also what Node reads: it would wait for a named pipe without an end.
  if (given === undefined) files?.all.sizeOf(fileURLToPath(url));
  if (!isTypeScript && given === undefined) {
    const found = await nextLoad(url, context);
    noteImports(url, found.source);
    return found;
  }
  const file = fileURLToPath(url);
  const text = given ?? readFileSync(file, "utf8");
  const cache = given === undefined ? files?.all.cache : undefined;
  const source = isTypeScript ? await stripTypes(file, text, cache) : text;
  noteImports(url, source);
  return { format: "module", source, shortCircuit: true };
};

/** Tells the main thread of code of the user's that may import modules whenever it runs. */
function noteImports(url: string, source: LoadFnOutput["source"]): void {
  const isOfPackage = url.includes("/node_modules/") || url.startsWith(ownPackage);
  if (!url.startsWith("file:") || isOfPackage || mainClock === undefined) return;
  const text = source instanceof Uint8Array ? Buffer.from(source).toString("latin1") : source;
  // Node reads CommonJS by itself.
  if (typeof text === "string" && !/\bimport\s*\(/.test(text)) return;
  Atomics.store(mainClock, importIndex, 1);
}

// A clone of the repository has it elsewhere than in node_modules, and it imports parts of itself later.
const ownPackage = new URL(
  "..",
  pathToFileURL(createRequire(import.meta.url).resolve("@traffic-policy/policy-language")),
).href;

/**
 * Finds `./common.ts` for `./common.js` and `./common`, and this command's own packages for a
 * configuration in a folder where they are not installed.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  watchdog?.watch();
  // What an editor has not saved yet may have no file.
  const url = urlOf(specifier, context.parentURL);
  if (url !== undefined && filesOf(url)?.given !== undefined && !existsSync(fileURLToPath(url))) {
    return { url, format: "module", shortCircuit: true };
  }
  try {
    return inStateOf(specifier, context.parentURL, await nextResolve(specifier, context));
  } catch (error) {
    for (const [other, parentURL] of alternatives(specifier, context.parentURL)) {
      try {
        const found = await nextResolve(other, { ...context, parentURL });
        return inStateOf(other, parentURL, found);
      } catch {
        // The first error names what the user wrote.
      }
    }
    throw error;
  }
};

/** The URL of the file that is named, if one is. */
function urlOf(specifier: string, parentURL: string | undefined): string | undefined {
  if (specifier.startsWith("file:")) return specifier;
  if (parentURL?.startsWith("file:") !== true || !/^\.{1,2}\//.test(specifier)) return undefined;
  return withState(new URL(specifier, parentURL).href, stateOf(parentURL));
}

/** What is known on this thread of files of the main thread, by their numbers. */
const known = new Map<number, { readonly all: Files; readonly history: History }>();

/** Which texts were given for a file, and after how many changes. */
type History = Map<string, { readonly state: number; readonly text: string | undefined }[]>;

/** The files that the URL of a file is for, and the text that was given for it in that state. */
function filesOf(
  url: string,
): { readonly all: Files; readonly given: string | undefined } | undefined {
  if (!url.startsWith("file:")) return undefined;
  receive();
  const [id = 0, state = 0] = stateOf(url)?.split(".").map(Number) ?? [];
  const files = known.get(id);
  if (files === undefined) return undefined;
  const changes = files.history.get(fileURLToPath(url));
  return { all: files.all, given: changes?.findLast((change) => change.state <= state)?.text };
}

function receive(): void {
  for (;;) {
    const received = texts && receiveMessageOnPort(texts);
    if (received === undefined) return;
    const { id, folder, cache, changes } = received.message as SentFiles;
    const { all, history } = known.get(id) ?? {
      all: new Files(folder, new UserCache(cache)),
      history: new Map() as History,
    };
    known.set(id, { all, history });
    for (const change of changes) {
      all.changes.push(change);
      const states = history.get(change.file) ?? [];
      states.push({ state: all.changes.length, text: change.text });
      history.set(change.file, states);
    }
  }
}

/** A file of the user's is run again for the same state as the one that imports it; packages are not. */
function inStateOf(
  specifier: string,
  parentURL: string | undefined,
  found: ResolveFnOutput,
): ResolveFnOutput {
  const isOwn = /^(?:\.{0,2}\/|#|file:)/.test(specifier) && isModuleFile(found.url);
  if (parentURL === undefined || !isOwn || !parentURL.startsWith("file:")) return found;
  return { ...found, url: withState(found.url, stateOf(parentURL)) };
}

function isModuleFile(url: string): boolean {
  return url.startsWith("file:") && /\.(?:m?[tj]s|json)$/.test(new URL(url).pathname);
}

function alternatives(
  specifier: string,
  parentURL: string | undefined,
): [specifier: string, parentURL: string | undefined][] {
  if (/^\.{1,2}\//.test(specifier)) {
    return [
      [specifier.replace(/\.(m?)js$/, ".$1ts"), parentURL],
      [`${specifier}.ts`, parentURL],
    ];
  }
  const isOurs = /^(?:@traffic-policy\/|traffic-policy(?:\/|$))/.test(specifier);
  return isOurs ? [[specifier, import.meta.url]] : [];
}

// A main thread that only waits ends its waiting by itself.
const grace = 250;

/**
 * Stops what the main thread runs once its time is up: a loop without an end leaves it no way to do
 * that itself. Its timers and everything else there go on afterwards.
 */
class Watchdog {
  readonly #clock: Int32Array;
  #watched = 0;

  /** @param clock - of the main thread; see `time-limit.ts` */
  constructor(clock: Int32Array) {
    this.#clock = clock;
  }

  /** Watches the run that the main thread is in. */
  watch(): void {
    const run = Atomics.load(this.#clock, 0);
    // Between two runs, the main thread loads parts of this command and takes its time.
    const isRunning = run % 2 === 1;
    if (!isRunning || run === this.#watched) return;
    this.#watched = run;
    const stop = (): void => {
      if (Atomics.load(this.#clock, 0) === run) stopMainThread(this.#clock);
    };
    setTimeout(stop, Atomics.load(this.#clock, 1) + grace).unref();
  }
}

function stopMainThread(clock: Int32Array): void {
  const session = new Session();
  Atomics.store(clock, stopIndex, 1);
  session.connectToMainThread();
  session.post("Runtime.terminateExecution", () => {
    session.disconnect();
    Atomics.store(clock, stopIndex, 0);
  });
}
