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
import { BoundedMap, getOrAdd } from "@traffic-policy/policy-language/internal";
import { Condition, LogicSession } from "@traffic-policy/policy-logic";
import { outlineOf, type OutlineParts, outlineParts } from "@traffic-policy/policy-logic/internal";
import { partsOf, type TreePart } from "./tree-parts.ts";

/** Caches facts about something, by the function or object that computes each. */
export class Facts {
  readonly #finders: unknown[] = [];
  readonly #found: unknown[] = [];

  /**
   * Computes a fact once for each `finder`.
   *
   * @param about - passed to the function, so that frequent callers need not create a closure
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

/** The context of a part of a policy, which determines what may be used in it. */
export interface Place {
  readonly dialect: Dialect;
  /** The protocol of the policy; undefined when it is not known, and then nothing depends on it. */
  readonly protocol: Protocol | undefined;
  readonly direction: string;
  readonly bound?: readonly BoundName[];
}

/** Returns the facts that all conditions with an outline share; undefined where the outline is their whole text. */
export function factsOfOutline(
  shared: Facts,
  { direction, protocol }: Place,
  conditions: readonly OutlineParts[],
  role = "",
): Facts | undefined {
  const outline = outlineOf(conditions);
  if (outline === conditions.map(({ text }) => text).join("\n")) return undefined;
  const known = shared.once(factsOfOutline, () => new BoundedMap<string, Facts>());
  return getOrAdd(known, [role, direction, protocol, outline].join(" "), () => new Facts());
}

export type ExpressionRole = "condition" | "interpolation" | "value";

/** The facts about an expression without its position. Parses and checks on first use. */
export class ExpressionFacts extends Facts {
  readonly text: string;
  readonly role: ExpressionRole;
  readonly place: Place;
  readonly shared: Facts;
  #parsed: ParseResult | undefined;
  #checked: CheckResult | undefined;
  #parts: readonly TreePart[] | undefined;
  #reading: Condition | undefined;
  #logic: Condition | null | undefined;
  #outline: OutlineParts | null | undefined;
  #alike: Facts | undefined;

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

  /** Its logical form, as far as it is known; undefined when it cannot be parsed. */
  get reading(): Condition | undefined {
    const { parsed, checked } = this;
    if (this.#reading !== undefined || !parsed.ok || checked === undefined) return this.#reading;
    const session = this.shared.once(LogicSession, () => new LogicSession());
    this.#reading = new Condition(parsed.tree, checked, this.place.dialect, session);
    return this.#reading;
  }

  /** The same; undefined when its syntax, names or types are wrong. */
  get logic(): Condition | undefined {
    if (this.#logic === undefined) {
      const errors = this.checked?.errors ?? [];
      const isWrong = errors.some(({ code }) => code !== "unavailable-here");
      this.#logic = isWrong ? null : (this.reading ?? null);
    }
    return this.#logic ?? undefined;
  }

  /** The parts of its outline; undefined when it has none. */
  get outline(): OutlineParts | undefined {
    if (this.#outline !== undefined) return this.#outline ?? undefined;
    const { parsed, checked, place, text } = this;
    const isWhole = parsed.ok && checked?.errors.length === 0 && place.bound === undefined;
    this.#outline = isWhole
      ? (outlineParts(parsed.tree, text, checked, place.dialect) ?? null)
      : null;
    return this.#outline ?? undefined;
  }

  /** The facts about its logic, apart from where in the text they show: shared by all with its outline. */
  get alike(): Facts {
    this.#alike ??= this.#factsOfOutline();
    return this.#alike;
  }

  #factsOfOutline(): Facts {
    const { shared, place, outline, role } = this;
    return (outline && factsOfOutline(shared, place, [outline], role)) ?? this;
  }

  get parts(): readonly TreePart[] {
    this.#parts ??= this.parsed.ok ? partsOf(this.parsed.tree) : [];
    return this.#parts;
  }
}

/** An expression of a policy: a condition of a rule, or an expression in a config. Parses and checks on first use. */
export class ExpressionNode {
  /** JSON Pointer to the string that contains the expression; "" for a standalone expression. */
  readonly path: string;
  readonly facts: ExpressionFacts;
  readonly offset: number;

  /** @param offset - where in the string at `path` the expression begins */
  constructor(facts: ExpressionFacts, path = "", offset = 0) {
    this.facts = facts;
    this.path = path;
    this.offset = offset;
  }

  get text(): string {
    return this.facts.text;
  }

  get role(): ExpressionRole {
    return this.facts.role;
  }

  get place(): Place {
    return this.facts.place;
  }

  get parsed(): ParseResult {
    return this.facts.parsed;
  }

  get tree(): Expression | undefined {
    return this.parsed.ok ? this.parsed.tree : undefined;
  }

  get checked(): CheckResult | undefined {
    return this.facts.checked;
  }

  /** All nodes of the tree, in the order of the text; each before its own parts. */
  get parts(): readonly TreePart[] {
    return this.facts.parts;
  }

  variableOf({ span }: Expression): VariableDefinition | undefined {
    return span && this.facts.checked?.variablesAt.get(span);
  }

  at(span: Span = { start: 0, end: this.text.length }): { path: string; part: Span } {
    const start = this.offset + span.start;
    return { path: this.path, part: { start, end: this.offset + span.end } };
  }
}
