import { resolve } from "node:path";
import type { Diagnostic, SourceComment } from "@traffic-policy/policy-language";
import { IgnoreComments, ignoreMark } from "@traffic-policy/policy-lint";
import { textOf } from "../file-text.ts";
import { relativePath } from "../relative-path.ts";

/**
 * The comments in code that order to ignore findings. A policy's findings may point into any module
 * that it imports, so they are looked for wherever a finding points.
 */
export class CodeComments {
  readonly #files = new Map<string, IgnoreComments>();

  /** The comments of a file; none when it cannot be read. */
  of(file: string): IgnoreComments {
    const absolute = resolve(file);
    let comments = this.#files.get(absolute);
    if (comments === undefined) {
      comments = new IgnoreComments(commentsOf(absolute));
      this.#files.set(absolute, comments);
    }
    return comments;
  }

  /** Whether a comment orders to ignore a finding. */
  ignores(finding: Diagnostic): boolean {
    if (finding.location === undefined) return false;
    const { file, start } = finding.location;
    return this.of(file).ignores(finding, [{ file, line: start.line }]);
  }
}

/** Comments that stand alone in their line, which is where an order to ignore findings stands. */
function commentsOf(file: string): SourceComment[] {
  const name = relativePath(file);
  const text = readIfPossible(file);
  if (!text.includes(ignoreMark)) return [];
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const match = /^\s*(?:\/\/(.*)|\/\*(.*)\*\/\s*)$/.exec(line);
    const comment = match?.[1] ?? match?.[2];
    if (comment === undefined) return [];
    const start = { line: index + 1, column: line.search(/\S/) + 1 };
    const end = { line: index + 1, column: line.trimEnd().length + 1 };
    return [{ text: comment.trim(), range: { file: name, start, end } }];
  });
}

function readIfPossible(file: string): string {
  try {
    return textOf(file);
  } catch {
    return "";
  }
}
