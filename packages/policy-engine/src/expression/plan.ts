import type { CelResult } from "@bufbuild/cel";
import type { Expression, Span } from "@traffic-policy/policy-language";
import type { Bindings } from "./bindings.ts";
import type { Environment } from "./environment.ts";
import { translate } from "./translate.ts";

/** An expression as the evaluator runs it. */
export class Plan {
  /** The variables that it reads. */
  readonly variables: readonly string[];
  readonly #run: (bindings: Record<string, never>) => CelResult;
  readonly #span: Span | undefined;
  readonly #spans: readonly (Span | undefined)[];
  readonly #environment: Environment;

  constructor(node: Expression, environment: Environment) {
    const { expr, variables, spans } = translate(node, environment);
    this.variables = [...variables];
    this.#run = environment.library.cel.plan(environment.env, expr);
    this.#span = node.span;
    this.#spans = spans;
    this.#environment = environment;
  }

  evaluate(bindings: Bindings): CelResult {
    const result = this.#run(bindings as unknown as Record<string, never>);
    if (typeof result !== "boolean" && this.#environment.isError(result)) {
      const span = this.#spans[Number(result.exprId ?? 0)] ?? this.#span;
      if (span !== undefined) this.#environment.errorSpans.set(result, span);
    }
    return result;
  }
}
