import type { Diagnostic, SourceComment } from "@traffic-policy/policy-language";
import { IgnoreComments } from "./ignore-comments.ts";
import { ignoreMark } from "./read-ignore-comments.ts";

/**
 * The comments in code that order to ignore findings. A policy's findings may point into any module
 * that it imports, so they are looked for wherever a finding points.
 */
export class CodeComments {
  readonly #files = new Map<string, IgnoreComments>();
  readonly #read: (file: string) => string | undefined;

  /** @param read - the text of a file, named as findings name it; nothing when it cannot be read */
  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  /**
   * The comments of a file; none when it cannot be read.
   *
   * @param file - as findings name it
   */
  of(file: string): IgnoreComments {
    let comments = this.#files.get(file);
    if (comments === undefined) {
      comments = new IgnoreComments(commentsOf(file, this.#read(file) ?? ""));
      this.#files.set(file, comments);
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
function commentsOf(file: string, text: string): SourceComment[] {
  if (!text.includes(ignoreMark)) return [];
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const match = /^\s*(?:\/\/(.*)|\/\*(.*)\*\/\s*)$/.exec(line);
    const comment = match?.[1] ?? match?.[2];
    if (comment === undefined) return [];
    const start = { line: index + 1, column: line.search(/\S/) + 1 };
    const end = { line: index + 1, column: line.trimEnd().length + 1 };
    return [{ text: comment.trim(), range: { file, start, end } }];
  });
}
