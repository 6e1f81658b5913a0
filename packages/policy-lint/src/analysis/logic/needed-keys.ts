import { isLogical, printExpression, type Expression } from "@traffic-policy/policy-language";
import { isText } from "../expression/text-literal.ts";
import { canonicalExpression } from "./canonical-expression.ts";
import type { Known } from "./known.ts";

/**
 * The keys that must be in their maps for an expression to give a value, each as the canonical text
 * of `'key' in map`: `req.headers['host'][0]` needs `'host' in req.headers`.
 */
export function neededKeys(node: Expression, known: Known): readonly string[] {
  const keys: string[] = [];
  collect(node);
  return keys;

  // Only what is surely evaluated is gone into.
  function collect(part: Expression): void {
    switch (part.kind) {
      case "select":
        if (isMap(part.operand)) add(part.field, part.operand);
        collect(part.operand);
        break;
      case "index":
        if (isMap(part.operand) && isText(part.index)) {
          add(part.index.value, part.operand);
        }
        collect(part.operand);
        collect(part.index);
        break;
      case "unary":
        collect(part.operand);
        break;
      case "binary":
        if (isLogical(part)) break;
        collect(part.left);
        collect(part.right);
        break;
      case "conditional":
        collect(part.condition);
        break;
      case "list":
        part.elements.forEach(collect);
        break;
      case "call":
        if (part.target !== undefined) collect(part.target);
        else if (part.name !== "has") part.arguments.forEach(collect);
        break;
    }
  }

  function isMap(operand: Expression): boolean {
    return known.types.get(operand)?.kind === "map";
  }

  function add(key: string, map: Expression): void {
    const literal = printExpression({ kind: "literal", type: "string", value: key });
    keys.push(`${literal} in ${canonicalExpression(map, known)}`);
  }
}
