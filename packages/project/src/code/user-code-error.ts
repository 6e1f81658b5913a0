import { placeText } from "@traffic-policy/policy-language/internal";
import { fileURLToPath } from "node:url";
import type { Position } from "@traffic-policy/policy-language";
import type { Origin } from "@traffic-policy/policy-builder";
import { ExplainedError, type Files } from "../files/files.ts";
import { ownModules } from "./own-modules.ts";

/** A file of the user's could not be run: it is missing, is not TypeScript, or throws. */
export class UserCodeError extends ExplainedError {
  /** The file that was asked for, relative to the working directory. */
  readonly file: string;
  /** The sentence without the place. */
  readonly reason: string;
  /** Where in the user's code it happened, when that is known. */
  readonly place: UserPlace | undefined;

  constructor(
    files: Files,
    file: string,
    reason: string,
    options: {
      place?: UserPlace | undefined;
      help?: string;
      cause?: unknown;
    } = {},
  ) {
    const { place, help, cause } = options;
    const at = place === undefined ? files.nameOf(file) : userPlaceText(place, files);
    // A line alone is found without being shown.
    const range = place?.end && { file: place.file, start: place, end: place.end };
    super(`${at}: ${reason}`, { help, cause, range });
    this.file = files.nameOf(file);
    this.reason = reason;
    this.place = place;
  }
}

/** A place in code of the user's as it is shown. */
export function userPlaceText(place: UserPlace, files: Files): string {
  return placeText(files.nameOf(place.file), place);
}

export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
  readonly call: string;

  constructor(call: string) {
    super(`${call} was called.`);
    this.call = call;
  }
}

export class TypeScriptError extends Error {
  override readonly name = "TypeScriptError";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly help: string | undefined;

  constructor(message: string, place: Position & { readonly file: string }, help?: string) {
    super(message);
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.help = help;
  }
}

/** Recognizes the error by its fields, because an error from another thread has lost its class. */
export function isTypeScriptError(error: unknown): error is TypeScriptError {
  return error instanceof Error && error.name === "TypeScriptError" && "line" in error;
}

export interface UserPlace extends Position {
  readonly file: string;
  readonly end?: Position;
}

let folders: readonly string[] | undefined;

/** True when the URL of a module belongs to this command or its dependencies. */
export function isOurs(url: string): boolean {
  folders ??= ["policy-builder", "policy-language"]
    .map((name) => ownModules.urlOf(`@traffic-policy/${name}`))
    .concat(import.meta.url)
    .map((own) => own.replace(/\/(dist|src)\/.*$/, "/"));
  return (
    url.includes("/node_modules/@traffic-policy/") ||
    folders.some((folder) => url.startsWith(folder))
  );
}

/** The place that an error comes from: the innermost in code that is neither Node's, nor a package's, nor ours. */
export function userPlaceOf(error: Error): UserPlace | undefined {
  return userPlacesOf(error)[0];
}

/** Returns the locations in user code on the stack of an error, innermost first. */
export function userPlacesOf(error: Error): UserPlace[] {
  const stack = error.stack ?? "";
  // How Node shows where an import is wrong: the line, and an arrow below it.
  const [, at, atLine, arrow] = /^(file:.*):(\d+)\n.*\n( *\^)/.exec(stack) ?? [];
  if (at !== undefined && arrow !== undefined && isUsers(at)) {
    return [placeOfOrigin({ file: at, line: Number(atLine), column: arrow.length })];
  }
  return framesOf(stack)
    .filter(({ file }) => isUsers(file))
    .map(placeOfOrigin);
}

/** True when code of the user's is on the stack. */
export function isCalledByUser(): boolean {
  const { prepareStackTrace } = Error;
  // Writing the stack as text, to read it again, takes several times as long. What freezes the class keeps it from that.
  Reflect.set(Error, "prepareStackTrace", (_error: Error, sites: NodeJS.CallSite[]) => sites);
  const error = new Error();
  const sites: unknown = error.stack;
  Reflect.set(Error, "prepareStackTrace", prepareStackTrace);
  if (!Array.isArray(sites)) return userPlacesOf(error).length > 0;
  return (sites as NodeJS.CallSite[]).some((site) => {
    const file = site.getFileName() ?? site.getEvalOrigin() ?? "";
    return file.includes("file://") && isUsers(file);
  });
}

/** True when our own code, and thus the builder, threw an error. */
export function isThrownByUs(error: Error): boolean {
  const [innermost] = framesOf(error.stack ?? "");
  return innermost !== undefined && isOurs(innermost.file);
}

function framesOf(stack: string): (Position & { readonly file: string })[] {
  return [...stack.matchAll(/(file:\/\/.*?):(\d+):(\d+)\)?$/gm)].map(
    ([, file = "", line, column]) => ({ file, line: Number(line), column: Number(column) }),
  );
}

function isUsers(url: string): boolean {
  return !url.includes("/node_modules/") && !isOurs(url);
}

/** Returns the location in the user's source for a location in running code; the path is absolute. */
export function placeOfOrigin({ file, line, column }: Origin): Position & { file: string } {
  return { file: file.startsWith("file:") ? fileURLToPath(file) : file, line, column };
}
