import type { InitializeHook, LoadHook, ResolveHook } from "node:module";
import {
  alternatives,
  initialize as initializeHooks,
  inStateOf,
  loadOwn,
  noteImports,
  checkScopeOf,
  resolveGiven,
  type HookData,
} from "./typescript-hooks.ts";
import { Watchdog } from "./watchdog.ts";

// The hooks for a Node without `module.registerHooks`: they run on a thread of their own, and what
// comes after them answers later.

let watchdog: Watchdog | undefined;

export const initialize: InitializeHook<HookData> = (data) => {
  watchdog = new Watchdog(data.clock);
  initializeHooks(data);
};

export const load: LoadHook = async (url, context, nextLoad) => {
  const own = loadOwn(url);
  if (own !== undefined) return own;
  const found = await nextLoad(url, context);
  noteImports(url, found.source);
  return found;
};

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  watchdog?.watch();
  const given = resolveGiven(specifier, context.parentURL);
  if (given !== undefined) return given;
  checkScopeOf(specifier, context.parentURL);
  try {
    return inStateOf(specifier, context.parentURL, await nextResolve(specifier, context));
  } catch (error) {
    for (const [other, parentURL] of alternatives(specifier, context.parentURL)) {
      try {
        return inStateOf(other, parentURL, await nextResolve(other, { ...context, parentURL }));
      } catch {
        // The first error names what the user wrote.
      }
    }
    throw error;
  }
};
