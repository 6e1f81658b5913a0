import { transformSync } from "oxc-transform";
import { positionIn } from "./text-position.ts";

/** The text of a TypeScript file is not TypeScript. */
class TypeScriptSyntaxError extends Error {
  override readonly name = "TypeScriptSyntaxError";
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(message: string, place: { file: string; line: number; column: number }) {
    super(message);
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}

/**
 * Takes the types out of a TypeScript file.
 *
 * @throws TypeScriptSyntaxError with the place of the first error
 */
export function stripTypes(file: string, text: string): string {
  const { code, errors } = transformSync(file, text, { sourceType: "module" });
  const [error] = errors;
  if (error !== undefined) {
    const start = error.labels[0]?.start ?? 0;
    throw new TypeScriptSyntaxError(error.message, { file, ...positionIn(text, start) });
  }
  return code;
}
