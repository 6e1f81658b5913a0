import type { CelResult } from "@bufbuild/cel";
import {
  type BoundNames,
  checkExpression,
  describeCheckError,
  describeParseError,
  parseExpression,
  type BoundName,
  type CheckError,
  type Expression,
  type Protocol,
} from "@traffic-policy/policy-language";
import { boundNames } from "@traffic-policy/policy-language/internal";
import type { Bindings, Run } from "../run/run.ts";
import { textOf, type Unknown } from "./unknown.ts";
import type { EvaluationError, ExpressionTrace, OperandTrace } from "../outcome.ts";
import type { Environment } from "./environment.ts";
import { boundValues, Plan } from "./plan.ts";
import { compileLogic, type Operand } from "./logic.ts";
import { EvaluatedValue, type JsonLike, type PlainValue } from "./plain-value.ts";

/** An expression of a policy, compiled once for any number of exchanges. */
export class CompiledExpression {
  readonly path: string;
  readonly text: string;
  /** The reason why the service would reject the expression; it then fails at every evaluation. */
  readonly problem: EvaluationError | undefined;
  readonly #environment: Environment;
  readonly #tree: Expression | undefined;
  readonly #plan: Plan | undefined;
  readonly #types: readonly BoundName[];
  #logic: Operand | undefined;
  #skipped: ExpressionTrace | undefined;

  /** @param bound - names that only this expression knows */
  constructor(text: string, place: Place, environment: Environment, bound: BoundNames = {}) {
    this.path = place.path;
    this.#types = boundNames(bound);
    this.text = text;
    this.#environment = environment;
    const parsed = parseExpression(text);
    if (!parsed.ok) {
      const { span } = parsed.error;
      this.problem = { message: describeParseError(parsed.error).message, span };
      return;
    }
    const { errors } = checkExpression(parsed.tree, {
      ...place,
      direction: place.section,
      dialect: environment.dialect,
      bound: this.#types,
      text,
    });
    const error = errors.find(isCertain);
    if (error !== undefined) {
      const { message } = describeCheckError(error);
      this.problem = { message, ...(error.span && { span: error.span }) };
      return;
    }
    this.#tree = parsed.tree;
    this.#plan = new Plan(parsed.tree, environment, Object.keys(bound));
  }

  /** Evaluates a rule's expression. Returns an error when it fails, or is neither true nor false. */
  test(run: Run): boolean | EvaluationError {
    if (this.#plan === undefined) return this.#broken();
    this.#environment.current = run;
    const result = this.#plan.evaluate(this.#environment.bindingsOf(run));
    // With a trace it is known which of its operands has failed.
    return typeof result === "boolean" ? result : this.trace(run).result;
  }

  trace(run: Run): { result: boolean | EvaluationError; trace: ExpressionTrace } {
    const { path, text } = this;
    const logic = this.#traceable();
    if (logic === undefined) {
      const error = this.#broken();
      return { result: error, trace: { path, text, state: "error", error } };
    }
    this.#environment.current = run;
    this.#beginAsking(run);
    const { result, trace } = logic.trace(this.#environment.bindingsOf(run));
    const operand = trace as OperandTrace;
    if (typeof result === "boolean") {
      return { result, trace: { path, text, state: "value", value: result, operand } };
    }
    const error = this.#error(result);
    return { result: error, trace: { path, text, state: "error", error, operand } };
  }

  #beginAsking(run: Run): void {
    const { questions } = run.options;
    if (questions === undefined || this.#plan === undefined) return;
    questions.path = this.path;
    questions.isPaused =
      typeof this.#plan.evaluate(this.#environment.bindingsOf(run)) === "boolean";
  }

  get skipped(): ExpressionTrace {
    if (this.#skipped === undefined) {
      const { path, text } = this;
      const operand = this.#traceable()?.skipped;
      this.#skipped = { path, text, state: "skipped", ...(operand && { operand }) };
    }
    return this.#skipped;
  }

  /**
   * Returns the value as JSON and as the text of an interpolation, which lists and maps do not have.
   *
   * @param bound - the values of the names that only this expression knows
   */
  value(run: Run, bound?: Readonly<Record<string, PlainValue>>): Evaluated | Failure {
    if (this.#plan === undefined) return { ok: false, error: this.#broken() };
    this.#environment.current = run;
    const variables = this.#environment.bindingsOf(run);
    const bindings = bound === undefined ? variables : this.#with(variables, bound);
    const result = this.#plan.evaluate(bindings);
    const { values, unknowns } = this.#environment;
    const unknown = this.#unknownIn(result, run);
    if (unknown !== undefined) {
      const text = run.options.questions?.textFor(this.text, unknown, this.path) ?? "";
      const evaluated = new EvaluatedValue(unknowns.value(unknown), text);
      return { ok: true, value: text, evaluated, text };
    }
    if (this.#environment.isError(result)) return { ok: false, error: this.#error(result) };
    const value = values.toJson(result);
    const evaluated = new EvaluatedValue(result, value);
    return { ok: true, value, evaluated, text: values.toText(result) };
  }

  #unknownIn(result: CelResult, { options: { questions } }: Run): Unknown | undefined {
    if (questions === undefined || typeof result === "string") return undefined;
    const unknown = this.#environment.unknowns.of(result);
    if (unknown === undefined || textOf(unknown) !== "") return unknown;
    return { kind: "leaf", name: `${this.text} ${questions.nextRandom()}` };
  }

  #with(variables: Bindings, bound: Readonly<Record<string, PlainValue>>): Bindings {
    const { values } = this.#environment;
    const own = this.#types.map(({ name, type }) => {
      return [name, values.converter(type)(bound[name] ?? null)] as const;
    });
    return boundValues(variables, Object.fromEntries(own));
  }

  #traceable(): Operand | undefined {
    if (this.#tree === undefined) return undefined;
    this.#logic ??= compileLogic(this.#tree, this.#environment);
    return this.#logic;
  }

  #error(result: CelResult): EvaluationError {
    const environment = this.#environment;
    const isError = environment.isError(result);
    return environment.describeError(isError ? result : environment.noBoolean(result, undefined));
  }

  #broken(): EvaluationError {
    return this.problem ?? { message: "The expression cannot be evaluated." };
  }
}

interface Evaluated {
  readonly ok: true;
  readonly value: JsonLike;
  readonly evaluated: EvaluatedValue;
  readonly text: string | undefined;
}

interface Failure {
  readonly ok: false;
  readonly error: EvaluationError;
}

// A literal that is not a regular expression, CIDR or date is found out at run time, when it is used.
function isCertain({ code, unsure }: CheckError): boolean {
  return unsure === undefined && !code.startsWith("invalid-");
}

export interface Place {
  /** JSON Pointer to the text that holds it. */
  readonly path: string;
  readonly protocol: Protocol;
  readonly section: string;
}
