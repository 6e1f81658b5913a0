import { isCelError } from "@bufbuild/cel";
import {
  checkExpression,
  describeCheckError,
  parseExpression,
} from "@traffic-policy/policy-language";
import type { SimulationOptions } from "@traffic-policy/policy-engine";
import { loadEnvironment } from "../../../../packages/policy-engine/src/expression/load-environment.ts";
import { Plan } from "../../../../packages/policy-engine/src/expression/plan.ts";
import { resolveOptions } from "../../../../packages/policy-engine/src/options.ts";
import { Run } from "../../../../packages/policy-engine/src/run/run.ts";
import { dialectWithFunctions as dialect } from "../../../phases-functions.ts";
import { describeValue } from "../describe-value.ts";

const environment = await loadEnvironment(dialect);

/** A value in words, or the sentence of the error, of an expression with the functions of `phases`. */
export function evaluated(expression: string, options: SimulationOptions = {}): string {
  const parsed = parseExpression(expression);
  if (!parsed.ok) throw new Error(`not an expression: ${expression}`);
  const [error] = checkExpression(parsed.tree, { dialect, text: expression }).errors;
  if (error !== undefined && error.unsure === undefined) {
    throw new Error(`${expression}: ${describeCheckError(error).message}`);
  }
  const run = new Run(
    { request: { url: "/" } },
    { protocol: "http", dialect },
    resolveOptions(options, dialect),
  );
  environment.current = run;
  const result = new Plan(parsed.tree, environment).evaluate(environment.bindingsOf(run));
  return isCelError(result) ? environment.describeError(result).message : describeValue(result);
}

/** The same as a text: of a value that is one. */
export function evaluatedText(expression: string, options?: SimulationOptions): string {
  return JSON.parse(evaluated(expression, options).replace(/^string /, "")) as string;
}

/** A text as a literal of CEL. */
export function literal(text: string): string {
  return JSON.stringify(text);
}
