import {
  isJsonObject,
  type Dialect,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { itemsOf } from "./items-of.ts";
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
    this.rules = isJsonObject(value)
      ? dialect.directions.flatMap((direction) =>
          itemsOf(value[direction]).flatMap(([index, rule]) =>
            isJsonObject(rule) ? [new RuleNode(rule, index, { dialect, protocol, direction })] : [],
          ),
        )
      : [];
  }

  /** The rules of one direction, in their order. */
  rulesOf(direction: string): readonly RuleNode[] {
    return this.rules.filter((rule) => rule.place.direction === direction);
  }
}
