import type { CelError, CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { Teller } from "./teller.ts";
import type { ToldOperand } from "./told-operand.ts";

/**
 * `&&` or `||`. One operand that decides alone is enough, also after others that failed; without
 * one, the first that failed is the result.
 *
 * Source: the definition of the Common Expression Language, section "Logical Operators".
 */
export class Chain implements Evaluable {
  readonly #operands: readonly Evaluable[];
  readonly #teller: Teller;
  /** The value of an operand that decides alone. */
  readonly #decidesAlone: boolean;

  constructor(
    operator: "&&" | "||",
    operands: readonly Evaluable[],
    span: Span | undefined,
    environment: Environment,
  ) {
    this.#operands = operands;
    this.#teller = new Teller(operator, span, operands, environment);
    this.#decidesAlone = operator === "||";
  }

  get skipped(): OperandTrace {
    return this.#teller.skipped;
  }

  trace(bindings: Bindings): Traced {
    const operands: OperandTrace[] = [];
    const told: ToldOperand[] = [];
    let failure: CelError | undefined;
    for (const operand of this.#operands) {
      const { result: value, operand: one } = operand.trace(bindings);
      operands.push(one as OperandTrace);
      if (value === this.#decidesAlone) {
        one.decided = true;
        const rest = this.#operands.slice(operands.length);
        for (const { skipped } of rest) operands.push(skipped);
        return this.#end(value, operands);
      }
      if (typeof value !== "boolean") failure ??= this.#teller.failure(value, operand);
      told.push(one);
    }
    for (const one of told) {
      // Without a failure every operand was needed; with one, those that failed are to blame.
      if (failure === undefined || typeof one.value !== "boolean") one.decided = true;
    }
    return this.#end(failure ?? !this.#decidesAlone, operands);
  }

  #end(result: CelResult, operands: readonly OperandTrace[]): Traced {
    const operand = this.#teller.tell(result);
    operand.operands = operands;
    return { result, operand };
  }
}
