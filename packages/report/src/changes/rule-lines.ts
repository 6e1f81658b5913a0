import { isJsonObject, serialize, type JsonValue } from "@traffic-policy/policy-language";
import { usualRuleOrder } from "@traffic-policy/policy-language/internal";
import { visible } from "../text/visible.ts";

export function ruleLines(rule: JsonValue | undefined, indent: number): string[] {
  if (rule === undefined) return [];
  const ordered = isJsonObject(rule) ? usualRuleOrder(rule) : rule;
  return serialize(ordered, indent).split("\n").map(visible);
}

/** In UTF-16 units. */
const longestConfig = 80;

/**
 * Formats a rule as lines with its expressions and actions. A rule with any other content is shown as JSON, so that
 * nothing is left out.
 */
export function readableRule(rule: JsonValue | undefined): string[] {
  const plain = plainRule(rule);
  if (plain === undefined) return ruleLines(rule, 2);
  const { expressions, actions } = plain;
  return [
    ...(expressions.length === 0 ? ["always"] : []),
    ...expressions.flatMap((text, index) =>
      labelled(index === 0 ? "when" : "and", text.split("\n")),
    ),
    ...actions.flatMap(({ type, config }, index) =>
      labelled(index === 0 ? "do" : "then", actionLines(type, config)),
    ),
  ];
}

interface PlainRule {
  readonly expressions: readonly string[];
  readonly actions: readonly { readonly type: string; readonly config: JsonValue | undefined }[];
}

function plainRule(rule: JsonValue | undefined): PlainRule | undefined {
  if (!isJsonObject(rule) || !hasOnly(rule, ["name", "expressions", "actions"])) return undefined;
  const { expressions = [], actions } = rule;
  if (!Array.isArray(expressions) || !Array.isArray(actions)) return undefined;
  const texts = expressions.filter((one) => typeof one === "string");
  const plain = actions.flatMap((action: JsonValue) => {
    if (!isJsonObject(action) || !hasOnly(action, ["type", "config"])) return [];
    const { type, config } = action;
    return typeof type === "string" ? [{ type, config }] : [];
  });
  const isWhole = texts.length === expressions.length && plain.length === actions.length;
  return isWhole ? { expressions: texts, actions: plain } : undefined;
}

function hasOnly(object: object, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}

function actionLines(type: string, config: JsonValue | undefined): string[] {
  if (config === undefined) return [type];
  const line = serialize(config);
  if (line.length <= longestConfig) return [`${type} ${line}`];
  return `${type} ${serialize(config, 2)}`.split("\n");
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${(index === 0 ? label : "").padEnd(6)}${visible(line)}`);
}
