import {
  isJsonObject,
  toPointer,
  type ActionDefinition,
  type ConfigFormat,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import { itemsOf } from "../../nodes/items-of.ts";

/** A text in a config with its JSON Pointer. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/**
 * The texts of a config field: the one that it is, or those of the list that it is. `a.b` is the
 * field `b` of `a`. Texts with an interpolation are left out: their value is unknown.
 */
export function textsOf(action: ActionNode, field: string): ConfigText[] {
  const keys = field.split(".");
  let value: JsonValue | undefined = action.config;
  for (const key of keys) value = isJsonObject(value) ? value[key] : undefined;
  const path = action.pathOf(...keys);
  const texts = Array.isArray(value)
    ? itemsOf(value).map(([index, item]) => [path + toPointer([index]), item] as const)
    : [[path, value] as const];
  return texts.flatMap(([place, text]) =>
    typeof text === "string" && !text.includes("${") ? [{ path: place, text }] : [],
  );
}

/** The config fields of an action whose texts have a format, by the names that the catalogue uses. */
export function fieldsOfFormat(
  { formats = {} }: ActionDefinition,
  format: ConfigFormat,
): readonly string[] {
  return Object.keys(formats).filter((field) => formats[field] === format);
}

/** The texts of an action's config that have a format. */
export function textsOfFormat(action: ActionNode, format: ConfigFormat): ConfigText[] {
  const fields = action.definition === undefined ? [] : fieldsOfFormat(action.definition, format);
  return fields.flatMap((field) => textsOf(action, field));
}
