import { existsSync, realpathSync } from "node:fs";
import Module from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Files } from "../files/files.ts";
import { moduleUrl } from "./module-url.ts";
import { checkPackageScope } from "./package-scope.ts";
import { stripTypes } from "./strip-types.ts";

/* oxlint-disable no-underscore-dangle -- these are the names that Node has */

/** An undocumented part of Node that compiles a module from text. */
interface ModuleMaker {
  new (
    file: string,
  ): NodeJS.Module & { _compile(text: string, file: string, format: "module"): void };
  readonly prototype: { readonly _compile?: unknown };
  _nodeModulePaths?(folder: string): string[];
}

const Maker = Module as unknown as ModuleMaker;

/** A TypeScript module that needs no loader hooks of Node. */
interface ModuleAtOnce {
  /** The path behind all links, by which Node knows the module. */
  readonly path: string;
  readonly code: string;
  readonly mayStartProcesses: boolean;
}

// What may need the loader's hooks, what is not done at once, so that only the thread of the hooks can
// stop it, and what Node would print by itself when it is thrown; a word too many does no harm.
const needsMore = new RegExp(
  [
    /\bimport\s*\(|\bimport\.meta\b/,
    /\b(?:async|await|nextTick|Promise|queueMicrotask|setImmediate|setInterval|setTimeout)\b|\.\s*then\b/,
    /\bthrow\s+(?!new\b)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const importsByPath = /\b(?:from|import)\b[^"'`;]*["'`]\.{1,2}\//;

const importsOthers =
  /\b(?:from|import)\s*["'](?!(?:@traffic-policy\/|traffic-policy["'/]|\.{1,2}\/))/;

// Whatever is not of ours may start other processes. Being ready for that takes longer than all the rest.
const startsProcesses = /\b(?:binding|getBuiltinModule|require)\b/;

// Only at the beginning of a module, what looks like an import is surely none in a text.
const beginning = /(?:[\s;]|\/\/.*|\/\*[^]*?\*\/)*import\b[^"'`;/]*(["'])([^"'\\\n]+)\1/gy;

const ran = new Set<string>();
const unlinked = new Map<string, SyntaxError>();

/**
 * Returns a module of TypeScript after those of the user's that it imports and that did not run yet, in the order in
 * which they run; undefined when one of them needs the loader's hooks.
 *
 * @param file - absolute path
 * @throws TypeScriptError, and ExplainedError for a file that must not be read
 */
export function modulesAtOnce(
  file: string,
  files: Files,
): readonly [...ModuleAtOnce[], ModuleAtOnce] | undefined {
  if (Maker.prototype._compile === undefined) return undefined;
  // With texts in the place of files, modules have other names, which only the hooks know.
  const isPlain = moduleUrl(file, files) === pathToFileURL(file).href;
  const imported: ModuleAtOnce[] = [];
  const open = new Set<string>();
  const read = (one: string): ModuleAtOnce | undefined => {
    if (!/\.m?ts$/.test(one)) return undefined;
    const path = existsSync(one) ? realpathSync(one) : one;
    const given = files.given(one);
    const text = given ?? files.looseTextIfAny(one);
    const isCycle = open.has(path);
    if (text === undefined || isCycle || needsMore.test(text)) return undefined;
    open.add(path);
    const code = stripTypes(one, text, given === undefined ? files.cache : undefined);
    const doesImportOthers = importsOthers.test(text);
    if (importsByPath.test(code)) {
      // The others would have to run between the user's.
      const names = isPlain && !doesImportOthers ? importedPaths(path, code) : undefined;
      if (names?.every(add) !== true) return undefined;
    }
    open.delete(path);
    return { path, code, mayStartProcesses: doesImportOthers || startsProcesses.test(text) };
  };
  const add = (one: string): boolean => {
    const path = existsSync(one) ? realpathSync(one) : one;
    if (ran.has(path) || imported.some((module) => module.path === path)) return true;
    checkPackageScope(path, files);
    const module = read(path);
    if (module !== undefined) imported.push(module);
    return module !== undefined;
  };
  const main = read(file);
  return main && [...imported, main];
}

/** Returns the files that a module imports by their paths; undefined when that is not sure. */
function importedPaths(path: string, code: string): string[] | undefined {
  const names: string[] = [];
  let end = 0;
  for (const [all, , name = ""] of code.matchAll(beginning)) {
    end += all.length;
    if (/^\.{1,2}\//.test(name)) names.push(name);
  }
  if (importsByPath.test(code.slice(end)) || names.some((name) => /[?#%]/.test(name))) {
    return undefined;
  }
  return names.map((name) => fileURLToPath(new URL(name, pathToFileURL(path))));
}

/**
 * Runs a module; those that it imports ran before, so that Node knows them.
 *
 * @returns its exports
 * @throws whatever the module throws
 */
export function runAtOnce({ path, code }: ModuleAtOnce): Readonly<Record<string, unknown>> {
  // Node would not say it a second time.
  const known = unlinked.get(path);
  if (known !== undefined) throw known;
  const module = new Maker(path);
  module.filename = path;
  module.paths = Maker._nodeModulePaths?.(dirname(path)) ?? [];
  try {
    module._compile(code, path, "module");
  } catch (error) {
    if (error instanceof SyntaxError) unlinked.set(path, Object.assign(error, { module: path }));
    throw error;
  }
  ran.add(path);
  return module.exports as Readonly<Record<string, unknown>>;
}
