import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Which text of the command this is: a part of the digest of it, put in when it is built. */
declare const BUILD: string;

const fewArguments = 10;
const unusedAfter = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps the machine code of the command in a folder of the user's, which only the user can write
 * to: whoever can change it can change what the command does. When that is not so, or anything else
 * goes wrong, there is none, and the command starts a little slower.
 */
export class CodeCache {
  readonly #folder = cacheFolder();
  readonly #name: string;

  /**
   * @param args - what is run: each command compiles other parts, some policies are code, and of what
   *   many files need one needs little, but would have to read it
   */
  constructor([command = "", ...args]: readonly string[]) {
    const part = /^[a-z]{1,20}$/.test(command) ? command : "other";
    const isData = args.some((arg) => /\.(?:json|ya?ml)$/.test(arg));
    const isMany = args.some((arg) => /[*?[{]/.test(arg)) || args.length > fewArguments;
    const kind = `${isData ? "-data" : ""}${isMany ? "-many" : ""}`;
    this.#name = `${BUILD}-${process.version}-${process.arch}-${part}${kind}`;
  }

  read(): Buffer | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return isOwn(this.#folder) ? readFileSync(join(this.#folder, this.#name)) : undefined;
    } catch {
      return undefined;
    }
  }

  write(code: Buffer): void {
    if (this.#folder === undefined) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOwn(this.#folder)) return;
      const file = join(this.#folder, this.#name);
      writeFileSync(`${file}.${process.pid}`, code, { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
      removeUnused(this.#folder);
    } catch {
      // The next run starts a little slower, too.
    }
  }
}

function cacheFolder(): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE, XDG_CACHE_HOME, LOCALAPPDATA } =
    process.env;
  // What Node's own cache of this kind obeys; coverage needs the functions as they are written.
  if (NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE) return undefined;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache");
  return join(caches, "traffic-policy", "code");
}

function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function removeUnused(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > unusedAfter) rmSync(file);
  }
}
