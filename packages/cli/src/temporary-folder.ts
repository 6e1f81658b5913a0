import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary folder that only the user can read, removed when this process ends. Creating it also removes the
 * folders of killed processes.
 */
export class TemporaryFolder {
  readonly path: string;
  readonly #remove = (): void => removeFolder(this.path);

  /** @param what - purpose, for the name: `traffic-policy-what-` and the process id */
  constructor(what: string) {
    const prefix = `traffic-policy-${what}-`;
    removeLeftovers(prefix);
    this.path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    process.once("exit", this.#remove);
  }

  remove(): void {
    process.off("exit", this.#remove);
    this.#remove();
  }
}

function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^(\d+)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : "") ?? [];
    const folder = join(tmpdir(), name);
    if (pid !== undefined && isOurs(folder) && !isRunning(Number(pid))) removeFolder(folder);
  }
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // On some systems not while a file in it is open: the next process removes it.
  }
}
