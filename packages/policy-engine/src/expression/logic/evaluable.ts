import type { CelResult } from "@bufbuild/cel";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { ToldOperand } from "./told-operand.ts";

/** A part of an expression that is evaluated in a way that can be told of. */
export interface Evaluable {
  trace(bindings: Bindings): Traced;
  /** What is told of it where it is not evaluated. */
  readonly skipped: OperandTrace;
}

/** A result, with how it came about. */
export interface Traced {
  readonly result: CelResult;
  readonly operand: ToldOperand;
}
