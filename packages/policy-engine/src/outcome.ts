import type { ForwardedRequest } from "./exchange/exchange.ts";
import type { ClientResponse } from "./exchange/response-state.ts";
import type { JsonLike } from "./expression/values.ts";
import type { EvaluationError, Trace } from "./trace.ts";

/** A place in the policy document. */
export interface RuleReference {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly direction: string;
  readonly name?: string;
}

/** An action of the policy. */
export interface ActionReference {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
}

/** What a `log` action wrote. */
export interface LogEntry {
  readonly path: string;
  readonly metadata: JsonLike;
}

/** Something that went wrong while the exchange was simulated, as it would at the service. */
export interface SimulationError extends EvaluationError {
  /** JSON Pointer to the expression, the action or the part of it that failed. */
  readonly path: string;
}

/**
 * Something that the service would not accept. The policy can be simulated all the same: the part that
 * is wrong fails when it is reached.
 */
export interface PolicyProblem extends EvaluationError {
  /** JSON Pointer into the policy document. */
  readonly path: string;
}

/** Something that the engine cannot do; the rest goes on as if it were not there. */
export interface NotSimulated extends ActionReference {
  /** One sentence. */
  readonly message: string;
}

/** How the rules of one direction ended. */
export interface DirectionOutcome {
  readonly direction: string;
  /**
   * `completed`: all rules were gone through; `ended`: an action ended processing; `failed`: something
   * failed, and the request with it; `skipped`: it was never come to.
   */
  readonly result: "completed" | "ended" | "failed" | "skipped";
  /** The action that ended processing. */
  readonly by?: ActionReference;
}

/** What a policy does to an exchange. All of it is plain data. */
export interface Outcome {
  /**
   * How it ends for the client. `forwarded`: the request, or the connection, reaches the upstream;
   * `answered`: the policy answers the request itself, or replaces the answer of the upstream;
   * `closed`: the policy closes the connection, in TCP and TLS policies; `failed`: something fails.
   */
  readonly result: "forwarded" | "answered" | "closed" | "failed";
  /** The directions in order. */
  readonly directions: readonly DirectionOutcome[];
  /** The request that reached the upstream; none when it did not. */
  readonly request?: ForwardedRequest;
  /** The response that the client gets; none without one of the upstream. */
  readonly response?: ClientResponse;
  /** All rules of the policy, in order, so that a name that none of them has is told. */
  readonly rules: readonly RuleReference[];
  /** The rules that matched, in order. */
  readonly matched: readonly RuleReference[];
  readonly logs: readonly LogEntry[];
  readonly notSimulated: readonly NotSimulated[];
  readonly errors: readonly SimulationError[];
  readonly trace?: Trace;
}
