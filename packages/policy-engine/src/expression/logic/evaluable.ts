import type { CelResult } from "@bufbuild/cel";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";

/** An expression that can be evaluated any number of times, as a whole or with a trace. */
export interface Evaluable {
  evaluate(bindings: Bindings): CelResult;
  /** Evaluates it in the same way, and tells of each operand. */
  trace(bindings: Bindings): Traced;
  /** What is told of it where it is not evaluated. */
  readonly skipped: OperandTrace;
}

/** A result, with how it came about. */
export interface Traced {
  readonly result: CelResult;
  readonly operand: OperandTrace;
}
