import {
  isJsonObject,
  type Dialect,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { itemsOf } from "./items-of.ts";
import type { Place } from "./place.ts";
import { RuleNode } from "./rule-node.ts";

/** The whole policy document. */
export class DocumentNode {
  readonly path = "";
  readonly value: JsonValue;
  readonly dialect: Dialect;
  readonly protocol: Protocol | undefined;
  /** The rules of each direction, in their order; what is not an object is passed over. */
  readonly rules: readonly RuleNode[];

  constructor(value: JsonValue, dialect: Dialect, protocol: Protocol | undefined) {
    this.value = value;
    this.dialect = dialect;
    this.protocol = protocol;
    this.rules = dialect.directions.flatMap((direction) =>
      rulesOf(value, { dialect, protocol, direction }),
    );
  }

  /** The rules of one direction, in their order. */
  rulesOf(direction: string): readonly RuleNode[] {
    return this.rules.filter((rule) => rule.place.direction === direction);
  }
}

function rulesOf(document: JsonValue, place: Place): RuleNode[] {
  const entries = itemsOf(isJsonObject(document) ? document[place.direction] : undefined);
  const rules = entries.filter(([, rule]) => isJsonObject(rule));
  return rules.map(
    ([index, rule], position) =>
      new RuleNode(rule as JsonObject, { index, place, following: rules.length - position - 1 }),
  );
}
