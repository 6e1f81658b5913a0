import {
  isJsonObject,
  toPointer,
  type Expression,
  type JsonObject,
} from "@traffic-policy/policy-language";
import { ActionNode } from "./action-node.ts";
import { ExpressionNode } from "./expression-node.ts";
import { itemsOf } from "./items-of.ts";
import type { Place } from "./place.ts";

interface Standing {
  readonly index: number;
  readonly place: Place;
  readonly following: number;
}

/** One rule, when it is an object. */
export class RuleNode {
  readonly value: JsonObject;
  /** Its place among the rules of its direction, from 0. */
  readonly index: number;
  readonly place: Place;
  /** How many rules of its direction come after it. */
  readonly following: number;
  #conditions: readonly ExpressionNode[] | undefined;
  #trees: readonly Expression[] | undefined;
  #actions: readonly ActionNode[] | undefined;

  constructor(value: JsonObject, { index, place, following }: Standing) {
    this.value = value;
    this.index = index;
    this.place = place;
    this.following = following;
  }

  /** JSON Pointer to the rule. */
  get path(): string {
    return toPointer([this.place.direction, this.index]);
  }

  /** The conditions that are texts, all of which must be true. */
  get conditions(): readonly ExpressionNode[] {
    this.#conditions ??= this.#readConditions();
    return this.#conditions;
  }

  /** The actions that are objects with a type. */
  get actions(): readonly ActionNode[] {
    this.#actions ??= itemsOf(this.value["actions"]).flatMap(([position, action]) =>
      isJsonObject(action) && typeof action["type"] === "string"
        ? [new ActionNode(action, action["type"], `${this.path}/actions/${position}`, this)]
        : [],
    );
    return this.#actions;
  }

  /** The name, when it is a text. */
  get name(): string | undefined {
    const name = this.value["name"];
    return typeof name === "string" ? name : undefined;
  }

  /** The trees of the conditions that can be parsed: what is true when the actions are done. */
  get trees(): readonly Expression[] {
    this.#trees ??= this.conditions.flatMap(({ tree }) => tree ?? []);
    return this.#trees;
  }

  /** Whether every entry of `expressions` is a condition that can be parsed. */
  get isWhole(): boolean {
    const entries = this.value["expressions"] ?? [];
    return Array.isArray(entries) && entries.length === this.trees.length;
  }

  /**
   * Lets go of what is known of the conditions and actions, which is a hundred times what they are
   * as text; whoever asks again has it read again.
   */
  forget(): void {
    this.#conditions = undefined;
    this.#trees = undefined;
    this.#actions = undefined;
  }

  #readConditions(): ExpressionNode[] {
    const { path, place } = this;
    return itemsOf(this.value["expressions"]).flatMap(([position, text]) =>
      typeof text === "string"
        ? [
            new ExpressionNode({
              path: `${path}/expressions/${position}`,
              text,
              offset: 0,
              role: "condition",
              place,
              given: (own) => this.trees.filter((tree) => tree !== own.tree),
            }),
          ]
        : [],
    );
  }
}
