import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

interface Folder {
  /** Its path without links. */
  readonly real: string;
  readonly isChanged: boolean;
}

/** Whether paths are, or lead to, something that changed: a file, a link, or a folder that was not looked into. */
export class ChangedPaths {
  readonly #changed: ReadonlySet<string>;
  readonly #folders = new Map<string, Folder>();
  readonly #links = new Map<string, ReadonlySet<string>>();

  /** @param changed - absolute paths */
  constructor(changed: ReadonlySet<string>) {
    this.#changed = changed;
  }

  has(path: string): boolean {
    return this.#isChanged(path, 0);
  }

  #isChanged(path: string, depth: number): boolean {
    const above = dirname(path);
    const folder = this.#folder(above);
    const own = folder.real === above ? path : join(folder.real, basename(path));
    if (folder.isChanged || this.#changed.has(own) || this.#changed.has(path)) return true;
    if (!this.#linksIn(folder.real).has(own) || depth > mostLinks) return false;
    return this.#isChanged(resolve(folder.real, readlinkSync(own)), depth + 1);
  }

  /** Where the links in a folder are. Many files of it are asked about, and its list is quicker than each of them. */
  #linksIn(folder: string): ReadonlySet<string> {
    let links = this.#links.get(folder);
    if (links === undefined) {
      links = new Set(linksIn(folder));
      this.#links.set(folder, links);
    }
    return links;
  }

  #folder(path: string): Folder {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const above = dirname(path);
    if (above === path) return { real: path, isChanged: this.#changed.has(path) };
    const { real, isChanged } = this.#folder(above);
    const own = join(real, basename(path));
    let folder = {
      real: own,
      isChanged: isChanged || this.#changed.has(own) || this.#changed.has(path),
    };
    // Before a link is followed, which may lead back to it.
    this.#folders.set(path, folder);
    const target = targetOf(own);
    if (target !== undefined) {
      const to = this.#folder(resolve(real, target));
      folder = { real: to.real, isChanged: folder.isChanged || to.isChanged };
      this.#folders.set(path, folder);
    }
    return folder;
  }
}

/** As Linux follows. */
const mostLinks = 40;

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** Where a link leads; nothing of what is no link, or not there. */
function targetOf(path: string): string | undefined {
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
