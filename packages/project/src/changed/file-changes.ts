import { printable } from "@traffic-policy/policy-language/internal";

/** Files that changed. */
export interface FileChanges {
  /** How they changed, as the end of a sentence: `changed since the last commit`. */
  readonly how: string;
  /** Absolute paths of files, also of those that are gone, and of folders in which anything may have changed. */
  readonly files: ReadonlySet<string>;
  /** The same as they were named, where the command line names them. */
  readonly named?: readonly string[];
  /** Returns the earlier content of a file; undefined when the file did not exist, or its content is unknown. */
  before(file: string): Promise<string | undefined>;
}

/**
 * Says in a sentence that there is nothing to do.
 *
 * @param what - what could have been affected
 */
export function nothingReached(
  { how, files }: Pick<FileChanges, "how" | "files">,
  what: string,
): string {
  return printable(files.size === 0 ? `Nothing ${how}.` : `Nothing that ${how} affects ${what}.`);
}
