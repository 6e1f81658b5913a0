import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Files } from "@traffic-policy/project";
import { isFolder } from "@traffic-policy/project/files";
import { CommandError } from "../context.ts";

interface Watching {
  readonly top: string;
  /** Receives the absolute path of a file, or of a replaced folder. */
  readonly changed: (path: string) => void;
  /** Called once when a folder cannot be watched, with the reason: `ENOSPC`. */
  readonly failed: (folder: string, code: string) => void;
  readonly folders?: readonly string[];
  readonly isNews?: (name: string) => boolean;
}

/** Watches files, and reports each change a moment after its last event, because saving a file causes several. */
export class WatchedPaths {
  readonly #top: string;
  readonly #changed: Watching["changed"];
  readonly #failed: Watching["failed"];
  readonly #isNews: (name: string) => boolean;
  readonly #given: readonly string[];
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  /** By folder; undefined for a missing or unwatchable folder. */
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ top, changed, failed, folders = [], isNews = () => false }: Watching) {
    this.#top = top;
    this.#changed = changed;
    this.#failed = failed;
    this.#given = folders;
    this.#isNews = isNews;
  }

  /**
   * Watches more files.
   *
   * @param since - time of reading, in milliseconds since 1970
   */
  follow(files: readonly string[], since: number): void {
    for (const file of files) this.#files.add(file);
    for (const folder of [...this.#given, ...files.map((file) => dirname(file))]) {
      if (this.#folders.has(folder)) continue;
      this.#folders.add(folder);
      for (const one of [folder, ...foldersAround(folder, this.#top)]) this.#open(one);
      // What was saved meanwhile came before anybody watched.
      const saved = files.find((file) => dirname(file) === folder && savedAt(file) > since);
      if (saved !== undefined) this.#saw("change", folder, basename(saved));
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher?.close();
  }

  #open(folder: string): void {
    if (this.#watchers.has(folder)) return;
    this.#watchers.set(folder, undefined);
    if (!isFolder(folder)) return;
    const fail = (error: NodeJS.ErrnoException): void => {
      this.#watchers.get(folder)?.close();
      this.#watchers.set(folder, undefined);
      // One that goes away is seen where it was.
      if (this.#folders.has(folder) && isFolder(folder)) this.#failed(folder, String(error.code));
    };
    try {
      // The folder, not the file: editors put another file in its place.
      const watcher = watch(folder, (event, name) => this.#saw(event, folder, name));
      this.#watchers.set(folder, watcher.on("error", fail));
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  }

  #saw(event: string, folder: string, name: string | null): void {
    if (name === null) return;
    const path = join(folder, name);
    const isOne = this.#files.has(path) || (this.#folders.has(folder) && this.#isNews(name));
    // What is watched is the folder that had the name: from now on another one may have it, or none.
    const isReplaced = event === "rename" && this.#reopen(path);
    if (!isOne && !isReplaced) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(path), 50);
  }

  #reopen(path: string): boolean {
    const within = [...this.#watchers.keys()].filter(
      (folder) => folder === path || folder.startsWith(path + sep),
    );
    for (const folder of within) {
      this.#watchers.get(folder)?.close();
      this.#watchers.delete(folder);
      this.#open(folder);
    }
    return within.some((folder) => this.#folders.has(folder));
  }
}

function foldersAround(folder: string, top: string): string[] {
  const around: string[] = [];
  if (folder === top) return [];
  if (!folder.startsWith(top + sep)) return [dirname(folder)];
  for (let at = dirname(folder); at.length >= top.length; at = dirname(at)) around.push(at);
  return around;
}

function savedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

export function notWatched(folder: string, code: string, files: Files): CommandError {
  const message = `${files.nameOf(folder)}: The folder cannot be watched (${code}): changes in it are not noticed.`;
  const help =
    code === "ENOSPC" || code === "EMFILE"
      ? "Increase the number of folders that the system can watch: fs.inotify.max_user_watches, and max_user_instances."
      : undefined;
  return new CommandError(message, { help });
}
