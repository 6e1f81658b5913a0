import {
  getOrAdd,
  type Diagnostic,
  type SourceComment,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { meantRule } from "./meant-rule.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";

/** A line of a file, from 1. */
export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** The comments that order to ignore findings, and which of them found some. */
export class IgnoreComments {
  readonly #comments: readonly IgnoreComment[];
  readonly #used = new Set<string>();

  constructor(comments: readonly SourceComment[]) {
    this.#comments = readIgnoreComments(comments);
  }

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#comments.length === 0;
  }

  /**
   * Whether a comment orders to ignore a finding.
   *
   * @param lines - the lines that a comment about the finding may stand before
   */
  ignores({ rule }: Diagnostic, lines: readonly FileLine[]): boolean {
    const index = this.#comments.findIndex(
      ({ order, rules, location, line }) =>
        order === ignoreNextLine &&
        rules.includes(rule) &&
        lines.some((other) => other.line === line && other.file === location.file),
    );
    if (index !== -1) this.#used.add(`${index} ${rule}`);
    return index !== -1;
  }

  /** What became of the comments so far. */
  nodes(known: ReadonlyMap<string, unknown>): IgnoreNode[] {
    return this.#comments.map(({ location, order, rules, why }, index) => ({
      kind: "comment",
      location,
      order,
      why,
      rules: rules.map((name) => ({
        name,
        isKnown: known.has(name),
        meant: known.has(name) ? undefined : meantRule(name, known.keys()),
        isUsed: this.#used.has(`${index} ${name}`),
      })),
    }));
  }
}

/** How a comment begins that orders to ignore findings. */
export const ignoreMark = "traffic-policy-ignore";

/** The one order there is. */
export const ignoreNextLine = `${ignoreMark}-next-line`;

interface IgnoreComment {
  readonly location: SourceRange;
  /** The order as written; others than {@link ignoreNextLine} do nothing. */
  readonly order: string;
  readonly rules: readonly string[];
  readonly why: string | undefined;
  /** The line whose findings are ignored. */
  readonly line: number;
}

function readIgnoreComments(comments: readonly SourceComment[]): IgnoreComment[] {
  const orders = comments.flatMap(({ text, range, isTrailing = false }) => {
    const [, order, rest = ""] = /^(traffic-policy-ignore[\w-]*)(?=\s|$)(.*)$/s.exec(text) ?? [];
    if (order === undefined) return [];
    const [names = "", why] = rest.split(/\s--(?=\s|$)/, 2);
    const rules = names.split(",").map((name) => name.trim());
    return [{ order, rules, why: why?.trim(), location: range, isTrailing }];
  });
  const alone = new Map<string, Set<number>>();
  for (const { location, isTrailing } of orders) {
    if (isTrailing) continue;
    const known = alone.get(location.file) ?? new Set();
    alone.set(location.file, known.add(location.end.line));
  }
  return orders.map(({ isTrailing: _isTrailing, ...order }) => {
    const lines = alone.get(order.location.file);
    // Several of them may stand one below the other.
    let line = order.location.end.line + 1;
    while (lines?.has(line) === true) line += 1;
    return { ...order, rules: order.rules.filter((name) => name !== ""), line };
  });
}

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
    return getOrAdd(
      this.#files,
      file,
      () => new IgnoreComments(commentsOf(file, this.#read(file) ?? "")),
    );
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
