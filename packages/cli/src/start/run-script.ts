import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { CodeCache } from "./code-cache.ts";

/**
 * The value of a script, run with the machine code that the engine made of it in an earlier run: reading a
 * big one takes longer than linting a policy.
 *
 * @param file - absolute path
 */
export function runScript(file: string): unknown {
  const text = readFileSync(file, "latin1");
  const cache = new CodeCache(file, process.argv.slice(2));
  const cachedData = cache.read();
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    // At the end, when all that a run of this command needs has been compiled.
    process.once("exit", () => cache.write(script.createCachedData()));
  }
  return script.runInThisContext();
}
