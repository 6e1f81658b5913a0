import type { CelResult } from "@bufbuild/cel";
import type { Expression, Span } from "@traffic-policy/policy-language";
import type { OperandTrace } from "../../trace.ts";
import type { Bindings } from "../bindings.ts";
import type { Environment } from "../environment.ts";
import { translate } from "../translate.ts";
import type { Evaluable, Traced } from "./evaluable.ts";

/** A part of an expression that the evaluator does as a whole. */
export class Condition implements Evaluable {
  readonly skipped: OperandTrace;
  readonly #environment: Environment;
  readonly #span: Span | undefined;
  readonly #plan: (bindings: Record<string, never>) => CelResult;
  readonly #variables: readonly string[];
  readonly #spans: readonly (Span | undefined)[];

  constructor(node: Expression, environment: Environment) {
    const { expr, variables, spans } = translate(node, environment.dialect);
    this.#environment = environment;
    this.#span = node.span;
    this.#plan = environment.library.cel.plan(environment.env, expr);
    this.#variables = [...variables];
    this.#spans = spans;
    this.skipped = { ...this.#place(), state: "skipped" };
  }

  evaluate(bindings: Bindings): CelResult {
    const result = this.#plan(bindings as unknown as Record<string, never>);
    if (typeof result !== "boolean" && this.#environment.isError(result)) {
      const span = this.#spans[Number(result.exprId ?? 0)] ?? this.#span;
      if (span !== undefined) this.#environment.errorSpans.set(result, span);
    }
    return result;
  }

  trace(bindings: Bindings): Traced {
    const result = this.evaluate(bindings);
    const variables = this.#variables.map((name) => {
      const value = bindings.toJson(name);
      return value === undefined ? { name } : { name, value };
    });
    const operand: OperandTrace = {
      ...this.#place(),
      ...this.#environment.describe(result),
      ...(variables.length > 0 && { variables }),
    };
    return { result, operand };
  }

  #place(): Pick<OperandTrace, "kind" | "span"> {
    return this.#span === undefined
      ? { kind: "condition" }
      : { kind: "condition", span: this.#span };
  }
}
