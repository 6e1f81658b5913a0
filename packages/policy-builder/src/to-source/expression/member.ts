import type { Index, Select } from "@traffic-policy/policy-language";
import { CelExpression } from "../../expressions/cel-expression.ts";
import { MapExpression } from "../../expressions/map.ts";
import { RecordExpression } from "../../expressions/record.ts";
import { camelCase } from "../camel-case.ts";
import { code, type Built } from "../code.ts";
import { stringCode } from "../literal-code.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { invoke } from "./invoke.ts";
import { kindOf } from "./kind.ts";
import { namedCall } from "./named-call.ts";
import { names } from "./names.ts";

/** A variable, or the field of a value. */
export function select(converter: Converter, tree: Select): Built<AnyExpression> {
  const name = dottedName(tree);
  const variable = name === undefined ? undefined : names().variables.get(name);
  if (variable !== undefined) return variable;
  const operand = converter.expression(tree.operand);
  return typedField(operand, tree.field) ?? untypedField(operand, tree.field);
}

/** The item of a list, or what is at a key. */
export function element(converter: Converter, tree: Index): Built<AnyExpression> {
  const operand = converter.expression(tree.operand);
  const { value } = operand;
  if (value instanceof MapExpression) return namedCall(converter, operand, "at", tree.index);
  const key = kindOf(value) === "dyn" ? "dyn" : "int";
  return invoke(operand, "at", [converter.argument(key, tree.index)]);
}

function dottedName(tree: Select): string | undefined {
  const { operand, field } = tree;
  if (operand.kind === "identifier") {
    return operand.absolute === true ? undefined : `${operand.name}.${field}`;
  }
  const before = operand.kind === "select" ? dottedName(operand) : undefined;
  return before === undefined ? undefined : `${before}.${field}`;
}

function typedField(
  operand: Built<AnyExpression>,
  field: string,
): Built<AnyExpression> | undefined {
  if (!(operand.value instanceof RecordExpression)) return undefined;
  for (const member of [field, camelCase(field)]) {
    // `__proto__` is an expression, but no field of one.
    const value: unknown =
      member in Object.prototype ? undefined : Reflect.get(operand.value, member);
    if (!(value instanceof CelExpression)) continue;
    const tree = value.toExpression();
    if (tree.kind === "select" && tree.field === field) {
      return { code: code`${operand.code}.${member}`, value };
    }
  }
  return undefined;
}

function untypedField(operand: Built<AnyExpression>, field: string): Built<AnyExpression> {
  const name = { code: { text: stringCode(field), imports: [] }, value: field };
  return invoke(operand, "field", [name]);
}
