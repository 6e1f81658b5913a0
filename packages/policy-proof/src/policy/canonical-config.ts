import {
  checkExpression,
  type Dialect,
  interpolations,
  isJsonObject,
  type JsonValue,
  parseExpression,
} from "@traffic-policy/policy-language";
import { ownMember, reading, variableNamed } from "@traffic-policy/policy-language/internal";
import { Condition, LogicSession, type Answers } from "@traffic-policy/policy-logic";
import { keyOfConfig } from "./config.ts";

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

export interface ConfigContext {
  readonly dialect: Dialect;
  readonly options: Answers;
  readonly compared?: readonly Dialect[];
}

/** Returns the canonical form of a config: with its defaults, and with expressions in canonical form. */
export function canonicalConfig(
  type: string,
  config: Readonly<Record<string, unknown>>,
  context: ConfigContext,
): Readonly<Record<string, JsonValue>> {
  const { formats = {}, config: schema, interpolated } = context.dialect.actions.get(type) ?? {};
  const { compared = [] } = context;
  const isKnownToAll = (field: string): boolean =>
    compared.every(({ actions }) => actions.get(type)?.config.properties[field] !== undefined);
  const defaults = Object.entries(schema?.properties ?? {}).flatMap(([field, one]) =>
    one.default === undefined ? [] : [[field, one.default] as const],
  );
  const usual = new Map(defaults.map(([field, value]) => [field, keyOfConfig(value)]));
  // A dialect without the field does what is usual in the other one.
  const entries = Object.entries({ ...Object.fromEntries(defaults), ...config }).filter(
    ([field, value]) => isKnownToAll(field) || usual.get(field) !== keyOfConfig(value),
  );
  return Object.fromEntries(
    entries.map(([field, value]): [string, JsonValue] => {
      const isExpression = ownMember(formats, field) === "expression";
      const isText = !isExpression && interpolated?.some((one) => isIn(one, field)) === false;
      const json = value as JsonValue;
      // The same text is another one where it is not interpolated.
      if (isText && keyOfConfig(json).includes("${")) return [field, { text: json }];
      return [field, isText ? json : canonicalValue(json, isExpression, context)];
    }),
  );
}

function isIn(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function canonicalValue(
  value: JsonValue,
  isExpression: boolean,
  context: ConfigContext,
): JsonValue {
  if (typeof value === "string") {
    return isExpression ? canonicalText(value, context) : canonicalTemplate(value, context);
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => canonicalValue(item, isExpression, context));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      canonicalValue(member, isExpression, context),
    ]),
  );
}

function canonicalTemplate(text: string, context: ConfigContext): string {
  if (!text.includes("${")) return text;
  return interpolations(text)
    .parts.map((part) =>
      part.kind === "text" ? part.text : `\${${canonicalText(part.expression, context)}}`,
    )
    .join("");
}

function canonicalText(text: string, { dialect, options: answers }: ConfigContext): string {
  const parsed = parseExpression(withNamesOfToday(text, dialect));
  if (!parsed.ok) return text;
  const { tree } = parsed;
  const session = new LogicSession({ answers });
  return new Condition(tree, checkExpression(tree, { dialect }), dialect, session).canonicalText(
    tree,
  );
}
