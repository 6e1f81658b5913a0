import type { Expression } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import { Plan } from "../plan.ts";
import type { Evaluable, Traced } from "./evaluable.ts";
import { Teller } from "./teller.ts";

/** A part of an expression that the evaluator does as a whole. */
export class Condition implements Evaluable {
  readonly #plan: Plan;
  readonly #teller: Teller;

  constructor(node: Expression, environment: Environment) {
    this.#plan = new Plan(node, environment);
    this.#teller = new Teller("condition", node.span, [], environment);
  }

  get skipped(): OperandTrace {
    return this.#teller.skipped;
  }

  trace(bindings: Bindings): Traced {
    const result = this.#plan.evaluate(bindings);
    const operand = this.#teller.tell(result);
    const { variables } = this.#plan;
    if (variables.length > 0) {
      operand.variables = variables.map((name) => {
        const value = bindings.toJson(name);
        return value === undefined ? { name } : { name, value };
      });
    }
    return { result, operand };
  }
}
