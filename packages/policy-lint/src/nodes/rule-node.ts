import { isJsonObject, type JsonObject } from "@traffic-policy/policy-language";
import type { OutlineParts } from "@traffic-policy/policy-logic/internal";
import { ActionNode, itemsOf } from "./action-node.ts";
import { ExpressionNode, Facts, factsOfOutline, type Place } from "./expression-node.ts";
import type { PlaceMemory } from "./memory.ts";

/** A rule of a policy, if it is an object. */
export class RuleNode {
  readonly value: JsonObject;
  /** Its index in its direction, from 0. */
  readonly index: number;
  readonly following: number;
  readonly place: Place;
  readonly #memory: PlaceMemory;
  #facts: Facts | undefined;
  #conditionFacts: Facts | undefined;
  #alikeFacts: Facts | undefined;
  #conditions: readonly ExpressionNode[] | undefined;
  #parsable: readonly ExpressionNode[] | undefined;
  #actions: readonly ActionNode[] | undefined;

  constructor(value: JsonObject, index: number, following: number, memory: PlaceMemory) {
    this.value = value;
    this.index = index;
    this.following = following;
    this.place = memory.place;
    this.#memory = memory;
  }

  // Not kept: of thousands of rules, few are named in a finding.
  get path(): string {
    return `/${this.place.direction}/${this.index}`;
  }

  get facts(): Facts {
    this.#facts ??= new Facts();
    return this.#facts;
  }

  /** Facts about the conditions; shared by rules with equal conditions. */
  get conditionFacts(): Facts {
    this.#conditionFacts ??= this.#factsOfConditions();
    return this.#conditionFacts;
  }

  /** Facts about the logic of the conditions; shared by rules whose conditions have equal outlines. */
  get alikeFacts(): Facts {
    this.#alikeFacts ??= this.conditionFacts.once(
      factsOfOutline,
      () => this.#factsOfOutlines() ?? this.conditionFacts,
    );
    return this.#alikeFacts;
  }

  /** The parts of the conditions' outline; undefined when one of them has none. */
  get outlines(): readonly OutlineParts[] | undefined {
    return this.conditionFacts.once(outlinesOf, outlinesOf, this);
  }

  /** The conditions that are texts, all of which must be true. */
  get conditions(): readonly ExpressionNode[] {
    if (this.#conditions !== undefined) return this.#conditions;
    const path = `${this.path}/expressions`;
    this.#conditions = itemsOf(this.value["expressions"]).flatMap(([position, text]) => {
      if (typeof text !== "string") return [];
      const facts = this.#memory.expression(text, "condition");
      return [new ExpressionNode(facts, `${path}/${position}`)];
    });
    return this.#conditions;
  }

  get actions(): readonly ActionNode[] {
    if (this.#actions !== undefined) return this.#actions;
    const path = `${this.path}/actions`;
    this.#actions = itemsOf(this.value["actions"]).flatMap(([position, action]) => {
      if (!isJsonObject(action) || typeof action["type"] !== "string") return [];
      return [new ActionNode(action, action["type"], this.#memory, `${path}/${position}`)];
    });
    return this.#actions;
  }

  get name(): string | undefined {
    const name = this.value["name"];
    return typeof name === "string" ? name : undefined;
  }

  /** The conditions that can be parsed: they hold when the actions run. */
  get parsable(): readonly ExpressionNode[] {
    this.#parsable ??= parsable(this.conditions);
    return this.#parsable;
  }

  /** True when every entry of `expressions` is a condition that can be parsed. */
  get isWhole(): boolean {
    const entries = this.value["expressions"] ?? [];
    return Array.isArray(entries) && entries.length === this.parsable.length;
  }

  /** Returns the conditions that hold when an expression is evaluated: those before it. */
  givenTo(expression: ExpressionNode): readonly ExpressionNode[] {
    const index = this.conditions.indexOf(expression);
    return index < 0 ? this.parsable : parsable(this.conditions.slice(0, index));
  }

  laterThan(expression: ExpressionNode): readonly ExpressionNode[] {
    const index = this.conditions.indexOf(expression);
    return index < 0 ? [] : parsable(this.conditions.slice(index + 1));
  }

  /**
   * Releases the parsed conditions and actions, which take a hundred times the memory of their text. They are parsed
   * again on the next use.
   */
  forget(): void {
    this.#facts = undefined;
    this.#conditionFacts = undefined;
    this.#alikeFacts = undefined;
    this.#conditions = undefined;
    this.#parsable = undefined;
    this.#actions = undefined;
  }

  #factsOfOutlines(): Facts | undefined {
    const { outlines, conditions } = this;
    const [only, ...others] = conditions;
    if (outlines === undefined || only === undefined) return undefined;
    if (others.length === 0) return only.facts.alike;
    return factsOfOutline(this.#memory.shared, this.place, outlines);
  }

  #factsOfConditions(): Facts {
    const entries = this.value["expressions"];
    const [only] = this.conditions;
    const isOnly = Array.isArray(entries) && entries.length === 1;
    if (only !== undefined && isOnly) return only.facts;
    return this.#memory.conditions(JSON.stringify(entries ?? null));
  }
}

export interface ExpressionInRule {
  readonly expression: ExpressionNode;
  readonly rule: RuleNode;
}

function outlinesOf({ conditions, isWhole }: RuleNode): readonly OutlineParts[] | undefined {
  const outlines = conditions.flatMap(({ facts }) => facts.outline ?? []);
  return isWhole && outlines.length === conditions.length ? outlines : undefined;
}

function parsable(conditions: readonly ExpressionNode[]): ExpressionNode[] {
  return conditions.filter(({ tree }) => tree !== undefined);
}
