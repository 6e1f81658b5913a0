import { existsSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Position } from "@traffic-policy/policy-language";
import { givenText, textChanges } from "../file-text.ts";
import { guardProcess, ProcessEndedError } from "./guard-process.ts";
import { loadedModules } from "./loaded-modules.ts";
import { moduleUrl } from "./module-url.ts";
import { originalPosition } from "./original-position.ts";
import { clock, defaultTimeLimit, withinTime } from "./time-limit.ts";
import type { HookData } from "./typescript-hooks.ts";
import { UserCodeError } from "./user-code-error.ts";

let texts: MessagePort | undefined;
let told = 0;

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
  tellTexts((texts ??= prepare()));
  const url = moduleUrl(file, textChanges().length);
  let loaded: Record<string, unknown> | "timed-out";
  try {
    loaded = await withinTime(() => import(url), timeLimit);
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

/** @returns where the hooks are told which texts are given */
function prepare(): MessagePort {
  guardProcess((error) => toUserCodeError("", error));
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
