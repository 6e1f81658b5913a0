import type { Problem } from "@traffic-policy/policy-language";

/** A file that is not as its format has it. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** JSON Pointer into the file. */
  readonly path: string;
  readonly part: "key" | undefined;
  /** What to do. */
  readonly help: string | undefined;

  constructor({ path, part, message, help }: Problem) {
    super(message);
    this.path = path;
    this.part = part;
    this.help = help;
  }
}
