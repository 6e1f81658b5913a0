import type { CelError, CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable } from "./evaluable.ts";
import { tell, type ToldOperand } from "./told-operand.ts";

/** Tells of an operator: what it is the same for every exchange, and what came of it in one. */
export class Teller {
  readonly skipped: OperandTrace;
  readonly #environment: Environment;
  readonly #kind: OperandTrace["kind"];
  readonly #span: Span | undefined;

  constructor(
    kind: OperandTrace["kind"],
    span: Span | undefined,
    operands: readonly Evaluable[],
    environment: Environment,
  ) {
    this.#environment = environment;
    this.#kind = kind;
    this.#span = span;
    this.skipped = {
      kind,
      ...(span && { span }),
      state: "skipped",
      ...(operands.length > 0 && { operands: operands.map((operand) => operand.skipped) }),
    };
  }

  tell(result: CelResult): ToldOperand {
    return tell(this.#kind, this.#span, this.#environment.describe(result));
  }

  /** What is no boolean as an error, which it is where one is needed. */
  failure(value: Exclude<CelResult, boolean>, operand: Evaluable): CelError {
    if (this.#environment.isError(value)) return value;
    return this.#environment.noBoolean(value, operand.skipped.span);
  }
}
