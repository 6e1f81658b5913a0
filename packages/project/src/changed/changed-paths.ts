import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

interface Folder {
  readonly real: string;
  readonly isChanged: boolean;
}

/** Decides if paths are, or lead to, something that changed: a file, a link, or a folder that was not searched. */
export class ChangedPaths {
  readonly #changed: ReadonlySet<string>;
  readonly #folders = new Map<string, Folder>();
  readonly #links = new Map<string, ReadonlySet<string>>();

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

  /**
   * Caches the links in a folder. Many of its files are asked about, and listing the folder is faster than checking
   * each of them.
   */
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

/** The limit on links in a chain, as in Linux. */
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

/** Returns the target of a link; undefined when the path is missing or not a link. */
function targetOf(path: string): string | undefined {
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
