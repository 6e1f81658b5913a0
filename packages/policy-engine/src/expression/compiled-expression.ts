import type { CelError, CelResult, CelValue } from "@bufbuild/cel";
import {
  checkExpression,
  describeCheckError,
  describeSyntaxError,
  parseExpression,
  type CheckError,
} from "@traffic-policy/policy-language";
import type { Run } from "../run/run.ts";
import type { EvaluationError, ExpressionTrace } from "../trace.ts";
import type { Environment } from "./environment.ts";
import type { Place } from "./place.ts";
import { compileLogic } from "./logic/compile-logic.ts";
import type { Evaluable } from "./logic/evaluable.ts";
import type { JsonLike } from "./values.ts";

/** One expression of a policy, ready for any number of exchanges. */
export class CompiledExpression {
  readonly path: string;
  readonly text: string;
  /** Why the service would not take it; it then fails whenever it is evaluated. */
  readonly problem: EvaluationError | undefined;
  readonly #environment: Environment;
  readonly #evaluable: Evaluable | undefined;

  constructor(text: string, place: Place, environment: Environment) {
    this.path = place.path;
    this.text = text;
    this.#environment = environment;
    const parsed = parseExpression(text);
    if (!parsed.ok) {
      const { span } = parsed.error;
      this.problem = { message: describeSyntaxError(parsed.error).message, span };
      return;
    }
    const { errors } = checkExpression(parsed.tree, {
      ...place,
      dialect: environment.dialect,
      text,
    });
    const error = errors.find(isCertain);
    if (error !== undefined) {
      const { message } = describeCheckError(error);
      this.problem = { message, ...(error.span && { span: error.span }) };
      return;
    }
    this.#evaluable = compileLogic(parsed.tree, environment);
  }

  /** Whether a rule's expression is true; an error when it fails, or is neither true nor false. */
  test(run: Run): boolean | EvaluationError {
    const result = this.#evaluate(run);
    return typeof result === "boolean" ? result : this.#error(result);
  }

  /** The same, with how it came about. */
  trace(run: Run): { result: boolean | EvaluationError; trace: ExpressionTrace } {
    const { path, text } = this;
    const bindings = run.bindingsOf(this.#environment);
    if (this.#evaluable === undefined) {
      const error = this.#broken();
      return { result: error, trace: { path, text, state: "error", error } };
    }
    this.#environment.current = run;
    const { result, operand } = this.#evaluable.trace(bindings);
    if (typeof result === "boolean") {
      return { result, trace: { path, text, state: "value", value: result, operand } };
    }
    const error = this.#error(result);
    return { result: error, trace: { path, text, state: "error", error, operand } };
  }

  /** What of it is told where it is not evaluated. */
  skipped(): ExpressionTrace {
    const { path, text } = this;
    const operand = this.#evaluable?.skipped;
    return { path, text, state: "skipped", ...(operand && { operand }) };
  }

  /** Its value as JSON. */
  value(run: Run): { ok: true; value: JsonLike; text: string | undefined } | Failure {
    const result = this.#evaluate(run);
    if (result === undefined || this.#environment.isError(result)) {
      return { ok: false, error: result === undefined ? this.#broken() : this.#error(result) };
    }
    const { values } = this.#environment;
    return { ok: true, value: values.toJson(result), text: values.toText(result) };
  }

  /** The value as the evaluator holds it; for the conformance suite. */
  evaluate(run: Run): CelResult | undefined {
    return this.#evaluate(run);
  }

  #evaluate(run: Run): CelResult | undefined {
    if (this.#evaluable === undefined) return undefined;
    this.#environment.current = run;
    return this.#evaluable.evaluate(run.bindingsOf(this.#environment));
  }

  #error(result: CelValue | CelError | undefined): EvaluationError {
    if (result === undefined) return this.#broken();
    if (this.#environment.isError(result)) return this.#environment.describeError(result);
    return this.#environment.describeError(this.#environment.noBoolean(result, undefined));
  }

  #broken(): EvaluationError {
    return this.problem ?? { message: "The expression cannot be evaluated." };
  }
}

interface Failure {
  readonly ok: false;
  readonly error: EvaluationError;
}

// A literal that is no regular expression, CIDR or date is found out at run time, when it is used.
function isCertain({ code, unsure }: CheckError): boolean {
  return unsure === undefined && !code.startsWith("invalid-");
}
