import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position } from "@traffic-policy/policy-language";
import { originalPosition } from "./original-position.ts";
import { UserCodeError } from "./user-code-error.ts";

let hooked = false;

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check.
 *
 * @param file - absolute path
 * @throws UserCodeError when it is missing, cannot be parsed, or throws
 */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UserCodeError(file, "There is no such file.", {});
  if (!hooked) {
    nodeModule.register("./typescript-hooks.js", import.meta.url);
    hooked = true;
  }
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    throw toUserCodeError(file, error);
  }
}

function toUserCodeError(file: string, error: unknown): UserCodeError {
  if (isSyntaxErrorWithPlace(error)) {
    return new UserCodeError(file, `This is not TypeScript: ${sentence(error.message)}`, {
      place: error,
      cause: error,
    });
  }
  if (!(error instanceof Error)) {
    return new UserCodeError(file, `It throws ${sentence(String(error))}`, { cause: error });
  }
  const place = placeOf(error);
  if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
    const missing = error.message.replace(/ imported from .*$/s, "");
    return new UserCodeError(file, sentence(missing), {
      help: "Check the import, or install the package.",
      cause: error,
    });
  }
  return new UserCodeError(file, `It throws ${error.name}: ${sentence(error.message)}`, {
    place,
    cause: error,
  });
}

// The hooks may run on another thread, so that the class of the error is not kept.
function isSyntaxErrorWithPlace(error: unknown): error is Error & Position & { file: string } {
  return (
    error instanceof Error &&
    error.name === "TypeScriptSyntaxError" &&
    "line" in error &&
    "file" in error
  );
}

const ownFolders = ["policy-builder", "policy-language"]
  .map((name) => import.meta.resolve(`@traffic-policy/${name}`))
  .concat(import.meta.url)
  .map((url) => url.replace(/\/(dist|src)\/.*$/, "/"));

/** The innermost place in code that is neither Node's, nor a package's, nor ours. */
function placeOf(error: Error): (Position & { file: string }) | undefined {
  for (const match of (error.stack ?? "").matchAll(/(file:\/\/.*?):(\d+):(\d+)\)?$/gm)) {
    const [, url = "", line, column] = match;
    if (url.includes("/node_modules/") || ownFolders.some((folder) => url.startsWith(folder)))
      continue;
    const file = fileURLToPath(url);
    return { file, ...originalPosition(file, { line: Number(line), column: Number(column) }) };
  }
  return undefined;
}

function sentence(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
