import type { Files } from "../files/files.ts";
import { guardProcess } from "./guard-process.ts";
import { noteStop, withFailures } from "./late-failures.ts";
import { loadAtOnce, type LoadOptions, type Take } from "./load-at-once.ts";
import { loadWithHooks } from "./load-with-hooks.ts";
import { loadedModules } from "./loaded-modules.ts";
import { defaultTimeLimit, secondsText } from "./time-limit.ts";
import { needsPlaces, readable, toUserCodeError } from "./to-user-code-error.ts";
import { UserCodeError } from "./user-code-error.ts";
import { userPlacesOf } from "./user-place.ts";

// State of the process, as what it is about is.
let isGuarded = false;
let latest: Files | undefined;
const loadedAtOnce = new Set<string>();

/**
 * Runs a JavaScript or TypeScript module of the user's, without a type check, and takes something
 * out of it. A module runs once, and once more, with all that it imports from the user's files, when
 * texts were given since.
 *
 * @param file - absolute path
 * @param take - what is taken from the exports; code of the user's that it runs, such as a getter,
 *   is held to the same limit
 * @param timeLimit - how long all that may take, in milliseconds; nothing where nobody could say
 * @throws UserCodeError when it is missing, cannot be parsed, throws, or takes too long
 */
export async function importModule<T>(
  file: string,
  take: Take<T>,
  files: Files,
  timeLimit?: number,
): Promise<T> {
  const limit = timeLimit ?? defaultTimeLimit;
  if (files.given(file) === undefined && files.sizeOf(file) === undefined) {
    throw new UserCodeError(files, file, "There is no such file.");
  }
  guard(files);
  const { result, failures } = await withFailures(() =>
    load(file, take, { files, timeLimit: limit }),
  );
  if (result.state === "loaded" && failures.length === 0) return result.value;
  if (result.state !== "timed-out") {
    const error = result.state === "failed" ? result.error : failures[0];
    const places = needsPlaces(error) ? await import("./code-places.ts") : undefined;
    // What nobody waits for may come from a module that was loaded before.
    const isOwn = result.state === "failed" || !hasPlace(error);
    throw toUserCodeError(isOwn ? file : "", error, { files, places });
  }
  noteStop();
  const more = timeLimit === undefined ? "" : "; --timeout allows more time";
  throw new UserCodeError(files, file, `It did not finish within ${secondsText(limit)}.`, {
    help: `Look for an endless loop or await${more}.`,
  });
}

type Loaded<T> =
  | { readonly state: "loaded"; readonly value: T }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "timed-out" };

async function load<T>(file: string, take: Take<T>, how: LoadOptions): Promise<Loaded<T>> {
  try {
    const taken = (await tryAtOnce(file, take, how)) ?? (await loadWithHooks(file, take, how));
    return taken === "timed-out" ? { state: taken } : { state: "loaded", value: taken.value };
  } catch (error) {
    return { state: "failed", error: readable(error) };
  }
}

function hasPlace(error: unknown): boolean {
  return error instanceof Error && userPlacesOf(error).length > 0;
}

function guard(files: Files): void {
  latest = files;
  if (isGuarded) return;
  isGuarded = true;
  // Between where the builder throws and the user's call there may be many of the builder's own.
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 50);
  guardProcess((error) => toUserCodeError("", error, { files: latest ?? files }));
}

async function tryAtOnce<T>(
  file: string,
  take: Take<T>,
  how: LoadOptions,
): Promise<{ readonly value: T } | "timed-out" | undefined> {
  // Hooks tell which modules are loaded, and can load a module anew.
  if (loadedModules() !== undefined || loadedAtOnce.has(file)) return undefined;
  // Node would take one that failed for the same when it is tried again.
  loadedAtOnce.add(file);
  return loadAtOnce(file, take, how);
}
