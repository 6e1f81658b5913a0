import type { Span } from "@traffic-policy/policy-language";
import type {
  ActionTrace,
  SectionOutcome,
  ExpressionTrace,
  OperandTrace,
  Outcome,
  RuleTrace,
} from "../outcome.ts";
import type { CompiledPolicy } from "../policy/compile-policy.ts";
import { shownText, textOf } from "./shown.ts";
import { actionWords, changedPart, evaluationReason, ruleName, ruleWords } from "./trace-words.ts";

/** A section with its rules, in words for people. */
export interface ShownSection<Place> extends Pick<SectionOutcome, "direction" | "result"> {
  readonly rules: readonly ShownRule<Place>[];
}

export interface ShownRule<Place> extends Pick<RuleTrace, "path" | "result"> {
  /** Its name; `rule 2` without one. */
  readonly name: string;
  /** The result in words: `not matched`. */
  readonly word: string;
  readonly place?: Place;
  readonly expressions: readonly ShownPart<Place>[];
  readonly actions: readonly ShownAction<Place>[];
}

/** An expression or an operand. */
export interface ShownPart<Place> {
  /** CEL. */
  readonly text: string;
  readonly place?: Place;
  /** `value` is a value other than true and false; `skipped` was not evaluated. */
  readonly state: "true" | "false" | "value" | "error" | "skipped";
  /** The reason, in a few words: `req.method is "GET"`; the error where it occurred; may be empty. */
  readonly because: string;
  /** True when this part determines the result of the expression around it; always true for a whole expression. */
  readonly decided: boolean;
  /** The operator whose operands follow; undefined for a condition. */
  readonly operator?: "&&" | "||" | "!" | "?:";
  readonly operands: readonly ShownPart<Place>[];
}

export interface ShownAction<Place> extends Pick<ActionTrace, "path" | "type" | "result"> {
  readonly place?: Place;
  /** The result in words: `ends processing`; empty for `done`. */
  readonly word: string;
  /** Not of what is not simulated, which has a message of its own. */
  readonly note?: string;
  readonly changes: readonly ShownChange[];
}

/** A change that an action made. No `before` when it added the value, no `after` when it removed it. */
export interface ShownChange {
  /** `request header x-id`, `URL`, `status` */
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
}

/** How a trace is shown. */
export interface TraceView<Place> {
  /** Maximum lengths of texts, in characters. */
  readonly limits: Readonly<Record<"name" | "expression" | "value" | "note", number>>;
  /** Finds the place of a part of the policy. */
  readonly placed: (path: string, span?: Span) => { readonly place?: Place };
}

/** The rules of all sections, each with what came of it and why. */
export function shownSections<Place>(
  { trace, directions }: Outcome,
  policy: Pick<CompiledPolicy, "sections">,
  view: TraceView<Place>,
): ShownSection<Place>[] {
  const rules = trace?.rules ?? [];
  return policy.sections.map(({ name }, index) => ({
    direction: name,
    result: directions[index]?.result ?? "skipped",
    rules: rules
      .filter(({ path }) => path.startsWith(`/${name}/`))
      .map((rule) => shownRule(rule, view)),
  }));
}

function shownRule<Place>(rule: RuleTrace, view: TraceView<Place>): ShownRule<Place> {
  const { path, result, expressions, actions } = rule;
  return {
    path,
    name: shownText(ruleName(rule), view.limits.name),
    result,
    word: ruleWords[result],
    ...view.placed(path),
    expressions: expressions.map((one) => shownExpression(one, view)),
    actions: actions.map((one) => shownAction(one, view)),
  };
}

function shownAction<Place>(
  { path, type, result, note, changes }: ActionTrace,
  { limits, placed }: TraceView<Place>,
): ShownAction<Place> {
  return {
    path,
    type,
    ...placed(path),
    result,
    word: actionWords[result],
    ...(note !== undefined && result !== "not-simulated" && { note: shownText(note, limits.note) }),
    changes: changes.map((change) => {
      const { before, after } = change;
      return {
        what: changedPart(change),
        ...(before !== null && { before: shownText(textOf(before), limits.value) }),
        ...(after !== null && { after: shownText(textOf(after), limits.value) }),
      };
    }),
  };
}

function shownExpression<Place>(trace: ExpressionTrace, view: TraceView<Place>): ShownPart<Place> {
  const { path, text, operand } = trace;
  const span = { start: 0, end: text.length };
  const whole = { kind: "condition", ...(operand ?? trace), span } as const;
  return { ...shownOperand(whole, { path, text }, view), decided: true };
}

function shownOperand<Place>(
  operand: OperandTrace,
  expression: Pick<ExpressionTrace, "path" | "text">,
  view: TraceView<Place>,
): ShownPart<Place> {
  const { span = { start: 0, end: expression.text.length }, kind, operands = [] } = operand;
  const text = expression.text.slice(span.start, span.end);
  return {
    text: shownText(text, view.limits.expression),
    ...view.placed(expression.path, span),
    state: stateOf(operand),
    because: evaluationReason(text, operand, view.limits.value),
    decided: operand.decided === true,
    ...(kind !== "condition" && { operator: kind }),
    operands: operands.map((one) => shownOperand(one, expression, view)),
  };
}

function stateOf(trace: OperandTrace): ShownPart<never>["state"] {
  if (trace.state !== "value") return trace.state;
  if (typeof trace.value !== "boolean") return "value";
  return trace.value ? "true" : "false";
}
