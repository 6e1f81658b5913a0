import type { CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { decisive, Teller } from "./teller.ts";

/** `condition ? whenTrue : whenFalse`. */
export class Conditional implements Evaluable {
  readonly #condition: Evaluable;
  readonly #whenTrue: Evaluable;
  readonly #whenFalse: Evaluable;
  readonly #teller: Teller;

  constructor(
    operands: readonly [condition: Evaluable, whenTrue: Evaluable, whenFalse: Evaluable],
    span: Span | undefined,
    environment: Environment,
  ) {
    [this.#condition, this.#whenTrue, this.#whenFalse] = operands;
    this.#teller = new Teller("?:", span, operands, environment);
  }

  get skipped(): OperandTrace {
    return this.#teller.skipped;
  }

  trace(bindings: Bindings): Traced {
    const { result: condition, operand } = this.#condition.trace(bindings);
    if (typeof condition !== "boolean") {
      const result = this.#teller.failure(condition, this.#condition);
      const branches = [this.#whenTrue.skipped, this.#whenFalse.skipped];
      return { result, operand: this.#teller.tell(result, [decisive(operand), ...branches]) };
    }
    const branch = (condition ? this.#whenTrue : this.#whenFalse).trace(bindings);
    const branches = condition
      ? [decisive(branch.operand), this.#whenFalse.skipped]
      : [this.#whenTrue.skipped, decisive(branch.operand)];
    const operands = [decisive(operand), ...branches];
    return { result: branch.result, operand: this.#teller.tell(branch.result, operands) };
  }
}
