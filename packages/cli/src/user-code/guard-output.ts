import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import { replaceFunction } from "./replace-function.ts";

const standardOutput = 1;
const standardError = 2;

const asynchronous = ["appendFile", "open", "write", "writeFile", "writev"];

/**
 * Lets everything that is written to standard output from now on go to standard error, by whatever
 * name. What writes there rightly has to have taken the functions of `node:fs` before.
 */
export function guardOutput(): void {
  // The console asks for it, too, when it is used first.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  for (const name of asynchronous) {
    replaceTarget(fs, name);
    replaceTarget(fs, `${name}Sync`);
    replaceTarget(fs.promises, name);
  }
  // Otherwise whatever is opened next becomes standard output.
  replaceFunction(fs, "closeSync", ({ args, instead }) =>
    args[0] === standardOutput ? undefined : instead(...args),
  );
  replaceFunction(fs, "close", ({ args, instead }) => {
    const [file, done] = args;
    if (file !== standardOutput) instead(...args);
    else if (typeof done === "function") process.nextTick(done, null);
  });
  syncBuiltinESMExports();
}

/** Replaces a function that is told first what it writes to. */
function replaceTarget(holder: object, name: string): void {
  replaceFunction(holder, name, ({ args: [file, ...args], instead }) =>
    instead(withoutStandardOutput(file), ...args),
  );
}

function withoutStandardOutput(file: unknown): unknown {
  if (file === standardOutput) return standardError;
  const isUrl = file instanceof URL && file.protocol === "file:";
  const path = isUrl ? fileURLToPath(file) : file;
  return typeof path === "string" && isStandardOutput(path) ? "/dev/stderr" : file;
}

/** Whether a path leads to what standard output is, by whatever name; a device is no result's. */
function isStandardOutput(path: string): boolean {
  // Not every system has it, and one that has not would get a file of this name.
  if (path === "/dev/stdout") return true;
  try {
    const [{ dev, ino }, output] = [fs.statSync(path), fs.fstatSync(standardOutput)];
    return !output.isCharacterDevice() && dev === output.dev && ino === output.ino;
  } catch {
    return false;
  }
}
