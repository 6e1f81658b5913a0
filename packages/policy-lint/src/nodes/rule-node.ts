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

/** One rule, when it is an object. */
export class RuleNode {
  readonly path: string;
  readonly value: JsonObject;
  /** Its place among the rules of its direction, from 0. */
  readonly index: number;
  readonly place: Place;
  /** The conditions that are texts, all of which must be true. */
  readonly conditions: readonly ExpressionNode[];
  /** The actions that are objects with a type. */
  readonly actions: readonly ActionNode[];

  constructor(value: JsonObject, index: number, place: Place) {
    this.path = toPointer([place.direction, index]);
    this.value = value;
    this.index = index;
    this.place = place;
    this.conditions = itemsOf(value["expressions"]).flatMap(([position, text]) =>
      typeof text === "string"
        ? [
            new ExpressionNode({
              path: `${this.path}/expressions/${position}`,
              text,
              offset: 0,
              role: "condition",
              place,
              given: (own) => this.#treesBeside(own),
            }),
          ]
        : [],
    );
    this.actions = itemsOf(value["actions"]).flatMap(([position, action]) =>
      isJsonObject(action) && typeof action["type"] === "string"
        ? [new ActionNode(action, action["type"], `${this.path}/actions/${position}`, this)]
        : [],
    );
  }

  /** The name, when it is a text. */
  get name(): string | undefined {
    const name = this.value["name"];
    return typeof name === "string" ? name : undefined;
  }

  /** The trees of the conditions that can be parsed: what is true when the actions are done. */
  get trees(): readonly Expression[] {
    return this.#treesBeside(undefined);
  }

  /** Whether every entry of `expressions` is a condition that can be parsed. */
  get isWhole(): boolean {
    const entries = this.value["expressions"] ?? [];
    return Array.isArray(entries) && entries.length === this.trees.length;
  }

  #treesBeside(own: ExpressionNode | undefined): Expression[] {
    return this.conditions.flatMap((condition) =>
      condition !== own && condition.tree !== undefined ? [condition.tree] : [],
    );
  }
}
