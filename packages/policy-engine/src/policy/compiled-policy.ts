import type { Dialect, JsonObject, Protocol } from "@traffic-policy/policy-language";
import type { PreparedAction } from "../action/effect.ts";
import type { CompiledExpression } from "../expression/compiled-expression.ts";
import type { RuleReference, PolicyProblem } from "../outcome.ts";
import type { ActionTrace } from "../trace.ts";

/** A policy that exchanges can be simulated with; see `compilePolicy`. */
export interface CompiledPolicy {
  readonly protocol: Protocol;
  readonly dialect: Dialect;
  /** The rules of each direction of the dialect, in its order: the last is after the upstream. */
  readonly directions: readonly CompiledDirection[];
  /** The rules of all directions, as outcomes refer to them. */
  readonly rules: readonly RuleReference[];
  /** What the service would not take. */
  readonly problems: readonly PolicyProblem[];
}

export interface CompiledDirection {
  readonly direction: string;
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRule {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly name?: string;
  /** How outcomes refer to it. */
  readonly reference: RuleReference;
  readonly expressions: readonly CompiledExpression[];
  readonly actions: readonly CompiledAction[];
}

export interface CompiledAction {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
  readonly config: JsonObject;
  /** What is told of it where it is not run. */
  readonly skipped: ActionTrace;
  /** What it does; none when it is not simulated. */
  readonly run?: PreparedAction;
  /** Why the service would not take its config; it then fails. */
  readonly problem?: string;
}
