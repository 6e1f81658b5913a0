import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheFolder, UserCache } from "@traffic-policy/project/user-cache";
import { assetBytes } from "./assets.ts";
import type * as oxc from "oxc-parser";
import { CommandError } from "../context.ts";

// The parser of TypeScript is native code, and the system loads that from files only.

/** A digest of the parser, inserted when the executable is built. */
declare const PARSER: string;

/**
 * Loads the parser of TypeScript from the user's folder for code that is run again, or else from a temporary folder.
 *
 * @throws CommandError when the system does not load it from there
 */
function parserAddon(): unknown {
  try {
    return keptAddon() ?? temporaryAddon();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === undefined || code === "ERR_DLOPEN_FAILED" ? message : code;
    throw new CommandError(
      `The parser of TypeScript cannot be loaded from ${tmpdir()} (${reason}).`,
      {
        help: "Name a folder where this user may write and run files in the variable TMPDIR.",
        cause: error,
      },
    );
  }
}

function keptAddon(): unknown {
  const cache = new UserCache(cacheFolder(process.env));
  if (cache.folder === undefined) return undefined;
  const bytes = assetBytes("parser.node");
  const name = `${PARSER}.node`;
  if (cache.read(name) === undefined) cache.write(name, bytes);
  if (cache.read(name)?.equals(bytes) !== true) return undefined;
  try {
    return loaded(join(cache.folder, name));
  } catch {
    // Nothing may be run from there.
    return undefined;
  }
}

function temporaryAddon(): unknown {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  try {
    const file = join(folder, "parser.node");
    writeFileSync(file, assetBytes("parser.node"));
    return loaded(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function loaded(file: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
}

type Parser = Pick<typeof oxc, "parse" | "parseSync">;

let addon: Parser | undefined;

const current = (): Parser => (addon ??= parserAddon() as Parser);

// In place of the module that finds it in a package. It is loaded when something is parsed: the types that an earlier
// run has stripped need no parser.
export const parse: Parser["parse"] = (...args) => current().parse(...args);
export const parseSync: Parser["parseSync"] = (...args) => current().parseSync(...args);

/** The other names of that module, which the command does not use. */
export const ExportExportNameKind = undefined;
export const ExportImportNameKind = undefined;
export const ExportLocalNameKind = undefined;
export const ImportNameKind = undefined;
export const ParseResult = undefined;
export const Severity = undefined;
export const rawTransferSupported = (): boolean => false;
