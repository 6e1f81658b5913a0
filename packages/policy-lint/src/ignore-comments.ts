import {
  type Diagnostic,
  type SourceComment,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { codeComments } from "./code-comments.ts";
import { meantRule } from "./meant-rule.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";

export interface FileLine {
  readonly file: string;
  readonly line: number;
}

export class IgnoreComments {
  readonly #comments: readonly IgnoreComment[];
  readonly #used = new Set<string>();

  constructor(comments: readonly SourceComment[]) {
    this.#comments = readIgnoreComments(comments);
  }

  get isEmpty(): boolean {
    return this.#comments.length === 0;
  }

  /**
   * Returns true when a comment suppresses a finding, and records the use.
   *
   * @param lines - the lines in or before which a comment about the finding may be
   */
  ignores({ rule }: Diagnostic, lines: readonly FileLine[]): boolean {
    // One for the file does not make one for the line superfluous: both say something of the finding.
    const found = ignoreOrders.map((order) =>
      this.#comments.findIndex(
        (comment) =>
          comment.order === order && comment.rules.includes(rule) && isAbout(comment, lines),
      ),
    );
    const ignoring = found.filter((index) => index !== -1);
    for (const index of ignoring) this.#used.add(`${index} ${rule}`);
    return ignoring.length > 0;
  }

  nodes(known: ReadonlyMap<string, unknown>): IgnoreNode[] {
    return this.#comments.map(({ location, order, rules, why, isMisplaced }, index) => ({
      kind: "comment",
      location,
      order,
      why,
      isMisplaced,
      rules: rules.map((name) => ({
        name,
        isKnown: known.has(name),
        meant: known.has(name) ? undefined : meantRule(name, known.keys()),
        isUsed: this.#used.has(`${index} ${name}`),
      })),
    }));
  }
}

export const ignoreMark = "traffic-policy-ignore";

export const ignoreNextLine = `${ignoreMark}-next-line`;

export const ignoreLine = `${ignoreMark}-line`;

export const ignoreFile = `${ignoreMark}-file`;

export const ignoreOrders: readonly string[] = [ignoreNextLine, ignoreLine, ignoreFile];

interface IgnoreComment {
  readonly location: SourceRange;
  /** The directive as written; any other than {@link ignoreOrders} has no effect. */
  readonly order: string;
  readonly rules: readonly string[];
  readonly why: string | undefined;
  /** True for a file directive that is not at the top of the file, and so has no effect. */
  readonly isMisplaced: boolean;
  readonly line: number;
}

/** True when a comment applies to a finding in these lines. A finding without a place is in any file. */
function isAbout(
  { order, location, line, isMisplaced }: IgnoreComment,
  lines: readonly FileLine[],
): boolean {
  if (order === ignoreFile) {
    return !isMisplaced && lines.every(({ file }) => file === location.file);
  }
  return lines.some((other) => other.line === line && other.file === location.file);
}

function readIgnoreComments(comments: readonly SourceComment[]): IgnoreComment[] {
  const orders = comments.flatMap(({ text, range, isTrailing = false, isAtTop = false }) => {
    const [, order, rest = ""] = /^(traffic-policy-ignore[\w-]*)(?=\s|$)(.*)$/s.exec(text) ?? [];
    if (order === undefined) return [];
    const [names = "", why] = rest.split(/\s--(?=\s|$)/, 2);
    const rules = names.split(",").map((name) => name.trim());
    const isMisplaced = order === ignoreFile && !isAtTop;
    return [{ order, rules, why: why?.trim(), location: range, isTrailing, isMisplaced }];
  });
  const alone = new Map<string, Set<number>>();
  for (const { location, isTrailing } of orders) {
    if (isTrailing) continue;
    const known = alone.get(location.file) ?? new Set();
    alone.set(location.file, known.add(location.end.line));
  }
  return orders.map(({ isTrailing: _isTrailing, ...order }) => {
    const lines = alone.get(order.location.file);
    let line = order.location.start.line;
    if (order.order === ignoreNextLine) {
      line = order.location.end.line + 1;
      // Several of them may stand one below the other.
      while (lines?.has(line) === true) line += 1;
    }
    return { ...order, rules: order.rules.filter((name) => name !== ""), line };
  });
}

/**
 * Ignore directives in comments of code. A policy's findings may point into any module
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
      () => new IgnoreComments(codeComments(file, this.#read(file) ?? "", ignoreMark)),
    );
  }

  /**
   * Returns true when a comment suppresses a finding.
   *
   * @param built - the call that built the faulty part: a text of several lines cannot contain a comment
   */
  ignores(finding: Diagnostic, built: SourceRange | undefined): boolean {
    const places = [finding.location, built].filter((place) => place !== undefined);
    const lines = places.map(({ file, start }) => ({ file, line: start.line }));
    return places.some(({ file }) => this.of(file).ignores(finding, lines));
  }
}
