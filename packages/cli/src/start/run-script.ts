import { basename } from "node:path";
import { getHeapCodeStatistics } from "node:v8";
import { Script } from "node:vm";
import { cacheFolder, readPages, shortHash, UserCache } from "@traffic-policy/project/user-cache";
import { isColorOption } from "../program/color-option.ts";

/**
 * The value of a script, run with the machine code that the engine made of it in an earlier run: reading a
 * big one takes longer than linting a policy.
 *
 * @param file - absolute path
 */
export function runScript(file: string): unknown {
  const text = readPages(file).toString("latin1");
  const cache = new CodeCache(
    file,
    process.argv.slice(2).filter((arg) => !isColorOption(arg)),
  );
  const cachedData = cache.read();
  const before = bytecodeSize();
  atStart ??= before;
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  fromCaches += bytecodeSize() - before;
  const known = script.cachedDataRejected === true ? undefined : cachedData?.byteLength;
  // At the end, when all that a run of this command needs has been compiled.
  if (atEnd.length === 0) process.once("exit", () => atEnd.forEach((keep) => keep()));
  atEnd.push(() => {
    // An editor's server ends once a day, and the next one should not wait for what this one has compiled.
    const isServer = process.argv[2] === "lsp";
    if (known !== undefined && !isServer && !hasCompiledMost()) return;
    const code = script.createCachedData();
    if (known === undefined || code.byteLength > known * 1.1) cache.write(code);
  });
  return script.runInThisContext();
}

/** What is kept of each file at the end: one listener for all, as Node warns of more than ten. */
const atEnd: (() => void)[] = [];

let atStart: number | undefined;
let fromCaches = 0;

/**
 * Whether more was compiled in this run than came from caches: the run that wrote them did less, such as an
 * editor's server that was ended before it had checked anything.
 */
function hasCompiledMost(): boolean {
  return bytecodeSize() - (atStart ?? 0) > 2 * fromCaches;
}

function bytecodeSize(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

/** Which text of the command this is: a part of the digest of it, put in when it is built. */
declare const BUILD: string;

const fewArguments = 10;

class CodeCache {
  readonly #cache = new UserCache(cacheFolder(process.env));
  readonly #name: string;

  /**
   * @param file - its absolute path, which is in the machine code: stack traces name it
   * @param args - what is run: each command compiles other parts, some policies are code, and of what
   *   many files need one needs little, but would have to read it
   */
  constructor(file: string, [command = "", ...args]: readonly string[]) {
    // What an editor speaks to compiles other parts than what checks for it.
    const run = args[0] === "--checker" ? `${command}checker` : command;
    const part = /^[a-z]{1,20}$/.test(run) ? run : "other";
    const isData = args.some((arg) => /\.(?:json|ya?ml)$/.test(arg));
    const isMany = args.some((arg) => /[*?[{]/.test(arg)) || args.length > fewArguments;
    const kind = `${isData ? "-data" : ""}${isMany ? "-many" : ""}`;
    const name = `${basename(file, ".cjs")}-${shortHash(file)}`;
    this.#name = `${BUILD}-${process.version}-${process.arch}-${name}-${part}${kind}`;
  }

  read(): Buffer | undefined {
    return this.#cache.read(this.#name);
  }

  write(code: Buffer): void {
    this.#cache.write(this.#name, code);
  }
}
