import {
  type BoundName,
  checkExpression,
  type CheckResult,
  type Dialect,
  type Expression,
  parseExpression,
  type ParseResult,
  type Protocol,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { partsOf, type TreePart } from "./tree-parts.ts";

/** What was found out about something, by what finds it out. */
export class Facts {
  readonly #finders: unknown[] = [];
  /** What each of them found, in the same order. */
  readonly #found: unknown[] = [];

  /**
   * What a function finds out; it is called once for each `finder`.
   *
   * @param about - what it is called with: functions that are asked often need not be made anew for it
   */
  once<T, About = undefined>(finder: unknown, find: (about: About) => T, about?: About): T {
    const index = this.#finders.indexOf(finder);
    if (index >= 0) return this.#found[index] as T;
    const found = find(about as About);
    this.#finders.push(finder);
    this.#found.push(found);
    return found;
  }
}

/** Where a part of a policy stands: what may be used there depends on it. */
export interface Place {
  readonly dialect: Dialect;
  /** What the policy is for; undefined when nobody said so, and then nothing depends on it. */
  readonly protocol: Protocol | undefined;
  readonly direction: string;
  /** Names that exist only in one config field. */
  readonly bound?: readonly BoundName[];
}

/** What an expression is for: to decide, to be put into a text, or to be a value of a config. */
export type ExpressionRole = "condition" | "interpolation" | "value";

/** What is known of an expression by itself. Parsed and checked when asked. */
export class ExpressionFacts extends Facts {
  readonly text: string;
  readonly role: ExpressionRole;
  readonly place: Place;
  /** What was found out that all expressions of the dialect share. */
  readonly shared: Facts;
  #parsed: ParseResult | undefined;
  #checked: CheckResult | undefined;
  #parts: readonly TreePart[] | undefined;

  constructor(text: string, role: ExpressionRole, place: Place, shared: Facts) {
    super();
    this.shared = shared;
    this.text = text;
    this.role = role;
    this.place = place;
  }

  get parsed(): ParseResult {
    this.#parsed ??= parseExpression(this.text);
    return this.#parsed;
  }

  get checked(): CheckResult | undefined {
    if (this.#checked !== undefined || !this.parsed.ok) return this.#checked;
    this.#checked = checkExpression(this.parsed.tree, { ...this.place, text: this.text });
    return this.#checked;
  }

  get parts(): readonly TreePart[] {
    this.#parts ??= this.parsed.ok ? partsOf(this.parsed.tree) : [];
    return this.#parts;
  }
}

/** One expression: a condition of a rule, or one in a config. Parsed and checked when asked. */
export class ExpressionNode {
  /** JSON Pointer to the string that the expression is, or is in; "" when it is shown alone. */
  readonly path: string;
  readonly facts: ExpressionFacts;
  readonly offset: number;

  /** @param offset - where in the string at `path` the expression begins */
  constructor(facts: ExpressionFacts, path = "", offset = 0) {
    this.facts = facts;
    this.path = path;
    this.offset = offset;
  }

  /** The expression's own text. */
  get text(): string {
    return this.facts.text;
  }

  get role(): ExpressionRole {
    return this.facts.role;
  }

  get place(): Place {
    return this.facts.place;
  }

  /** What parsing the text gives. */
  get parsed(): ParseResult {
    return this.facts.parsed;
  }

  /** The tree, when the text can be parsed. */
  get tree(): Expression | undefined {
    return this.parsed.ok ? this.parsed.tree : undefined;
  }

  /** What the checker finds for the place that the expression is in. */
  get checked(): CheckResult | undefined {
    return this.facts.checked;
  }

  /** All nodes of the tree, in the order of the text; each before its own parts. */
  get parts(): readonly TreePart[] {
    return this.facts.parts;
  }

  /** The variable that a part of the expression names, if it names one. */
  variableOf({ span }: Expression): VariableDefinition | undefined {
    return span && this.facts.checked?.variablesAt.get(span);
  }

  /** The place of a span of the expression's text; of the whole expression when left out. */
  at(span: Span = { start: 0, end: this.text.length }): { path: string; part: Span } {
    const start = this.offset + span.start;
    return { path: this.path, part: { start, end: this.offset + span.end } };
  }
}
