import { isJsonObject, parseExpression, type Expression } from "@traffic-policy/policy-language";
import { childrenOf, isLogical, operandsOf } from "@traffic-policy/policy-language/internal";
import type { JsonLike } from "../expression/plain-value.ts";
import type { OperandTrace } from "../outcome.ts";
import { shownText, shownValue } from "./shown.ts";

/**
 * Describes the values of a condition's variables in a few words: `req.method is "GET"`. Of a map that is read by a
 * single key, only this key is listed.
 *
 * @param limit - the maximum length of a value, in characters
 */
export function variableTexts(
  text: string,
  variables: NonNullable<OperandTrace["variables"]>,
  limit: number,
): string[] {
  const parsed = parseExpression(text);
  const uses = parsed.ok ? usesOf(parsed.tree) : [];
  return variables.flatMap(({ name, value, isUnknown }) => {
    if (isUnknown === true) return [`${name} is not known`];
    if (value === undefined) return [`${name} has no value`];
    const ofName = uses.filter((use) => use.name === name);
    const isParts = ofName.length > 0 && ofName.every(({ how }) => how !== "whole");
    if (!isParts || !isJsonObject(value)) return [`${name} is ${shownValue(value, limit)}`];
    return [...new Set(ofName.map((use) => part(use, value, limit)))];
  });
}

type Use = { readonly name: string } & (
  | { readonly how: "key"; readonly key: string }
  | { readonly how: "keys" | "whole" }
);

function part(use: Use, value: Readonly<Record<string, JsonLike>>, limit: number): string {
  if (use.how !== "key") {
    const keys = Object.keys(value);
    if (keys.length === 0) return `${use.name} is empty`;
    const list = keys.map((key) => JSON.stringify(key)).join(", ");
    return `${use.name} has ${shownText(list, limit)}`;
  }
  const key = shownValue(use.key, limit);
  if (!Object.hasOwn(value, use.key)) return `${use.name} has no ${key}`;
  return `${use.name}[${key}] is ${shownValue(value[use.key], limit)}`;
}

function usesOf(node: Expression): Use[] {
  const name = dottedName(node);
  if (name !== undefined) return [{ name, how: "whole" }];
  switch (node.kind) {
    case "index": {
      const map = dottedName(node.operand);
      const { index } = node;
      if (map !== undefined && index.kind === "literal" && index.type === "string") {
        return [{ name: map, how: "key", key: index.value }];
      }
      return [...usesOf(node.operand), ...usesOf(index)];
    }
    case "binary": {
      const map = dottedName(node.right);
      if (node.operator === "in" && map !== undefined) {
        return [...usesOf(node.left), { name: map, how: "keys" }];
      }
      return isLogical(node)
        ? operandsOf(node, node.operator).flatMap(usesOf)
        : [...usesOf(node.left), ...usesOf(node.right)];
    }
    default:
      return childrenOf(node).flatMap(usesOf);
  }
}

function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const before = dottedName(node.operand);
  return before === undefined ? undefined : `${before}.${node.field}`;
}
