import { decode, type Files } from "@traffic-policy/policy-module";
import { writeFile } from "../write-file.ts";

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
  static readIfPossible(file: string, files: Files): SourceFile | undefined {
    try {
      const bytes = files.bytes(file);
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
   * Puts another text in its place.
   *
   * @throws CommandError when it cannot be written, or was changed since it was read
   */
  async write(text: string, files: Files): Promise<void> {
    await writeFile(this.file, text, this.#bytes ?? Buffer.of(), files);
  }
}
