import type { CelError, CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable } from "./evaluable.ts";

/** Tells of an operator: what it is the same for every exchange, and what came of it in one. */
export class Teller {
  readonly skipped: OperandTrace;
  readonly #environment: Environment;
  readonly #place: Pick<OperandTrace, "kind" | "span">;

  constructor(
    kind: Exclude<OperandTrace["kind"], "condition">,
    span: Span | undefined,
    operands: readonly Evaluable[],
    environment: Environment,
  ) {
    this.#environment = environment;
    this.#place = { kind, ...(span && { span }) };
    const skipped = operands.map((operand) => operand.skipped);
    this.skipped = { ...this.#place, state: "skipped", operands: skipped };
  }

  tell(result: CelResult, operands: readonly OperandTrace[]): OperandTrace {
    return { ...this.#place, ...this.#environment.describe(result), operands };
  }

  /** What is no boolean as an error, which it is where one is needed. */
  failure(value: Exclude<CelResult, boolean>, operand: Evaluable): CelError {
    if (this.#environment.isError(value)) return value;
    return this.#environment.noBoolean(value, operand.skipped.span);
  }
}

/** An operand that decided the result of the operator around it. */
export function decisive(operand: OperandTrace): OperandTrace {
  return { ...operand, decided: true };
}
