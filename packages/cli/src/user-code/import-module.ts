import { existsSync } from "node:fs";
import { register } from "node:module";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Position } from "@traffic-policy/policy-language";
import { givenText } from "../file-text.ts";
import { nativeImport } from "../native-import.ts";
import { guardProcess, ProcessEndedError } from "./guard-process.ts";
import { loadAtOnce } from "./load-at-once.ts";
import { loadedModules } from "./loaded-modules.ts";
import { moduleUrl } from "./module-url.ts";
import { placeOfOrigin } from "./place-of-origin.ts";
import { clock, defaultTimeLimit, withinTime } from "./time-limit.ts";
import type { HookData } from "./typescript-hooks.ts";
import { UserCodeError } from "./user-code-error.ts";

let isGuarded = false;
let hasHooks = false;

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check.
 *
 * @param file - absolute path
 * @param timeLimit - how long it may take, in milliseconds
 * @throws UserCodeError when it is missing, cannot be parsed, throws, or takes too long
 */
export async function importModule(
  file: string,
  timeLimit: number = defaultTimeLimit,
): Promise<Record<string, unknown>> {
  const text = givenText(file);
  if (text === undefined && !existsSync(file)) {
    throw new UserCodeError(file, "There is no such file.", {});
  }
  guard();
  let loaded: Record<string, unknown> | "timed-out";
  try {
    loaded =
      (isFollowed() ? undefined : loadAtOnce(file, text, timeLimit)) ??
      (await loadWithHooks(moduleUrl(file, text), timeLimit));
  } catch (error) {
    throw toUserCodeError(file, error);
  }
  if (loaded !== "timed-out") return loaded;
  const seconds = timeLimit / 1000;
  throw new UserCodeError(
    file,
    `It is not done after ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    {
      help: "Look for a loop or an await without an end; --timeout gives it more time.",
    },
  );
}

function guard(): void {
  if (isGuarded) return;
  isGuarded = true;
  guardProcess((error) => toUserCodeError("", error));
}

/** Whether somebody wants to know which modules are loaded, which the hooks tell. */
function isFollowed(): boolean {
  return loadedModules() !== undefined;
}

async function loadWithHooks(
  url: string,
  timeLimit: number,
): Promise<Record<string, unknown> | "timed-out"> {
  addHooks();
  const loaded = await withinTime(() => nativeImport(url), timeLimit);
  return loaded as Record<string, unknown> | "timed-out";
}

function addHooks(): void {
  if (hasHooks) return;
  hasHooks = true;
  const port = loadedModules();
  const data: HookData = { clock, loaded: port };
  const transferList = port === undefined ? [] : [port];
  register("./typescript-hooks.js", import.meta.url, { data, transferList });
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
  if (isAboutPolicy(error)) {
    const origin = error.origin && placeOfOrigin(error.origin);
    return new UserCodeError(file, sentence(error.message), {
      place: origin ?? place,
      cause: error,
    });
  }
  if (error instanceof ProcessEndedError) {
    return new UserCodeError(file, "It calls process.exit.", { place, cause: error });
  }
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

/** What the builder throws says all by itself; it may come from another copy of the package. */
function isAboutPolicy(error: Error): error is Error & { readonly origin?: Origin } {
  return error.name === "PlacementError" || error.name === "CelTextError";
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
    return placeOfOrigin({ file: url, line: Number(line), column: Number(column) });
  }
  return undefined;
}

function sentence(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
