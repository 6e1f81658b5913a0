import { existsSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { SourceRange, Part, PolicySource } from "@traffic-policy/policy-language";
import { placeText } from "@traffic-policy/policy-language/internal";
import type { YamlVersions } from "@traffic-policy/policy-language/yaml";
import { hasContent, type UserCache } from "./user-cache.ts";

/** An error with a sentence for the user who works with the files. */
export class ExplainedError extends Error {
  /** Advice on what to do. */
  readonly help: string | undefined;
  /** The range of the file to show. */
  readonly range: SourceRange | undefined;

  constructor(
    message: string,
    options: {
      help?: string | undefined;
      range?: SourceRange | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.help = options.help;
    this.range = options.range;
  }
}

/** A text that replaces the content of a file, or a replacement that no longer applies. */
export interface GivenText {
  readonly file: string;
  readonly text: string | undefined;
}

let count = 0;

/**
 * The files that a run sees: those of the file system, and texts in the place of some of them, such as what
 * an editor has not saved yet, what is staged, or what a fix makes. All paths but those that are resolved are
 * absolute.
 */
export class Files {
  /** Tells them from others in the same process. */
  readonly id = count++;
  /** The working directory: what paths are relative to, and how they are shown. */
  readonly folder: string;
  /** Keeps what was made of modules for the next run. */
  readonly cache: UserCache | undefined;
  /** True when modules may be run; otherwise each module is refused. */
  readonly runsCode: boolean;
  /** Milliseconds that a module may run; a default where the run sets none. */
  timeLimit: number | undefined;
  /** Parse states of YAML files for their next versions, by absolute path. */
  readonly yaml: Map<string, YamlVersions> | undefined;
  /** The modules that were refused; absolute paths. */
  readonly refused: string[] = [];
  /** All that was given and forgotten so far, in this order; its length tells one state from another. */
  readonly changes: GivenText[] = [];
  readonly #given = new Map<string, string>();

  constructor(
    folder: string,
    cache?: UserCache,
    {
      runsCode = true,
      yaml,
    }: { readonly runsCode?: boolean; readonly yaml?: Map<string, YamlVersions> } = {},
  ) {
    this.folder = folder;
    this.cache = cache;
    this.runsCode = runsCode;
    this.yaml = yaml;
  }

  /** The absolute path of what somebody names. */
  resolve(path: string): string {
    return resolve(this.folder, path);
  }

  /** A path as it is shown: relative to the working directory, with forward slashes. */
  nameOf(file: string): string {
    const rest = file.slice(this.folder.length + 1);
    // Mostly a file is below the folder and its path is written as it should be, which is seen at once.
    if (sep === "/" && file === `${this.folder}/${rest}` && !unusualSegment.test(rest)) return rest;
    return (relative(this.folder, file) || ".").replaceAll(sep, "/");
  }

  /** Lets a text stand in the place of a file's. */
  give(file: string, text: string): void {
    // Node knows modules by what links lead to.
    for (const name of new Set([file, existsSync(file) ? realpathSync(file) : file])) {
      if (this.#given.get(name) === text) continue;
      this.#given.set(name, text);
      this.changes.push({ file: name, text });
    }
  }

  /** Lets all files speak for themselves again. */
  forget(): void {
    for (const file of this.#given.keys()) this.changes.push({ file, text: undefined });
    this.#given.clear();
  }

  /** The text that was given for a file. */
  given(file: string): string | undefined {
    return this.#given.get(file);
  }

  exists(file: string): boolean {
    return this.#given.has(file) || existsSync(file);
  }

  /**
   * The text of a file, as it was given or as it is stored, with U+FFFD in the place of what is not UTF-8.
   *
   * @throws ExplainedError when it cannot be read
   */
  textOf(file: string): string {
    return this.given(file) ?? this.looseText(file);
  }

  /** The same; nothing when it cannot be read. */
  textIfReadable(file: string): string | undefined {
    try {
      return this.textOf(file);
    } catch {
      return undefined;
    }
  }

  /**
   * The text of a document, as it was given or as it is stored.
   *
   * @param most - in bytes
   * @throws ExplainedError when it cannot be read, is larger, or is not UTF-8
   */
  documentText(file: string, most: number = largestDocument): string {
    return this.given(file) ?? decode(this.bytes(file, most), this.nameOf(file));
  }

  /**
   * The bytes of a file.
   *
   * @throws ExplainedError when it cannot be read
   */
  bytes(file: string, most?: number): Buffer {
    return this.bytesIfAny(file, most) ?? this.#isMissing(file);
  }

  /**
   * The bytes of a file; nothing when there is no such file.
   *
   * @throws ExplainedError when it cannot be read, or is no regular file
   */
  bytesIfAny(file: string, most?: number): Buffer | undefined {
    return this.#contentIfAny(file, most, () => readFileSync(file));
  }

  /**
   * The text of a file as {@link looseTextIfAny} has it.
   *
   * @throws ExplainedError when it cannot be read
   */
  looseText(file: string): string {
    return this.looseTextIfAny(file) ?? this.#isMissing(file);
  }

  /**
   * The text of a file, with U+FFFD in the place of what is not UTF-8, which is quicker than its bytes;
   * nothing when there is no such file.
   *
   * @throws ExplainedError when it cannot be read, or is no regular file
   */
  looseTextIfAny(file: string, most?: number): string | undefined {
    return this.#contentIfAny(file, most, () => readFileSync(file, "utf8"));
  }

  /**
   * How many bytes a file has, 0 for a stream that the shell has opened; nothing when there is no such
   * file. Everything that reads a path asks this first: a named pipe may never be written to, a device may
   * never end, and what the system makes up may be a secret, such as the environment of this process.
   *
   * @param most - in bytes
   * @throws ExplainedError when it is no regular file, is larger, or the system does not say
   */
  sizeOf(file: string, most: number = largestFile): number | undefined {
    const stat = this.statIfAny(file);
    if (stat === undefined) return undefined;
    // What the shell has opened, such as <(command), has somebody who writes to it.
    if (!stat.isDirectory() && openedByShell.test(file)) return 0;
    const reason = this.#readIfAny(file, () => whyNotRead(file, stat, most));
    if (reason === undefined) return stat.size;
    throw new ExplainedError(`${this.nameOf(file)}: ${reason}`);
  }

  /**
   * Returns the stats of a file or folder; undefined when it does not exist.
   *
   * @throws ExplainedError when the system cannot tell
   */
  statIfAny(file: string): Stats | undefined {
    // Not thrown, as long as it can be reported: that takes longer.
    return this.#readIfAny(file, () => statSync(file, { throwIfNoEntry: false }));
  }

  #contentIfAny<T extends Buffer | string>(
    file: string,
    most: number | undefined,
    read: () => T,
  ): T | undefined {
    return this.sizeOf(file, most) === undefined ? undefined : this.#readIfAny(file, read);
  }

  #readIfAny<T>(file: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw new ExplainedError(`${this.nameOf(file)}: It cannot be read (${code}).`, {
        cause: error,
      });
    }
  }

  #isMissing(file: string): never {
    throw new ExplainedError(`${this.nameOf(file)}: There is no such file.`);
  }
}

/** In bytes. A text parsed with locations takes two hundred times as much memory. */
export const largestDocument = 5_000_000;

/** In bytes; what is larger makes no text, or fills the memory. */
export const largestFile = 100_000_000;

/**
 * The text of a file of the user's or of a repository, where there are no {@link Files}; nothing when there
 * is no such file, or it is one that those would not read.
 *
 * @param most - in bytes
 * @throws the error of the file system
 */
export function ordinaryText(file: string, most: number): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || whyNotRead(file, stat, most) !== undefined) return undefined;
  return readFileSync(file, "utf8");
}

/**
 * Explains why a path must not be read: a repository may contain a link to a pipe, a device or a disk full of text.
 *
 * @param most - in bytes
 * @throws the error of the file system
 */
function whyNotRead(file: string, stat: Stats, most: number): string | undefined {
  if (!stat.isFile()) return `It is ${kindOf(stat)}.`;
  if (stat.size > most) {
    const [has, mostBytes] = [stat.size, most].map((number) => number.toLocaleString("en"));
    return `It has ${has} bytes, more than the ${mostBytes} that this command reads.`;
  }
  return stat.size === 0 && hasContent(file) ? "It is not stored on a disk." : undefined;
}

const unusualSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

const openedByShell = /^(?:\/dev\/(?:stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;

/** Names the kind of a path that is not a file. */
export function kindOf(stat: Pick<Stats, "isDirectory" | "isFIFO" | "isSocket">): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a named pipe, not a file";
  if (stat.isSocket()) return "a socket, not a file";
  return "a device, not a file";
}

/**
 * The text of bytes in UTF-8.
 *
 * @param name - what the user calls the file
 * @throws ExplainedError when they are not UTF-8
 */
export function decode(bytes: Uint8Array, name: string): string {
  try {
    // Not what Node does by itself, which replaces what is not UTF-8.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ExplainedError(`${name}: It is not UTF-8.`, {
      help: "Save it in the encoding UTF-8.",
      cause: error,
    });
  }
}

/** Where a part of a source stands, as it is shown. */
export function placeIn(source: PolicySource, pointer: string, part?: Part): string {
  return placeText(source.file, source.locate(pointer, part)?.start);
}
