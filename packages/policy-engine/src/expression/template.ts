import { interpolations } from "@traffic-policy/policy-language";
import { ActionFailure, type Run } from "../run/run.ts";
import { CompiledExpression, type Place } from "./compiled-expression.ts";
import type { Environment } from "./environment.ts";
import type { PlainValue } from "./plain-value.ts";
import type { EvaluationError } from "../outcome.ts";

type Part = string | { readonly text: string; readonly expression: CompiledExpression };

/** A config text with its interpolations, compiled once for any number of exchanges. */
export class Template {
  readonly #parts: readonly Part[];

  /** @param environment - undefined for a text without interpolations */
  constructor(text: string, place: Place, environment: Environment | undefined) {
    this.#parts =
      environment === undefined
        ? [text]
        : interpolations(text).parts.map((part) =>
            part.kind === "text"
              ? part.text
              : {
                  text: part.text,
                  expression: new CompiledExpression(part.expression, place, environment),
                },
          );
  }

  /** The reasons why the service would reject its expressions. */
  get problems(): { readonly text: string; readonly message: string }[] {
    return this.#parts.flatMap((part) =>
      typeof part === "string" || part.expression.problem === undefined
        ? []
        : [{ text: part.text, message: part.expression.problem.message }],
    );
  }

  get plainText(): string {
    return this.#parts.filter((part) => typeof part === "string").join("");
  }

  get isPlain(): boolean {
    return this.#parts.every((part) => typeof part === "string");
  }

  /**
   * @param keepsNumbers - true when `${1}` stays as it is, because the replacement of a URL may mean a group
   * @throws ActionFailure when an expression fails
   */
  toText(run: Run, keepsNumbers = false): string {
    return this.#parts
      .map((part) => {
        if (typeof part === "string") return part;
        const isNumber = /^\$\{\d+\}$/.test(part.text);
        return keepsNumbers && isNumber ? part.text : this.#interpolated(part, run);
      })
      .join("");
  }

  /**
   * Evaluates like `toText`, but a text that is a single interpolation keeps the type of its value.
   *
   * @throws ActionFailure when an expression fails
   */
  toValue(run: Run): PlainValue {
    const [only, ...others] = this.#parts;
    if (only === undefined || typeof only === "string" || others.length > 0)
      return this.toText(run);
    const result = only.expression.value(run);
    if (!result.ok) throw failure(only.text, result.error);
    return result.evaluated;
  }

  #interpolated({ text, expression }: Exclude<Part, string>, run: Run): string {
    const result = expression.value(run);
    if (!result.ok) throw failure(text, result.error);
    if (result.text !== undefined) return result.text;
    if (run.options.interpolatedCollections === "json") return JSON.stringify(result.value);
    const message = "How a list, a map or null becomes text is not documented.";
    throw failure(text, { message });
  }
}

/** @param text - the interpolation, from `${` to `}` */
function failure(text: string, { message }: EvaluationError): ActionFailure {
  return new ActionFailure(`${text} fails: ${message}`);
}
