import type { Span } from "@traffic-policy/policy-language";
import type { JsonLike } from "./expression/values.ts";

/** What is wrong with the value of an expression, and where in its text. */
export interface EvaluationError {
  /** One sentence. */
  readonly message: string;
  /** UTF-16 offsets in the text of the expression. */
  readonly span?: Span;
}

/** What evaluating a part of an expression came to. */
export type Evaluation =
  | { readonly state: "value"; readonly value: JsonLike }
  | { readonly state: "error"; readonly error: EvaluationError }
  /** Another operand had decided before; or an expression before was not true. */
  | { readonly state: "skipped" };

/** One operand of an expression, with its own operands. */
export type OperandTrace = Evaluation & {
  /** The operator whose operands follow; a `condition` has none that are told of. */
  readonly kind: "condition" | "&&" | "||" | "!" | "?:";
  /** UTF-16 offsets in the text of the expression. */
  readonly span?: Span;
  /** Whether the operator around it has its result because of this operand. */
  readonly decided?: true;
  /** The variables that a condition reads, with their values; none when a variable has no value. */
  readonly variables?: readonly { readonly name: string; readonly value?: JsonLike }[];
  /** Of `a && b && c` all three; of `a ? b : c` the condition first. */
  readonly operands?: readonly OperandTrace[];
};

/** One expression of a rule. */
export type ExpressionTrace = Evaluation & {
  /** JSON Pointer into the policy document: `/inbound/0/expressions/1`. */
  readonly path: string;
  readonly text: string;
  /** None for a text that is no expression. */
  readonly operand?: OperandTrace;
};

/** What an action changed. */
export interface Change {
  readonly what: "url" | "request-header" | "response-header" | "status" | "body";
  /** Of a header: its name in lower case. */
  readonly name?: string;
  /** Before; `null` when there was none. */
  readonly before: JsonLike;
  /** After; `null` when there is none. */
  readonly after: JsonLike;
}

/** One action of a rule that matched. */
export interface ActionTrace {
  /** JSON Pointer into the policy document: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
  /**
   * `done` and the next action follows; `ended` processing; `failed`, and the request with it;
   * `not-simulated`; `skipped`, because one before it ended processing.
   */
  readonly result: "done" | "ended" | "failed" | "not-simulated" | "skipped";
  readonly changes: readonly Change[];
  /** What else it did or why it did nothing: one sentence. */
  readonly note?: string;
}

/** One rule. */
export interface RuleTrace {
  /** JSON Pointer into the policy document: `/inbound/0`. */
  readonly path: string;
  readonly name?: string;
  /** `skipped` when an action of a rule before it ended processing. */
  readonly result: "matched" | "not-matched" | "failed" | "skipped";
  readonly expressions: readonly ExpressionTrace[];
  readonly actions: readonly ActionTrace[];
}

/** How the outcome came about: all rules of all directions in the order of the document. */
export interface Trace {
  readonly rules: readonly RuleTrace[];
}
