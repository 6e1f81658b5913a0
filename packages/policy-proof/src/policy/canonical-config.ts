import {
  type ActionDefinition,
  checkExpression,
  type Dialect,
  interpolations,
  isJsonObject,
  type JsonValue,
  ownMember,
  parseExpression,
  reading,
  variableNamed,
} from "@traffic-policy/policy-language";
import { Condition } from "@traffic-policy/policy-logic";

/** An expression with the names of today, as far as these certainly have the same values. */
export function withNamesOfToday(text: string, dialect: Dialect): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return text;
  const { variablesAt } = checkExpression(parsed.tree, { dialect });
  return [...variablesAt]
    .toSorted(([one], [other]) => other.start - one.start)
    .reduce((rest, [{ start, end }, { renamedTo, type, missing, unsure }]) => {
      if (renamedTo === undefined || unsure !== undefined) return rest;
      const today = variableNamed(dialect, reading(renamedTo));
      const isSame = today?.type === type && today.missing?.when === missing?.when;
      return isSame ? rest.slice(0, start) + renamedTo + rest.slice(end) : rest;
    }, text);
}

/** A config with its defaults, and its expressions as all are written that mean the same. */
export function canonicalConfig(
  config: Readonly<Record<string, unknown>>,
  definition: ActionDefinition | undefined,
  dialect: Dialect,
): Readonly<Record<string, JsonValue>> {
  const { formats = {}, config: schema } = definition ?? {};
  const defaults = Object.entries(schema?.properties ?? {}).flatMap(([field, one]) =>
    one.default === undefined ? [] : [[field, one.default] as const],
  );
  const entries = Object.entries({ ...Object.fromEntries(defaults), ...config });
  return Object.fromEntries(
    entries.map(([field, value]) => {
      const isExpression = ownMember(formats, field) === "expression";
      return [field, canonicalValue(value as JsonValue, isExpression, dialect)];
    }),
  );
}

function canonicalValue(value: JsonValue, isExpression: boolean, dialect: Dialect): JsonValue {
  if (typeof value === "string") {
    return isExpression ? canonicalText(value, dialect) : canonicalTemplate(value, dialect);
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => canonicalValue(item, isExpression, dialect));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      canonicalValue(member, isExpression, dialect),
    ]),
  );
}

function canonicalTemplate(text: string, dialect: Dialect): string {
  if (!text.includes("${")) return text;
  return interpolations(text)
    .parts.map((part) =>
      part.kind === "text" ? part.text : `\${${canonicalText(part.expression, dialect)}}`,
    )
    .join("");
}

function canonicalText(text: string, dialect: Dialect): string {
  const parsed = parseExpression(withNamesOfToday(text, dialect));
  if (!parsed.ok) return text;
  const { tree } = parsed;
  return new Condition(tree, checkExpression(tree, { dialect }), dialect).canonicalText(tree);
}
