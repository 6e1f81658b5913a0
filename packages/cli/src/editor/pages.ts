import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A text in Markdown that an editor shows. */
export interface Page {
  readonly name: string;
  readonly markdown: string;
}

/** What the names of the folders begin with, before the process that they are of. */
const prefix = "traffic-policy-editor-";

/** Pages as files that an editor can open: the user's alone, in a temporary folder that goes when the server ends. */
export class Pages {
  #folder: string | undefined;

  /** @returns the URI of its file */
  show({ name, markdown }: Page): string {
    const file = join(
      mkdtempSync(join(this.#made(), "page-")),
      `${name.replaceAll(/[^\w.-]+/g, "-")}.md`,
    );
    writeFileSync(file, markdown, { mode: 0o600 });
    return pathToFileURL(file).href;
  }

  remove(): void {
    if (this.#folder !== undefined) removeFolder(this.#folder);
    this.#folder = undefined;
  }

  #made(): string {
    if (this.#folder !== undefined) return this.#folder;
    removeLeftovers();
    this.#folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    process.once("exit", () => this.remove());
    return this.#folder;
  }
}

/** Removes what servers have left that were killed. */
function removeLeftovers(): void {
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
    // On some systems not while a file in it is open: the next server removes it.
  }
}
