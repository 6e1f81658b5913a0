import {
  type Binary,
  type Call,
  type Expression,
  type FunctionDefinition,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  compileRegularExpression,
  isLogical,
  isMacro,
  isStandardMacro,
} from "@traffic-policy/policy-language/internal";
import { entryAskedBy, textLiteral } from "../canonical.ts";
import { fold } from "../constant.ts";
import { always, type Formula } from "../formula.ts";
import { canFail } from "../total.ts";
import { timeParts } from "../values/times.ts";
import { conversionNeeds, isConcatenation } from "./conversions.ts";
import { functionOf } from "./functions.ts";
import { itemsOf, needsOfItems } from "./items.ts";
import { hasValue, unsure } from "./opaque.ts";
import { absenceOfField, entry, item, valueIsThere, variableIsThere } from "./presence.ts";
import type { Reader } from "./reader.ts";
import { stepNeeds } from "./steps.ts";

/** Returns the formulas that must be true for an expression to have a value; empty when it always has a value. */
export function needsOf(reader: Reader, node: Expression): readonly Formula[] {
  const variable = reader.condition.variableAt(node, reader.bound);
  if (variable !== undefined) return variableNeeds(reader, variable);
  const parts = (...some: readonly Expression[]) => some.flatMap((part) => reader.needs(part));
  switch (node.kind) {
    case "literal":
    case "identifier":
      return [];
    case "select":
      switch (reader.kindOf(node.operand)) {
        case "map":
          return [entry(reader, node.operand, textLiteral(node.field)), ...parts(node.operand)];
        case "record":
          return [...fieldNeeds(reader, node), ...parts(node.operand)];
        default:
          return [hasValue(reader, node), ...parts(node.operand)];
      }
    case "index":
      switch (reader.kindOf(node.operand)) {
        case "map":
          return [entry(reader, node.operand, node.index), ...parts(node.operand, node.index)];
        case "list":
          return [item(reader, node), ...parts(node.operand, node.index)];
        default:
          return [hasValue(reader, node), ...parts(node.operand, node.index)];
      }
    case "list":
      return parts(...node.elements);
    case "unary":
      if (node.operator === "!") return decisionNeeds(reader, node);
      if (reader.kindOf(node.operand) === "double") return reader.needs(node.operand);
      return stepNeeds(reader, node) ?? unsure(reader, node, node.operand);
    case "binary":
      return binaryNeeds(reader, node);
    case "conditional": {
      const { condition, whenTrue, whenFalse } = node;
      const isSure = parts(condition, whenTrue, whenFalse).length === 0;
      return isSure ? [] : unsure(reader, node, condition);
    }
    case "map":
      return unsure(reader, node);
    case "call":
      return callNeeds(reader, node);
  }
}

function decisionNeeds(reader: Reader, node: Expression): readonly Formula[] {
  return canFail(reader.formula(node)) ? unsure(reader, node) : [];
}

function binaryNeeds(reader: Reader, node: Binary): readonly Formula[] {
  const { operator, left, right } = node;
  if (isLogical(node)) return decisionNeeds(reader, node);
  const parts = [...reader.needs(left), ...reader.needs(right)];
  switch (operator) {
    case "==":
    case "!=":
      return parts;
    case "in":
      if (reader.kindOf(right) === "list" || reader.kindOf(right) === "map") return parts;
      break;
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (!reader.isOpen(left) && !reader.isOpen(right)) return parts;
  }
  if (isConcatenation(reader, node)) return parts;
  return stepNeeds(reader, node) ?? [hasValue(reader, node), ...parts];
}

function callNeeds(reader: Reader, node: Call): readonly Formula[] {
  const [first] = node.arguments;
  const ofConversion = stepNeeds(reader, node) ?? conversionNeeds(reader, node);
  if (ofConversion !== undefined) return ofConversion;
  if (isMacro(node)) {
    if (node.name === "has") {
      if (first?.kind !== "select") return unsure(reader, node);
      if (reader.condition.variableAt(first, reader.bound) !== undefined) return [];
      const { operand } = first;
      return reader.isOpen(operand) ? unsure(reader, node, operand) : reader.needs(operand);
    }
    if (node.name === "filter" || node.name === "map") {
      const items = reader.staysTheSame(node) ? itemsOf(reader, node) : undefined;
      if (items !== undefined) return needsOfItems(items);
    }
    const target = node.target ?? node;
    const inner = reader.insideOf(node);
    if (inner.isSpent) return unsure(reader, node);
    const bodies = node.arguments.slice(1);
    // Keys to sort by may have no order.
    const isSure =
      isStandardMacro(node) &&
      !reader.isOpen(target) &&
      bodies.every((body) => !inner.mayFail(body));
    return isSure ? reader.needs(target) : unsure(reader, node, target);
  }
  const definition = functionOf(node, reader.condition.dialect);
  // Of `base64.encode(…)` the part before the dot is no value.
  const isDotted = definition !== undefined && definition.name !== node.name;
  const parts = [...(node.target && !isDotted ? [node.target] : []), ...node.arguments];
  const needs = parts.flatMap((part) => reader.needs(part));
  const asked = entryAskedBy(node, reader.condition);
  if (asked?.form === "get" || definition?.missing !== undefined) {
    return [valueIsThere(reader, node), ...needs];
  }
  const isSure = alwaysGivesValue(reader, node, definition);
  return isSure && parts.every((part) => !reader.isOpen(part))
    ? needs
    : [hasValue(reader, node), ...needs];
}

function alwaysGivesValue(
  reader: Reader,
  node: Call,
  definition: FunctionDefinition | undefined,
): boolean {
  const { name, target, arguments: given } = node;
  if (definition?.neverFails === true) return true;
  if (definition?.source !== undefined) return isNamed(node, definition);
  const [first, second] = given;
  if (name === "matches") {
    const pattern = reader.fold(target === undefined ? (second ?? node) : (first ?? node));
    return pattern?.kind === "text" && compileRegularExpression(pattern.value).ok;
  }
  if (name === "inCidrRange" || name === "inCidrRanges") {
    return first !== undefined && reader.formOf(first) === "ip-address";
  }
  if (name === "join" && target !== undefined) {
    const type = reader.typeOf(target);
    return type?.kind === "list" && type.element.kind === "string";
  }
  const kind = target && reader.kindOf(target);
  const isOfTime = kind === "timestamp" || kind === "duration";
  return isOfTime && given.length === 0 && name in timeParts;
}

/**
 * True when the arguments are literals: the name of a secret, which then exists, or the bounds of a random number.
 */
function isNamed({ arguments: given }: Call, { source }: FunctionDefinition): boolean {
  if (source === "secrets") return given.every(({ kind }) => kind === "literal");
  const [least, most] = given.map((one) => fold(one)?.value);
  if (typeof least !== "bigint" || typeof most !== "bigint") return given.length === 0;
  return 0n <= least && least <= most;
}

function fieldNeeds(reader: Reader, node: Expression & { kind: "select" }): readonly Formula[] {
  return absenceOfField(reader, node) === undefined ? [] : [valueIsThere(reader, node)];
}

function variableNeeds(reader: Reader, variable: VariableDefinition): readonly Formula[] {
  const there = variableIsThere(reader, variable);
  return there === always ? [] : [there];
}
