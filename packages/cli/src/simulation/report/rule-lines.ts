import type { RuleTrace } from "@traffic-policy/policy-engine";
import { fromPointer, type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { actionLines } from "./action-lines.ts";
import { expressionLines, type ExpressionView } from "./expression-lines.ts";
import { shownText } from "./shown-text.ts";

/** A rule with why it matched or did not, and what its actions did. */
export function ruleLines(rule: RuleTrace, source: PolicySource, view: ExpressionView): string[] {
  const { style, limits } = view;
  const [word, color] = wordOf[rule.result];
  const name = shownText(ruleName(rule), limits.value);
  const head = `${style[color](word.padEnd(width))}  ${style.bold(name)}  ${style.dim(placeOf(rule.path, source))}`;
  return [head, ...partsOf(rule, view).map((line) => `${" ".repeat(width + 2)}${line}`)];
}

/** What a rule is called; one without a name is counted. */
export function ruleName({
  path,
  name,
}: {
  readonly path: string;
  readonly name?: string;
}): string {
  return name === undefined ? `rule ${Number(fromPointer(path).at(-1)) + 1}` : name;
}

const wordOf: Readonly<
  Record<RuleTrace["result"], readonly [word: string, color: "green" | "dim" | "red"]>
> = {
  matched: ["matched", "green"],
  "not-matched": ["not matched", "dim"],
  failed: ["failed", "red"],
  skipped: ["not reached", "dim"],
};

const width = "not matched".length;

function partsOf(rule: RuleTrace, view: ExpressionView): string[] {
  const { result, expressions, actions } = rule;
  if (result === "skipped" && !view.all) return [];
  // Of a rule that does not match, the first expression that is not true is the whole reason.
  const isReason = ({ state, ...of }: RuleTrace["expressions"][number]): boolean =>
    state === "error" || (state === "value" && "value" in of && of.value !== true);
  const matched = actions.some((action) => action.result !== "skipped");
  const shown = view.all || matched ? expressions : expressions.filter(isReason);
  const done = view.all ? actions : actions.filter((action) => action.result !== "skipped");
  return [
    ...shown.flatMap((expression) => expressionLines(expression, view)),
    ...done.flatMap((action) => actionLines(action, view.limits.value, view.style)),
  ];
}

function placeOf(path: string, source: PolicySource): string {
  const start = source.locate(path)?.start;
  return printable(start === undefined ? source.file : `${source.file}:${start.line}`);
}
