import type { Diagnostic } from "@traffic-policy/policy-language";
import { diagnostic } from "./sample.ts";

/** A finding in a file of its own, of which the line is the given one. */
export function inFile(file: string, overrides: Partial<Diagnostic> = {}, line = 1): Diagnostic {
  const location = { file, start: { line, column: 5 }, end: { line, column: 8 } };
  return diagnostic({ location, ...overrides });
}

/** Equal findings in this many files. */
export function inFiles(
  count: number,
  overrides: Partial<Diagnostic> = {},
  folder = "p",
): Diagnostic[] {
  return Array.from({ length: count }, (_, index) =>
    inFile(`${folder}/${index + 1}.json`, overrides),
  );
}
