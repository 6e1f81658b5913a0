import type { CelError, CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { decisive, Teller } from "./teller.ts";

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
    const told: OperandTrace[] = [];
    let failure: CelError | undefined;
    for (const [index, operand] of this.#operands.entries()) {
      const { result: value, operand: one } = operand.trace(bindings);
      if (value === this.#decidesAlone) {
        const rest = this.#operands.slice(index + 1).map(({ skipped }) => skipped);
        const operands = [...told, decisive(one), ...rest];
        return { result: value, operand: this.#teller.tell(value, operands) };
      }
      if (typeof value !== "boolean") failure ??= this.#teller.failure(value, operand);
      told.push(one);
    }
    const result = failure ?? !this.#decidesAlone;
    // Without a failure every operand was needed; with one, those that failed are to blame.
    const operands = told.map((one) =>
      failure === undefined || one.state !== "value" || typeof one.value !== "boolean"
        ? decisive(one)
        : one,
    );
    return { result, operand: this.#teller.tell(result, operands) };
  }
}
