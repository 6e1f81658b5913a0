import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const unusedAfter = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps code that is run again in a folder of the user's, which only the user can write to: whoever
 * can change it can change what the command does. When that is not so, or anything else goes wrong,
 * nothing is kept, and the command takes a little longer.
 */
export class UserCache {
  readonly #folder = cacheFolder();

  read(name: string): Buffer | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return isOwn(this.#folder) ? readFileSync(join(this.#folder, name)) : undefined;
    } catch {
      return undefined;
    }
  }

  write(name: string, content: Buffer | string): void {
    if (this.#folder === undefined) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOwn(this.#folder)) return;
      const file = join(this.#folder, name);
      writeFileSync(`${file}.${process.pid}`, content, { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
      removeUnused(this.#folder);
    } catch {
      // The next run takes a little longer, too.
    }
  }
}

/** The folder of it; nothing when nothing is to be kept. */
export function cacheFolder(): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE, XDG_CACHE_HOME, LOCALAPPDATA } =
    process.env;
  // What Node's own cache of this kind obeys; coverage needs the functions as they are written.
  if (NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE) return undefined;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || join(home(), ".cache");
  return join(caches, "traffic-policy", "code");
}

// Where the variable says it, the module that knows is not loaded.
function home(): string {
  return process.env["HOME"] || process.getBuiltinModule("node:os").homedir();
}

/** Whether nobody but the user can write to a folder. */
export function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function removeUnused(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > unusedAfter) rmSync(file);
  }
}
