import { readFileSync } from "node:fs";
import type { InitializeHook, LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";
import { givenTextOf } from "./module-url.ts";
import { stripTypes } from "./strip-types.ts";
import { Watchdog } from "./watchdog.ts";

// Hooks of Node's module loader: they take the types out of TypeScript files and find the modules
// that TypeScript finds. They run on a thread of their own where Node has asynchronous hooks only.

/** What the main thread tells the hooks. */
export interface HookData {
  readonly clock: Int32Array;
  /** Takes the URL of every module that is loaded, if somebody wants to know. */
  readonly loaded: MessagePort | undefined;
}

let watchdog: Watchdog | undefined;
let loaded: MessagePort | undefined;

/** Takes what the main thread tells. */
export const initialize: InitializeHook<HookData> = (data) => {
  watchdog = new Watchdog(data.clock);
  loaded = data.loaded;
};

/** Reads TypeScript files, and text that stands in the place of a file's. */
export const load: LoadHook = (url, context, nextLoad) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  loaded?.postMessage(url);
  const given = givenTextOf(url);
  const isTypeScript = /\.m?ts$/.test(new URL(url).pathname);
  if (!isTypeScript && given === undefined) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const text = given ?? readFileSync(file, "utf8");
  const source = isTypeScript ? stripTypes(file, text) : text;
  return { format: "module", source, shortCircuit: true };
};

/**
 * Finds `./common.ts` for `./common.js` and `./common`, and this command's own packages for a
 * configuration in a folder where they are not installed.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  watchdog?.watch();
  // There need not be such a file.
  if (specifier.startsWith("file:") && givenTextOf(specifier) !== undefined) {
    return { url: specifier, shortCircuit: true };
  }
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    for (const [other, parentURL] of alternatives(specifier, context.parentURL)) {
      try {
        return await nextResolve(other, { ...context, parentURL });
      } catch {
        // The first error names what the user wrote.
      }
    }
    throw error;
  }
};

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
  const isOurs = specifier === "traffic-policy" || specifier.startsWith("@traffic-policy/");
  return isOurs ? [[specifier, import.meta.url]] : [];
}
