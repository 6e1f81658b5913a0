import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { CodeCache } from "./code-cache.ts";

/**
 * Runs a CommonJS module with the machine code that the engine made of it in an earlier run:
 * reading a big module takes longer than linting a policy.
 *
 * @param file - absolute path
 */
export function runScript(file: string): void {
  const text = readFileSync(file, "latin1");
  const cache = new CodeCache(process.argv.slice(2));
  const cachedData = cache.read();
  const script = new Script(`(function (require, __filename, nativeImport) {${text}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    // At the end, when all that a run of this command needs has been compiled.
    process.once("exit", () => cache.write(script.createCachedData()));
  }
  const start = script.runInThisContext() as (...values: readonly unknown[]) => void;
  // Code from a cache has lost where it is, and cannot import by itself.
  start(require, file, (specifier: string) => import(specifier));
}
