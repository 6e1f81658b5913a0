import {
  checkExpression,
  parseExpression,
  type CheckResult,
  type ParseResult,
} from "@traffic-policy/policy-language";
import { PartFacts } from "./part-facts.ts";
import type { Place } from "./place.ts";
import { Remembered } from "./remembered.ts";

/** What is known of an expression by itself. Parsed and checked when asked. */
class ExpressionFacts extends PartFacts {
  readonly #text: string;
  readonly #place: Place;
  #parsed: ParseResult | undefined;
  #checked: CheckResult | undefined;

  constructor(text: string, place: Place) {
    super();
    this.#text = text;
    this.#place = place;
  }

  get parsed(): ParseResult {
    this.#parsed ??= parseExpression(this.#text);
    return this.#parsed;
  }

  get checked(): CheckResult | undefined {
    if (!this.parsed.ok) return undefined;
    this.#checked ??= checkExpression(this.parsed.tree, { ...this.#place, text: this.#text });
    return this.#checked;
  }
}

/** What is known of expressions by themselves. */
export const expressionFacts = new Remembered((text, place) => new ExpressionFacts(text, place));
