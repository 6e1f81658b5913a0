import type {
  CompiledPolicy,
  ExpressionTrace,
  OperandTrace,
  Outcome,
  RuleTrace,
} from "@traffic-policy/policy-engine";
import {
  actionWords,
  changedPart,
  evaluationReason,
  ruleName,
  ruleWords,
  shownText,
  textOf,
} from "@traffic-policy/policy-engine/report";
import type { PolicySource } from "@traffic-policy/policy-language";
import { placed } from "../document.ts";
import type { ShownChange, TracedSection, TracedPart, TracedRule } from "../messages.ts";

/** Maximum lengths of texts, in characters. */
const longest = { name: 200, expression: 1000, value: 200, note: 300 };

export function tracedSections(
  { trace, directions }: Outcome,
  policy: CompiledPolicy,
  source: PolicySource,
): TracedSection[] {
  const rules = trace?.rules ?? [];
  return policy.sections.map(({ name }, index) => ({
    direction: name,
    result: directions[index]?.result ?? "skipped",
    rules: rules
      .filter(({ path }) => path.startsWith(`/${name}/`))
      .map((rule) => tracedRule(rule, source)),
  }));
}

function tracedRule(rule: RuleTrace, source: PolicySource): TracedRule {
  const { path, result, expressions, actions } = rule;
  return {
    path,
    name: shownText(ruleName(rule), longest.name),
    result,
    word: ruleWords[result],
    ...placed(source, path),
    expressions: expressions.map((one) => tracedExpression(one, source)),
    actions: actions.map((action) => ({
      path: action.path,
      type: action.type,
      ...placed(source, action.path),
      result: action.result,
      word: actionWords[action.result],
      // What is not simulated has a message of its own.
      ...(action.note !== undefined &&
        action.result !== "not-simulated" && { note: shownText(action.note, longest.note) }),
      changes: action.changes.map((change): ShownChange => ({
        what: changedPart(change),
        ...(change.before !== null && { before: shownText(textOf(change.before), longest.value) }),
        ...(change.after !== null && { after: shownText(textOf(change.after), longest.value) }),
      })),
    })),
  };
}

function tracedExpression(trace: ExpressionTrace, source: PolicySource): TracedPart {
  const { path, text, operand } = trace;
  const whole = { start: 0, end: text.length };
  if (operand === undefined) {
    const { state, because } = evaluated(text, trace);
    const { place } = placed(source, path, whole);
    return {
      text: shownText(text, longest.expression),
      ...(place && { place }),
      state,
      because,
      decided: true,
      operands: [],
    };
  }
  return { ...tracedOperand({ ...operand, span: whole }, { path, text }, source), decided: true };
}

function tracedOperand(
  operand: OperandTrace,
  expression: Pick<ExpressionTrace, "path" | "text">,
  source: PolicySource,
): TracedPart {
  const { span = { start: 0, end: expression.text.length }, kind, operands = [] } = operand;
  const text = expression.text.slice(span.start, span.end);
  return {
    text: shownText(text, longest.expression),
    ...placed(source, expression.path, span),
    ...evaluated(text, operand),
    decided: operand.decided === true,
    ...(kind !== "condition" && { operator: kind }),
    operands: operands.map((one) => tracedOperand(one, expression, source)),
  };
}

function evaluated(
  text: string,
  trace: ExpressionTrace | OperandTrace,
): Pick<TracedPart, "state" | "because"> {
  const { text: because, kind } = evaluationReason(text, trace, longest.value);
  if (trace.state !== "value") return { state: kind === "error" ? "error" : "skipped", because };
  const { value } = trace;
  return { state: typeof value === "boolean" ? (value ? "true" : "false") : "value", because };
}
