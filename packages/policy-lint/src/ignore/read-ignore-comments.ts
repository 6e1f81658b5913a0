import type { SourceComment, SourceRange } from "@traffic-policy/policy-language";

/** How a comment begins that orders to ignore findings. */
export const ignoreMark = "traffic-policy-ignore";

/** The one order there is. */
export const ignoreNextLine = `${ignoreMark}-next-line`;

/** A comment that orders to ignore findings. */
export interface IgnoreComment {
  readonly location: SourceRange;
  /** The order as written; others than {@link ignoreNextLine} do nothing. */
  readonly order: string;
  readonly rules: readonly string[];
  readonly why: string | undefined;
  /** The line whose findings are ignored. */
  readonly line: number;
}

/** The comments of a file that order to ignore findings, in the order of the file. */
export function readIgnoreComments(comments: readonly SourceComment[]): IgnoreComment[] {
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
