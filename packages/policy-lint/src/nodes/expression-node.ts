import type { CheckResult, Expression, ParseResult, Span } from "@traffic-policy/policy-language";
import { expressionFacts } from "./expression-facts.ts";
import type { SharedPart } from "./part-facts.ts";
import type { Place } from "./place.ts";

/** What an expression is for: to decide, to be put into a text, or to be a value of a config. */
export type ExpressionRole = "condition" | "interpolation" | "value";

interface Made {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  readonly role: ExpressionRole;
  readonly place: Place;
  readonly given: (own: ExpressionNode) => readonly ExpressionNode[];
  readonly later?: (own: ExpressionNode) => readonly ExpressionNode[];
}

/** One expression: a condition of a rule, or one in a config. Parsed and checked when asked. */
export class ExpressionNode implements SharedPart {
  /** JSON Pointer to the string that the expression is, or stands in. */
  readonly path: string;
  /** The expression's own text. */
  readonly text: string;
  readonly role: ExpressionRole;
  readonly place: Place;
  readonly #offset: number;
  readonly #given: Made["given"];
  readonly #later: Made["later"];
  readonly facts: ReturnType<(typeof expressionFacts)["of"]>;
  isSeenAround = false;

  constructor({ path, text, offset, role, place, given, later }: Made) {
    this.path = path;
    this.text = text;
    this.role = role;
    this.place = place;
    this.#offset = offset;
    this.#given = given;
    this.#later = later;
    this.facts = expressionFacts.of(text, place, role);
  }

  /** What parsing the text gives. */
  get parsed(): ParseResult {
    return this.facts.parsed;
  }

  /** The tree, when the text can be parsed. */
  get tree(): Expression | undefined {
    return this.parsed.ok ? this.parsed.tree : undefined;
  }

  /** What the checker finds for the place that the expression stands in. */
  get checked(): CheckResult | undefined {
    return this.facts.checked;
  }

  /** The conditions that are true before this expression is evaluated: those that come before it. */
  get given(): readonly ExpressionNode[] {
    this.isSeenAround = true;
    return this.#given(this);
  }

  /** The conditions of the rule that come after this one. */
  get later(): readonly ExpressionNode[] {
    this.isSeenAround = true;
    return this.#later?.(this) ?? [];
  }

  /** The place of a span of the expression's text; of the whole expression when left out. */
  at(span: Span = { start: 0, end: this.text.length }): { path: string; part: Span } {
    const start = this.#offset + span.start;
    return { path: this.path, part: { start, end: this.#offset + span.end } };
  }
}
