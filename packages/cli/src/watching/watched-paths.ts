import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Files whose changes are told, each a moment after the last of the events that saving it causes. */
export class WatchedPaths {
  readonly #changed: (file: string) => void;
  readonly #folders: readonly string[];
  readonly #isNews: (name: string) => boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #files = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param changed - is told the absolute path of a file
   * @param options.folders - folders that are watched besides those of files
   * @param options.isNews - whether a file of this name is told of in any folder that is watched
   */
  constructor(
    changed: (file: string) => void,
    {
      folders = [],
      isNews = () => false,
    }: { readonly folders?: readonly string[]; readonly isNews?: (name: string) => boolean } = {},
  ) {
    this.#changed = changed;
    this.#folders = folders;
    this.#isNews = isNews;
  }

  /**
   * Watches more files.
   *
   * @param since - when they were read, in milliseconds since 1970
   */
  follow(files: readonly string[], since: number): void {
    for (const file of files) this.#files.add(file);
    for (const folder of [...this.#folders, ...files.map((file) => dirname(file))]) {
      if (this.#watchers.has(folder) || !isFolder(folder)) continue;
      // The folder, not the file: editors put another file in its place.
      this.#watchers.set(
        folder,
        watch(folder, (_event, name) => this.#saw(folder, name)),
      );
      // What was saved meanwhile came before anybody watched.
      const saved = files.find((file) => dirname(file) === folder && savedAt(file) > since);
      if (saved !== undefined) this.#saw(folder, basename(saved));
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #saw(folder: string, name: string | null): void {
    if (name === null) return;
    const file = join(folder, name);
    if (!this.#files.has(file) && !this.#isNews(name)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(file), 50);
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function savedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
