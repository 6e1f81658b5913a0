import { operandsOf, type Call, type Expression } from "@traffic-policy/policy-language";
import { textLiteral } from "../canonical.ts";
import { all, any, requires, type Formula } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { ofOnlyItem, sizeOf, withItems } from "./lists.ts";
import { opaque } from "./opaque.ts";
import {
  absenceOf,
  absenceOfField,
  entry,
  hasVariable,
  valueIsThere,
  variableIsThere,
} from "./presence.ts";
import type { Reader } from "./reader.ts";

export function macro(reader: Reader, node: Call): Formula | undefined {
  const { name, target, arguments: given } = node;
  const [first, body] = given;
  if (name === "has") {
    if (first?.kind !== "select") return undefined;
    const variable = reader.condition.variableAt(first, reader.bound);
    if (variable !== undefined) {
      const absence = variable.setBy === undefined ? absenceOf(reader, variable) : undefined;
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
  if (reader.session.isForExamples) {
    const example = quantified(reader, name, target, (item) =>
      reader.with(first.name, item).formula(body),
    );
    if (example !== undefined) return example;
  }
  const found = opaque(reader, node);
  if (name === "all") {
    const isEmpty = sizeOf(reader, target, Intervals.comparedWith("==", 0n));
    if (found.kind !== "requires") return any([isEmpty, found]);
    return requires(found.needs, any([isEmpty, found.of]));
  }
  if (name !== "exists" && name !== "exists_one") return undefined;
  return withItems(reader, found, target, ...keysFound(reader, target, first.name, body));
}

function quantified(
  reader: Reader,
  name: string,
  list: Expression,
  ask: (item: Expression) => Formula,
): Formula | undefined {
  if (name === "all" || name === "exists") {
    if (list.kind === "list") {
      const parts = list.elements.map(ask);
      return requires(reader.needs(list), name === "all" ? all(parts) : any(parts));
    }
  } else if (name !== "exists_one" || list.kind === "list") return undefined;
  if (reader.kindOf(list) !== "list") return undefined;
  return ofOnlyItem(reader, list, ask, name === "all" ? "all" : "exists");
}

/** `map.exists(key, key == 'x' && …)` is as good as `'x' in map`. */
function keysFound(reader: Reader, target: Expression, name: string, body: Expression): Formula[] {
  if (reader.kindOf(target) !== "map") return [];
  return operandsOf(body, "&&").flatMap((one) => {
    if (one.kind !== "binary" || one.operator !== "==") return [];
    const isKey = (side: Expression) => side.kind === "identifier" && side.name === name;
    const key = isKey(one.left) ? one.right : isKey(one.right) ? one.left : undefined;
    return key?.kind === "literal" ? [entry(reader, target, key)] : [];
  });
}
