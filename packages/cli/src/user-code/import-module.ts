import { existsSync } from "node:fs";
import { register } from "node:module";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Position } from "@traffic-policy/policy-language";
import { givenText, textChanges } from "../file-text.ts";
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
let texts: MessagePort | undefined;
let told = 0;
const loadedAtOnce = new Set<string>();

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check. A module runs once,
 * and once more, with all that it imports from the user's files, when texts were given since.
 *
 * @param file - absolute path
 * @param timeLimit - how long it may take, in milliseconds
 * @throws UserCodeError when it is missing, cannot be parsed, throws, or takes too long
 */
export async function importModule(
  file: string,
  timeLimit: number = defaultTimeLimit,
): Promise<Record<string, unknown>> {
  if (givenText(file) === undefined && !existsSync(file)) {
    throw new UserCodeError(file, "There is no such file.", {});
  }
  guard();
  let loaded: Record<string, unknown> | "timed-out";
  try {
    loaded = tryAtOnce(file, timeLimit) ?? (await loadWithHooks(file, timeLimit));
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

function tryAtOnce(
  file: string,
  timeLimit: number,
): Record<string, unknown> | "timed-out" | undefined {
  // Hooks tell which modules are loaded, and can load a module anew.
  if (loadedModules() !== undefined || loadedAtOnce.has(file)) return undefined;
  const loaded = loadAtOnce(file, givenText(file), timeLimit);
  if (loaded !== undefined) loadedAtOnce.add(file);
  return loaded;
}

async function loadWithHooks(
  file: string,
  timeLimit: number,
): Promise<Record<string, unknown> | "timed-out"> {
  tellTexts((texts ??= addHooks()));
  const url = moduleUrl(file, textChanges().length);
  const loaded = await withinTime(() => nativeImport(url), timeLimit);
  return loaded as Record<string, unknown> | "timed-out";
}

/** @returns where the hooks are told which texts are given */
function addHooks(): MessagePort {
  const loaded = loadedModules();
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const data: HookData = { clock, loaded, texts: port2 };
  const transferList = loaded === undefined ? [port2] : [port2, loaded];
  register("./typescript-hooks.js", import.meta.url, { data, transferList });
  return port1;
}

function tellTexts(port: MessagePort): void {
  const changes = textChanges();
  if (changes.length === told) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
  port.postMessage(changes.slice(told));
  told = changes.length;
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
