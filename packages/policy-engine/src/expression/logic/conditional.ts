import type { CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { Teller } from "./teller.ts";

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
    operand.decided = true;
    const operands = [operand as OperandTrace, this.#whenTrue.skipped, this.#whenFalse.skipped];
    if (typeof condition !== "boolean") {
      return this.#end(this.#teller.failure(condition, this.#condition), operands);
    }
    const branch = (condition ? this.#whenTrue : this.#whenFalse).trace(bindings);
    branch.operand.decided = true;
    operands[condition ? 1 : 2] = branch.operand as OperandTrace;
    return this.#end(branch.result, operands);
  }

  #end(result: CelResult, operands: readonly OperandTrace[]): Traced {
    const operand = this.#teller.tell(result);
    operand.operands = operands;
    return { result, operand };
  }
}
