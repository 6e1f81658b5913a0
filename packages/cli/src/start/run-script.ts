import { statSync } from "node:fs";
import { basename } from "node:path";
import { Script } from "node:vm";
import { cacheFolder, shortHash, UserCache } from "@traffic-policy/project/user-cache";
import { isColorOption } from "../program/color-option.ts";

/**
 * Evaluates a script with the engine's code cache of an earlier run, because compiling a big script takes longer than
 * linting a policy.
 *
 * @param file - absolute path
 */
export function runScript(file: string, text: string): unknown {
  const cache = new CodeCache(
    file,
    process.argv.slice(2).filter((arg) => !isColorOption(arg)),
  );
  const cachedData = cache.read();
  const before = isCounting ? bytecodeSize() : 0;
  atStart ??= before;
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  if (isCounting) fromCaches += bytecodeSize() - before;
  const known = script.cachedDataRejected === true ? undefined : cachedData?.byteLength;
  // At the end, when all that a run of this command needs has been compiled.
  if (atEnd.length === 0) process.once("exit", () => atEnd.forEach((keep) => keep()));
  atEnd.push(() => {
    if (known !== undefined && !isServer && !(isCounting && hasCompiledMost())) return;
    const code = script.createCachedData();
    if (known === undefined || code.byteLength > known * 1.1) cache.write(code);
  });
  return script.runInThisContext();
}

// It ends once a day, and the next one should not wait for what this one has compiled.
const isServer = process.argv[2] === "lsp";

// Counting takes several milliseconds: one run in eight does.
const isCounting = process.pid % 8 === 0;

/** Work for the exit of the process: a single listener for all, because Node warns of more than ten. */
const atEnd: (() => void)[] = [];

let atStart: number | undefined;
let fromCaches = 0;

/**
 * True when this run compiled more code than it got from caches: the run that wrote them did less, such as an
 * editor's server that ended before it had checked anything.
 */
function hasCompiledMost(): boolean {
  return bytecodeSize() - (atStart ?? 0) > 2 * fromCaches;
}

function bytecodeSize(): number {
  return process.getBuiltinModule("node:v8").getHeapCodeStatistics().bytecode_and_metadata_size;
}

/** The build's identity: a part of its digest, inserted by the build. */
declare const BUILD: string;

const fewArguments = 10;

function isOfData(args: readonly string[]): boolean {
  return args.some((arg) => /\.(?:json|ya?ml)$/.test(arg));
}

function areMany(args: readonly string[]): boolean {
  return args.some((arg) => /[*?[{]/.test(arg)) || args.length > fewArguments;
}

/** True when a command line names a few files, and no folder or pattern with more. */
export function isOfFewFiles(args: readonly string[]): boolean {
  return isOfData(args) && !areMany(args);
}

const largeSize = 1_000_000;

/** True when this run lints a few files, one of which probably has thousands of rules. */
export const isOfLargeFile =
  process.argv[2] === "lint" &&
  isOfFewFiles(process.argv.slice(3)) &&
  process.argv.slice(3).some((arg) => isOfData([arg]) && isLarge(arg));

function isLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= largeSize;
}

class CodeCache {
  readonly #cache = new UserCache(cacheFolder(process.env));
  readonly #name: string;

  /**
   * @param file - absolute path, which is part of the machine code, because stack traces name it
   * @param args - the command line: each command compiles other parts, some policies are code, and a run on a single
   *   file needs little of the cache for many files, but would have to read all of it
   */
  constructor(file: string, [command = "", ...args]: readonly string[]) {
    // What an editor or an agent speaks to compiles other parts than what works for it.
    const run = /^--(?:call|checker)$/.test(args[0] ?? "")
      ? `${command}${args[0]?.slice(2)}`
      : command;
    const part = /^[a-z]{1,20}$/.test(run) ? run : "other";
    const size = isOfLargeFile ? "-large" : areMany(args) ? "-many" : "";
    const kind = `${isOfData(args) ? "-data" : ""}${size}`;
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
