import { existsSync } from "node:fs";
import type {
  LoadFnOutput,
  LoadHookContext,
  ResolveFnOutput,
  ResolveHookContext,
} from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { Files } from "../files/files.ts";
import { UserCache } from "../files/user-cache.ts";
import { stateOf, withState } from "./module-url.ts";
import { ownModules } from "./own-modules.ts";
import { checkPackageScope } from "./package-scope.ts";
import { stripTypes } from "./strip-types.ts";
import { importIndex } from "./time-limit.ts";

// Hooks of Node's module loader: they take the types out of TypeScript files and find the modules
// that TypeScript finds. They run on the thread that loads the modules where Node can do that, and
// otherwise in `hooks-thread.ts`.

export interface HookData {
  readonly clock: Int32Array;
  readonly loaded: MessagePort | undefined;
  /** Reports replacement texts before a module needs them: {@link SentFiles}. */
  readonly texts: MessagePort;
}

/** Files of the main thread, with the replacement texts added and removed since the last report. */
export interface SentFiles extends Pick<Files, "id" | "folder" | "changes"> {
  readonly cache: string | undefined;
}

let clock: Int32Array | undefined;
let loaded: MessagePort | undefined;
let texts: MessagePort | undefined;

export function initialize(data: HookData): void {
  ({ clock, loaded, texts } = data);
}

/** The hooks in the form that `module.registerHooks` takes. CommonJS is left to Node. */
export const hooks = {
  load(
    url: string,
    context: LoadHookContext,
    nextLoad: (url: string, context: LoadHookContext) => LoadFnOutput,
  ): LoadFnOutput {
    if (isRequired(context)) return nextLoad(url, context);
    const own = loadOwn(url);
    if (own !== undefined) return own;
    const found = nextLoad(url, context);
    noteImports(url, found.source);
    return found;
  },

  resolve(
    specifier: string,
    context: ResolveHookContext,
    nextResolve: (specifier: string, context: ResolveHookContext) => ResolveFnOutput,
  ): ResolveFnOutput {
    if (isRequired(context)) return nextResolve(specifier, context);
    const given = resolveGiven(specifier, context.parentURL);
    if (given !== undefined) return given;
    checkScopeOf(specifier, context.parentURL);
    try {
      return inStateOf(specifier, context.parentURL, nextResolve(specifier, context));
    } catch (error) {
      for (const [other, parentURL] of alternatives(specifier, context.parentURL)) {
        try {
          return inStateOf(other, parentURL, nextResolve(other, { ...context, parentURL }));
        } catch {
          // The first error names what the user wrote.
        }
      }
      throw error;
    }
  },
};

function isRequired({ conditions }: { readonly conditions: Iterable<string> }): boolean {
  // In the first versions with these hooks, it is a set.
  return new Set(conditions).has("require");
}

const checkedFolders = new Set<string>();

/**
 * Checks the files that Node reads to resolve a module.
 *
 * @throws ExplainedError when a file must not be read
 */
export function checkScopeOf(specifier: string, parentURL: string | undefined): void {
  const url = urlOf(specifier, parentURL);
  if (url === undefined) return;
  const file = fileURLToPath(url);
  // Node keeps what it knows of a package.json, too.
  if (checkedFolders.has(dirname(file))) return;
  checkPackageScope(file, filesOf(url)?.all ?? anyFiles);
  checkedFolders.add(dirname(file));
}

export function loadOwn(url: string): LoadFnOutput | undefined {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  loaded?.postMessage(url);
  const files = filesOf(url);
  const given = files?.given;
  const isTypeScript = /\.m?ts$/.test(new URL(url).pathname);
  // Also what Node reads: it would wait for a named pipe without an end.
  if (given === undefined && url.startsWith("file:")) {
    (files?.all ?? anyFiles).sizeOf(fileURLToPath(url));
  }
  if (!isTypeScript && given === undefined) return undefined;
  const file = fileURLToPath(url);
  const text = given ?? (files?.all ?? anyFiles).looseText(file);
  const cache = given === undefined ? files?.all.cache : undefined;
  const source = isTypeScript ? stripTypes(file, text, cache) : text;
  noteImports(url, source);
  return { format: "module", source, shortCircuit: true };
}

/** Records user code that may import modules at any time. */
export function noteImports(url: string, source: LoadFnOutput["source"]): void {
  const isOfPackage = url.includes("/node_modules/") || url.startsWith(ownPackage);
  if (!url.startsWith("file:") || isOfPackage || clock === undefined) return;
  const text = source instanceof Uint8Array ? Buffer.from(source).toString("latin1") : source;
  // Node reads CommonJS by itself.
  if (typeof text === "string" && !/\bimport\s*\(/.test(text)) return;
  Atomics.store(clock, importIndex, 1);
}

// A clone of the repository has it elsewhere than in node_modules, and it imports parts of itself later.
const ownPackage = new URL("..", ownModules.urlOf("@traffic-policy/policy-language")).href;

export function resolveGiven(
  specifier: string,
  parentURL: string | undefined,
): ResolveFnOutput | undefined {
  const url = urlOf(specifier, parentURL);
  if (url === undefined || filesOf(url)?.given === undefined) return undefined;
  return existsSync(fileURLToPath(url)) ? undefined : { url, format: "module", shortCircuit: true };
}

function urlOf(specifier: string, parentURL: string | undefined): string | undefined {
  if (specifier.startsWith("file:")) return specifier;
  if (parentURL?.startsWith("file:") !== true || !/^\.{1,2}\//.test(specifier)) return undefined;
  return withState(new URL(specifier, parentURL).href, stateOf(parentURL));
}

/** The files for modules that belong to no run. */
const anyFiles = new Files(process.cwd());

const known = new Map<number, { readonly all: Files; readonly history: History }>();

type History = Map<string, { readonly state: number; readonly text: string | undefined }[]>;

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

/** Gives a user file the state of its importer, so that it runs again for each state; packages run once. */
export function inStateOf(
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

/**
 * Returns other names to try: `./common.ts` for `./common.js` and `./common`, and this command's own packages for a
 * configuration in a folder where they are not installed.
 */
export function alternatives(
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
