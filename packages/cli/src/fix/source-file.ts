import { readFileSync, statSync } from "node:fs";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import { decode } from "../policy-file/load-policy.ts";

/** A file as it was read before it is fixed. */
export class SourceFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly #bytes: Buffer | undefined;

  private constructor(file: string, text: string, bytes: Buffer | undefined) {
    this.file = file;
    this.text = text;
    this.#bytes = bytes;
  }

  /** What stands on standard input in the place of a file. */
  static given(file: string, text: string): SourceFile {
    return new SourceFile(file, text, undefined);
  }

  /** Nothing when it cannot be read, which whoever lints it tells. */
  static readIfPossible(file: string): SourceFile | undefined {
    try {
      const bytes = readFileSync(file);
      return new SourceFile(file, decode(bytes, file), bytes);
    } catch {
      return undefined;
    }
  }

  /** Whether it is a file, and not standard input. */
  get isStored(): boolean {
    return this.#bytes !== undefined;
  }

  /**
   * Puts another text in its place: at once or not at all, with the same mode and owner, and behind
   * a link in the file that it leads to.
   *
   * @throws CommandError when it cannot be written, or was changed since it was read
   */
  async write(text: string): Promise<void> {
    const { default: writeFileAtomic } = await import("write-file-atomic");
    try {
      if (!readFileSync(this.file).equals(this.#bytes ?? Buffer.of())) {
        throw this.#error("It was changed while it was being fixed, so it is left as it is.", {
          help: "Run the command again.",
        });
      }
      // A file in a folder that can be written could be replaced all the same, even by root.
      if ((statSync(this.file).mode & 0o222) === 0) {
        throw this.#error("It is read-only, so it is left as it is.", {
          help: "Make it writable, or fix it by hand.",
        });
      }
      writeFileAtomic.sync(this.file, text);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw this.#error(`It cannot be written (${code}).`, { cause: error });
    }
  }

  #error(reason: string, options: { help?: string; cause?: unknown }): CommandError {
    return new CommandError(`${relativePath(this.file)}: ${reason}`, options);
  }
}
