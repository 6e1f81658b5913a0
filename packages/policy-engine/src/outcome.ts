import type { Span } from "@traffic-policy/policy-language";
import type { ForwardedRequest } from "./exchange/exchange.ts";
import type { ClientResponse } from "./exchange/response-state.ts";
import type { Question } from "./run/questions.ts";
import type { JsonLike } from "./expression/plain-value.ts";

/** A place in the policy document. */
export interface RuleReference {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly direction: string;
  readonly name?: string;
}

export interface ActionReference {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
}

export interface LogEntry {
  readonly path: string;
  readonly metadata: JsonLike;
}

/** An error during the simulated exchange that would also occur at the service. */
export interface SimulationError extends EvaluationError {
  /** JSON Pointer to the expression, the action or the part of it that failed. */
  readonly path: string;
}

/**
 * A part of the policy that the service would reject. The policy can be simulated anyway: the invalid part fails when
 * it is reached.
 */
export interface PolicyProblem extends EvaluationError {
  /** JSON Pointer into the policy document. */
  readonly path: string;
}

/** A part of the policy that the engine cannot simulate; the exchange goes on as if it were not there. */
export interface NotSimulated extends ActionReference {
  readonly message: string;
}

/** How the rules of one section ended. */
export interface SectionOutcome {
  readonly direction: string;
  /**
   * `completed`: all rules were evaluated; `ended`: an action ended processing; `failed`: something
   * failed, and the request with it; `skipped`: it was never come to.
   */
  readonly result: "completed" | "ended" | "failed" | "skipped";
  /** The action that ended processing. */
  readonly by?: ActionReference;
}

/** The effect of a policy on an exchange. All of it is plain data. */
export interface Outcome {
  /**
   * How it ends for the client. `forwarded`: the request, or the connection, reaches the upstream;
   * `answered`: the policy answers the request itself, or replaces the answer of the upstream;
   * `closed`: the policy closes the connection; `failed`: something fails.
   */
  readonly result: "forwarded" | "answered" | "closed" | "failed";
  /** The sections of the dialect in order. */
  readonly directions: readonly SectionOutcome[];
  /** The request that reached the upstream; none when it did not. */
  readonly request?: ForwardedRequest;
  /** The URL of the endpoint that an action forwards to, which stands for the upstream. */
  readonly forwardedTo?: string;
  /** The response that the client gets; none without one of the upstream. */
  readonly response?: ClientResponse;
  /** All rules of the policy, in order, so that a name that none of them has is reported. */
  readonly rules: readonly RuleReference[];
  /** The rules that matched, in order. */
  readonly matched: readonly RuleReference[];
  readonly logs: readonly LogEntry[];
  readonly notSimulated: readonly NotSimulated[];
  readonly errors: readonly SimulationError[];
  /** The unknown that made the exchange fail; see `failsAtUnknown` of the options. */
  readonly unknown?: Question;
  readonly trace?: Trace;
}

export interface EvaluationError {
  readonly message: string;
  /** UTF-16 offsets in the text of the expression. */
  readonly span?: Span;
}

export type Evaluation =
  | { readonly state: "value"; readonly value: JsonLike }
  | { readonly state: "error"; readonly error: EvaluationError }
  /** An earlier operand had decided already, or an earlier expression was not true. */
  | { readonly state: "skipped" };

interface TracedVariable {
  readonly name: string;
  readonly value?: JsonLike;
  /** Set when only the service knows its value. */
  readonly isUnknown?: true;
}

/** One operand of an expression, with its own operands. */
export type OperandTrace = Evaluation & {
  /** The operator whose operands follow; a `condition` has none that are reported. */
  readonly kind: "condition" | "&&" | "||" | "!" | "?:";
  /** UTF-16 offsets in the text of the expression. */
  readonly span?: Span;
  /** Set when the surrounding operator has its result because of this operand. */
  readonly decided?: true;
  /** The variables that a condition reads. */
  readonly variables?: readonly TracedVariable[];
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

/** A change that an action made. */
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
  /** A further effect of the action, or why it had none: a sentence. */
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

/** How the outcome came about: all rules of all sections in the order of the document. */
export interface Trace {
  readonly rules: readonly RuleTrace[];
}
