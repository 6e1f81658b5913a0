import { type Call, type Expression } from "@traffic-policy/policy-language";
import { absenceOf, getOrAdd, operandsOf } from "@traffic-policy/policy-language/internal";
import { textLiteral } from "../canonical.ts";
import { all, any, not, requires, type Formula } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { itemsOf } from "./items.ts";
import { exactlyOneIs, sizeOf, someIs } from "./lists.ts";
import { opaque } from "./opaque.ts";
import { absenceOfField, entry, hasVariable, valueIsThere, variableIsThere } from "./presence.ts";
import type { Meaning, Reader } from "./reader.ts";

export function macro(reader: Reader, node: Call): Formula | undefined {
  const { name, target, arguments: given } = node;
  const [first, body] = given;
  if (name === "has") {
    if (first?.kind !== "select") return undefined;
    const variable = reader.condition.variableAt(first, reader.bound);
    if (variable !== undefined) {
      const absence =
        variable.setBy === undefined ? absenceOf(variable, reader.condition.dialect) : undefined;
      if (absence !== undefined) return hasVariable(reader, variable, absence);
      return variable.setBy === undefined ? undefined : variableIsThere(reader, variable);
    }
    const { operand, field } = first;
    if (reader.kindOf(operand) === "map") {
      return requires(reader.needs(operand), entry(reader, operand, textLiteral(field)));
    }
    return absenceOfField(reader, first) === undefined
      ? undefined
      : requires(reader.needs(operand), valueIsThere(reader, first));
  }
  if (target === undefined || body === undefined || first?.kind !== "identifier") {
    return undefined;
  }
  const items = reader.staysTheSame(node) ? itemsOf(reader, target, node) : undefined;
  const expansions = items && reader.expansionsFor(items.each.length);
  if (items !== undefined && expansions !== undefined) {
    const asked = new Map<Meaning, Formula>();
    const ask = (value: Meaning): Formula =>
      getOrAdd(asked, value, () => reader.binding(first.name, value, expansions).formula(body));
    switch (name) {
      case "exists":
        return someIs(items, ask);
      case "all":
        return not(someIs(items, (value) => not(ask(value))));
      case "exists_one":
        return exactlyOneIs(items, ask);
      default:
        return undefined;
    }
  }
  const found = opaque(reader, node);
  const has = (numbers: Intervals): Formula => sizeOf(reader, target, numbers);
  const [needs, decision] = found.kind === "requires" ? [found.needs, found.of] : [[], found];
  if (name === "all") {
    return requires(needs, any([has(Intervals.comparedWith("==", 0n)), decision]));
  }
  if (name !== "exists" && name !== "exists_one") return undefined;
  const keys = keysFound(reader, target, first.name, body);
  return requires(needs, all([has(Intervals.comparedWith(">=", 1n)), ...keys, decision]));
}

/** Reads `map.exists(key, key == 'x' && …)` as implying `'x' in map`. */
function keysFound(reader: Reader, target: Expression, name: string, body: Expression): Formula[] {
  if (reader.kindOf(target) !== "map") return [];
  return operandsOf(body, "&&").flatMap((one) => {
    if (one.kind !== "binary" || one.operator !== "==") return [];
    const isKey = (side: Expression) => side.kind === "identifier" && side.name === name;
    const key = isKey(one.left) ? one.right : isKey(one.right) ? one.left : undefined;
    return key?.kind === "literal" ? [entry(reader, target, key)] : [];
  });
}
