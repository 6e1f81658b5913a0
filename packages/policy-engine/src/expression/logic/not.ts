import type { CelResult } from "@bufbuild/cel";
import type { Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { Teller } from "./teller.ts";

/** `!` before an operand that has operands of its own. */
export class Not implements Evaluable {
  readonly #operand: Evaluable;
  readonly #teller: Teller;

  constructor(operand: Evaluable, span: Span | undefined, environment: Environment) {
    this.#operand = operand;
    this.#teller = new Teller("!", span, [operand], environment);
  }

  get skipped(): OperandTrace {
    return this.#teller.skipped;
  }

  trace(bindings: Bindings): Traced {
    const { result: value, operand } = this.#operand.trace(bindings);
    const result = this.#not(value);
    operand.decided = true;
    const told = this.#teller.tell(result);
    told.operands = [operand as OperandTrace];
    return { result, operand: told };
  }

  #not(value: CelResult): CelResult {
    return typeof value === "boolean" ? !value : this.#teller.failure(value, this.#operand);
  }
}
