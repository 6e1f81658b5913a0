import { printExpression, type CelType, type Expression } from "@traffic-policy/policy-language";
import { not, requires, type Formula } from "../formula.ts";
import { valuesOfType } from "../values.ts";
import { isOfKind, isTrueAtom } from "./atoms.ts";
import type { Reader } from "./reader.ts";

export function opaque(reader: Reader, node: Expression): Formula {
  if (node.kind === "binary" && node.operator === "!=") {
    return not(opaque(reader, { ...node, operator: "==" }));
  }
  const value = reader.canonical(node);
  const isOpen = node.kind !== "binary" && reader.isOpen(node);
  const type: CelType = { kind: isOpen ? "dyn" : "bool" };
  const kind = reader.kindOf(node) ?? "bool";
  const text = printExpression(value);
  // A text, say, that stands where only a truth value can is not asked what texts are asked.
  const key = isOpen || kind === "bool" ? text : `${text} decides`;
  const subject = reader.subject(key, value, valuesOfType(type), reader.varies(node));
  // What has the wrong type for a decision is an error at run time.
  const needs = isOpen ? [isOfKind(subject, "bool")] : [];
  return requires([...reader.needs(node), ...needs], isTrueAtom(subject));
}

export function hasValue(reader: Reader, node: Expression): Formula {
  const value = reader.canonical(node);
  return reader.presence(`${printExpression(value)} has a value`, value, reader.varies(node));
}

export function unsure(
  reader: Reader,
  node: Expression,
  ...evaluated: readonly Expression[]
): readonly Formula[] {
  return [hasValue(reader, node), ...evaluated.flatMap((part) => reader.needs(part))];
}
