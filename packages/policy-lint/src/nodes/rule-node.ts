import { isJsonObject, toPointer, type JsonObject } from "@traffic-policy/policy-language";
import { ActionNode } from "./action-node.ts";
import { ExpressionNode } from "./expression-node.ts";
import { itemsOf } from "./items-of.ts";
import { RuleFacts, type FoundOut, type SharedPart } from "./part-facts.ts";
import type { Place } from "./place.ts";
import { Remembered } from "./remembered.ts";

interface Standing {
  readonly index: number;
  readonly place: Place;
  readonly following: number;
}

const ruleFacts = new Remembered(() => new RuleFacts());
const conditionFacts = new Remembered((): FoundOut => []);

/** One rule, when it is an object. */
export class RuleNode implements SharedPart {
  readonly place: Place;
  isSeenAround = false;
  readonly #value: JsonObject;
  readonly #standing: Standing;
  #facts: RuleFacts | undefined;
  #conditions: readonly ExpressionNode[] | undefined;
  #parsable: readonly ExpressionNode[] | undefined;
  #actions: readonly ActionNode[] | undefined;

  constructor(value: JsonObject, standing: Standing) {
    this.#value = value;
    this.#standing = standing;
    this.place = standing.place;
  }

  get facts(): RuleFacts {
    this.#facts ??= ruleFacts.of(this.#textOfBody(), this.place);
    return this.#facts;
  }

  get value(): JsonObject {
    this.isSeenAround = true;
    return this.#value;
  }

  /** The rule as written, but its name: what it does. */
  get body(): JsonObject {
    const { name: _name, ...body } = this.#value;
    return body;
  }

  /** What was found out about the conditions; the same for rules that have equal ones. */
  get conditionFacts(): FoundOut {
    const text = (): string => JSON.stringify(this.#value["expressions"] ?? null);
    this.facts.conditions ??= conditionFacts.of(text(), this.place);
    return this.facts.conditions;
  }

  /** Its place among the rules of its direction, from 0. */
  get index(): number {
    this.isSeenAround = true;
    return this.#standing.index;
  }

  /** How many rules of its direction come after it. */
  get following(): number {
    this.isSeenAround = true;
    return this.#standing.following;
  }

  /** JSON Pointer to the rule. */
  get path(): string {
    this.isSeenAround = true;
    return this.#path;
  }

  /** The conditions that are texts, all of which must be true. */
  get conditions(): readonly ExpressionNode[] {
    this.#conditions ??= this.#readConditions();
    return this.#conditions;
  }

  /** The actions that are objects with a type. */
  get actions(): readonly ActionNode[] {
    this.#actions ??= itemsOf(this.#value["actions"]).flatMap(([position, action]) =>
      isJsonObject(action) && typeof action["type"] === "string"
        ? [new ActionNode(action, action["type"], `${this.#path}/actions/${position}`, this)]
        : [],
    );
    return this.#actions;
  }

  /** The name, when it is a text. */
  get name(): string | undefined {
    const name = this.value["name"];
    return typeof name === "string" ? name : undefined;
  }

  /** The conditions that can be parsed: what is true when the actions are done. */
  get parsable(): readonly ExpressionNode[] {
    this.#parsable ??= parsable(this.conditions);
    return this.#parsable;
  }

  /** Whether every entry of `expressions` is a condition that can be parsed. */
  get isWhole(): boolean {
    const entries = this.#value["expressions"] ?? [];
    return Array.isArray(entries) && entries.length === this.parsable.length;
  }

  /**
   * Lets go of what is known of the rule, its conditions and actions, which is a hundred times what they are
   * as text; whoever asks again has it read again.
   */
  forget(): void {
    this.#facts = undefined;
    this.#conditions = undefined;
    this.#parsable = undefined;
    this.#actions = undefined;
  }

  /** The same text for rules that differ in nothing but their names. */
  #textOfBody(): string {
    const { name } = this.#value;
    // Mostly the name comes first, and cutting it off is quicker than making an object without it.
    if (typeof name === "string") {
      const text = JSON.stringify(this.#value);
      const beginning = `{"name":${JSON.stringify(name)}`;
      if (text.startsWith(beginning)) return text.slice(beginning.length);
    }
    return JSON.stringify(this.body);
  }

  get #path(): string {
    return toPointer([this.place.direction, this.#standing.index]);
  }

  #readConditions(): ExpressionNode[] {
    const { place } = this;
    const path = this.#path;
    return itemsOf(this.#value["expressions"]).flatMap(([position, text]) =>
      typeof text === "string"
        ? [
            new ExpressionNode({
              path: `${path}/expressions/${position}`,
              text,
              offset: 0,
              role: "condition",
              place,
              given: (own) => parsable(this.conditions.slice(0, this.conditions.indexOf(own))),
              later: (own) => parsable(this.conditions.slice(this.conditions.indexOf(own) + 1)),
            }),
          ]
        : [],
    );
  }
}

function parsable(conditions: readonly ExpressionNode[]): ExpressionNode[] {
  return conditions.filter(({ tree }) => tree !== undefined);
}
