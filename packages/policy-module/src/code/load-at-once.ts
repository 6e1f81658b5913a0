import type { Files } from "../files/files.ts";
import { readFileSync } from "node:fs";
import Module from "node:module";
import { dirname } from "node:path";
import { guardChildren } from "./guard-children.ts";
import { settled } from "./late-failures.ts";
import { stripTypes } from "./strip-types.ts";
import { stoppedAfter } from "./time-limit.ts";

/** What is taken out of the exports of a module. */
export type Take<T> = (exports: Readonly<Record<string, unknown>>) => T;

/** How a module is loaded. */
export interface LoadOptions {
  readonly files: Files;
  /** How long it may take, in milliseconds. */
  readonly timeLimit: number;
}

/* oxlint-disable no-underscore-dangle -- these are the names that Node has */

/** What Node has, and does not promise to keep: a module is made of a text. */
interface ModuleMaker {
  new (file: string): NodeJS.Module & {
    _compile(text: string, file: string, format: "module"): void;
  };
  _nodeModulePaths?(folder: string): string[];
}

// What may need the loader's hooks (imports of the user's own files), what is not done at once, so that
// only the thread of the hooks can stop it, and what Node would print by itself when it is thrown; a
// word too many does no harm.
const needsMore = new RegExp(
  [
    /\b(?:from|import)\b[^"'`;]*["'`]\.{1,2}\//,
    /\bimport\s*\(|\bimport\.meta\b/,
    /\b(?:async|await|nextTick|Promise|queueMicrotask|setImmediate|setInterval|setTimeout)\b|\.\s*then\b/,
    /\bthrow\s+(?!new\b)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

// Whatever is not of ours may start other processes. Being ready for that takes longer than all the rest.
const mayStartProcesses =
  /\b(?:from|import)\s*["'](?!(?:@traffic-policy\/|traffic-policy["']))|\b(?:binding|getBuiltinModule|require)\b/;

const notAtOnce = new Set([
  "ERR_MODULE_NOT_FOUND",
  "ERR_REQUIRE_ASYNC_MODULE",
  "ERR_REQUIRE_ESM",
  "ERR_UNKNOWN_FILE_EXTENSION",
]);

/**
 * Runs a TypeScript module without the hooks of Node's loader, if it needs none of them: before
 * Node 22 they have a thread of their own, and starting that takes longer than all the rest.
 *
 * @param file - absolute path
 * @returns what is taken from its exports; nothing when it has to be loaded with the hooks
 * @throws what the module throws, and TypeScriptError
 */
export async function loadAtOnce<T>(
  file: string,
  take: Take<T>,
  { files, timeLimit }: LoadOptions,
): Promise<{ readonly value: T } | "timed-out" | undefined> {
  if (!/\.m?ts$/.test(file)) return undefined;
  const given = files.given(file);
  const text = given ?? readFileSync(file, "utf8");
  const Maker = Module as unknown as ModuleMaker;
  const module = new Maker(file);
  if (needsMore.test(text) || typeof module._compile !== "function") return undefined;
  module.filename = file;
  module.paths = Maker._nodeModulePaths?.(dirname(file)) ?? [];
  const code = await stripTypes(file, text, given === undefined ? files.cache : undefined);
  if (mayStartProcesses.test(text)) guardChildren();
  try {
    const taken = stoppedAfter(() => {
      module._compile(code, file, "module");
      return { value: take(module.exports as Readonly<Record<string, unknown>>) };
    }, timeLimit);
    await settled();
    return taken;
  } catch (error) {
    const { code: reason } = (error ?? {}) as NodeJS.ErrnoException;
    if (notAtOnce.has(reason ?? "")) return undefined;
    throw error;
  }
}
