import type { Expression } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import { Plan } from "../plan.ts";
import type { Evaluable, Traced } from "./evaluable.ts";

/** A part of an expression that the evaluator does as a whole. */
export class Condition implements Evaluable {
  readonly skipped: OperandTrace;
  readonly #environment: Environment;
  readonly #plan: Plan;
  readonly #place: Pick<OperandTrace, "kind" | "span">;

  constructor(node: Expression, environment: Environment) {
    this.#environment = environment;
    this.#plan = new Plan(node, environment);
    this.#place = { kind: "condition", ...(node.span && { span: node.span }) };
    this.skipped = { ...this.#place, state: "skipped" };
  }

  trace(bindings: Bindings): Traced {
    const result = this.#plan.evaluate(bindings);
    const evaluation = this.#environment.describe(result);
    const { variables } = this.#plan;
    if (variables.length === 0) return { result, operand: { ...this.#place, ...evaluation } };
    const read = variables.map((name) => {
      const value = bindings.toJson(name);
      return value === undefined ? { name } : { name, value };
    });
    return { result, operand: { ...this.#place, ...evaluation, variables: read } };
  }
}
