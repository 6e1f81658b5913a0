import type { Position } from "@traffic-policy/policy-language";

/** A TypeScript file cannot be run. */
export class TypeScriptError extends Error {
  override readonly name = "TypeScriptError";
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly help: string | undefined;

  constructor(message: string, place: Position & { readonly file: string }, help?: string) {
    super(message);
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.help = help;
  }
}

/** Whether an error is one of these; one of another thread has lost its class. */
export function isTypeScriptError(error: unknown): error is TypeScriptError {
  return error instanceof Error && error.name === "TypeScriptError" && "line" in error;
}

/** The first line of a message that others wrote, ended as a sentence. */
export function firstSentence(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
