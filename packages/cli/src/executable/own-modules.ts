import Module from "node:module";
import { Worker } from "node:worker_threads";
import type { OwnModules } from "@traffic-policy/project/internal";
import * as parser from "oxc-parser";
import { assetText, contents, insideUrl, plainAsset } from "./assets.ts";

const { modules } = contents();

let isOffered = false;

/** The modules inside of the executable. */
export const ownModules: OwnModules = {
  load: () => parser,
  urlOf: (name) => insideUrl + String(modules[name]),
  startThread: (file, options) =>
    new Worker(assetText(`threads/${file}`), { ...options, eval: true }),
  startCommand: (options) =>
    new Worker(plainAsset("start.cjs").toString(), { ...options, eval: true }),
  offer() {
    if (isOffered) return;
    isOffered = true;
    registerHooks(hooks);
  },
};

interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
  readonly shortCircuit?: boolean;
}

interface Loaded {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: true;
}

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

// The types are those of a Node that does not have it.
const { registerHooks } = Module as unknown as { registerHooks(given: typeof hooks): void };

const hooks = {
  resolve(
    specifier: string,
    context: ResolveContext,
    next: (specifier: string, context: ResolveContext) => Resolved,
  ): Resolved {
    const { parentURL } = context;
    const isInside = parentURL?.startsWith(insideUrl) === true;
    if (isInside && /^\.{1,2}\//.test(specifier)) return found(new URL(specifier, parentURL).href);
    const own = modules[specifier];
    if (isInside && own !== undefined) return found(insideUrl + own);
    if (own === undefined) return next(specifier, context);
    try {
      // A project that has installed the packages gets its own.
      return next(specifier, context);
    } catch {
      return found(insideUrl + own);
    }
  },

  load<Context>(
    url: string,
    context: Context,
    next: (url: string, context: Context) => Loaded,
  ): Loaded {
    if (!url.startsWith(insideUrl)) return next(url, context);
    const format = url.endsWith(".json") ? "json" : "module";
    return { format, source: assetText(url.slice(insideUrl.length)), shortCircuit: true };
  },
};

function found(url: string): Resolved {
  return { url, format: url.endsWith(".json") ? "json" : "module", shortCircuit: true };
}
