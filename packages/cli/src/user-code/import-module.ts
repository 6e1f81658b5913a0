import { existsSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import type { Position } from "@traffic-policy/policy-language";
import { givenText } from "../file-text.ts";
import { relativePath } from "../relative-path.ts";
import { firstSentence } from "./first-sentence.ts";
import { guardProcess, ProcessEndedError } from "./guard-process.ts";
import { loadedModules } from "./loaded-modules.ts";
import { moduleUrl } from "./module-url.ts";
import { clock, defaultTimeLimit, withinTime } from "./time-limit.ts";
import type { HookData } from "./typescript-hooks.ts";
import { UserCodeError } from "./user-code-error.ts";
import { isOurs, userPlaceOf } from "./user-place.ts";

let isPrepared = false;
let wasStopped = false;

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check, and takes something
 * out of it.
 *
 * @param file - absolute path
 * @param take - what is taken from the exports; code of the user's that it runs, such as a getter,
 *   is held to the same limit
 * @param timeLimit - how long all that may take, in milliseconds
 * @throws UserCodeError when it is missing, cannot be parsed, throws, or takes too long
 */
export async function importModule<T>(
  file: string,
  take: (exports: Readonly<Record<string, unknown>>) => T,
  timeLimit: number = defaultTimeLimit,
): Promise<T> {
  const text = givenText(file);
  if (text === undefined && !existsSync(file)) {
    throw new UserCodeError(file, "There is no such file.");
  }
  prepare();
  let taken: { readonly value: T } | "timed-out";
  try {
    taken = await withinTime(
      async () => ({ value: take(await import(moduleUrl(file, text))) }),
      timeLimit,
    );
  } catch (error) {
    throw toUserCodeError(file, error);
  }
  if (taken !== "timed-out") return taken.value;
  wasStopped = true;
  const seconds = timeLimit / 1000;
  throw new UserCodeError(
    file,
    `It is not done after ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    {
      help: "Look for a loop or an await without an end; --timeout gives it more time.",
    },
  );
}

function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  guardProcess((error) => toUserCodeError("", error));
  const port = loadedModules();
  const data: HookData = { clock, loaded: port };
  const transferList = port === undefined ? [] : [port];
  register("./typescript-hooks.js", import.meta.url, { data, transferList });
}

function toUserCodeError(file: string, error: unknown): UserCodeError {
  if (error instanceof UserCodeError) return error;
  // What Node rejects with once a module was stopped in the middle.
  if (error === null && wasStopped) {
    return new UserCodeError(file, "It imports a module that was stopped, because it did not end.");
  }
  if (isSyntaxErrorWithPlace(error)) {
    return new UserCodeError(file, `This is not TypeScript: ${firstSentence(error.message)}`, {
      place: error,
      cause: error,
    });
  }
  if (!(error instanceof Error)) {
    return new UserCodeError(file, `It throws ${firstSentence(String(error))}`, { cause: error });
  }
  const place = userPlaceOf(error);
  if (error instanceof ProcessEndedError) {
    return new UserCodeError(file, "It calls process.exit.", { place, cause: error });
  }
  if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
    const [, missing = "", importer = file] =
      /^(.*?)(?: imported from (.*))?$/s.exec(error.message) ?? [];
    const shown = missing.replace(/'(\/.*)'/, (_whole, path: string) => `'${relativePath(path)}'`);
    return new UserCodeError(
      isOurs(pathToFileURL(importer).href) ? file : importer,
      firstSentence(shown),
      {
        help: "Check the import, or install the package.",
        cause: error,
      },
    );
  }
  return new UserCodeError(file, `It throws ${error.name}: ${firstSentence(error.message)}`, {
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
