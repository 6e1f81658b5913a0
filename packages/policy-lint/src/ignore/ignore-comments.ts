import type { Diagnostic, SourceComment } from "@traffic-policy/policy-language";
import { meantRule } from "../meant-rule.ts";
import type { IgnoreNode } from "../nodes/ignore-node.ts";
import { ignoreNextLine, readIgnoreComments, type IgnoreComment } from "./read-ignore-comments.ts";

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
