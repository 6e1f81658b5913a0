import {
  type ActionDefinition,
  type ConfigFormat,
  isJsonObject,
  type JsonValue,
  type Rewrite,
  toPointer,
} from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { type ActionNode, itemsOf } from "../nodes/action-node.ts";

export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the texts of a config field: the field itself, or the items of its list. `a.b` is the field `b` of `a`, or
 * of each item of `a`. Leaves out texts with an interpolation, because their value is unknown.
 */
export function textsOf(action: ActionNode, field: string): ConfigText[] {
  let found: readonly PlacedValue[] = [[action.pathOf(), action.config]];
  for (const key of field.split(".")) {
    found = found
      .flatMap(itemsAt)
      .flatMap(([path, value]): PlacedValue[] =>
        isJsonObject(value) ? [[path + toPointer([key]), value[key]]] : [],
      );
  }
  return found
    .flatMap(itemsAt)
    .flatMap(([path, text]) =>
      typeof text === "string" && !text.includes("${") ? [{ path, text }] : [],
    );
}

type PlacedValue = readonly [path: string, value: JsonValue | undefined];

export function itemsAt([path, value]: PlacedValue): readonly PlacedValue[] {
  return Array.isArray(value)
    ? itemsOf(value).map(([index, item]): PlacedValue => [path + toPointer([index]), item])
    : [[path, value]];
}

export function fieldsOfFormat(
  { formats = {} }: ActionDefinition,
  format: ConfigFormat,
): readonly string[] {
  return Object.keys(formats).filter((field) => formats[field] === format);
}

export function textsOfFormat(action: ActionNode, format: ConfigFormat): ConfigText[] {
  const fields = action.definition === undefined ? [] : fieldsOfFormat(action.definition, format);
  return fields.flatMap((field) => textsOf(action, field));
}

export interface SetHeader {
  readonly name: string;
  readonly value: JsonValue;
  readonly path: string;
}

const headersOf = new WeakMap<ActionNode, readonly SetHeader[]>();

export function setHeaders(action: ActionNode): readonly SetHeader[] {
  const headers = action.definition?.headers;
  if (headers === undefined || !("sets" in headers)) return [];
  return getOrAdd(headersOf, action, () => findHeaders(action, headers));
}

function findHeaders(action: ActionNode, headers: { readonly sets: string }): SetHeader[] {
  const values = action.field(headers.sets);
  if (!isJsonObject(values)) return [];
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    path: action.pathOf(headers.sets, name),
  }));
}

export function removedHeaders(action: ActionNode): ConfigText[] {
  const headers = action.definition?.headers;
  return headers === undefined || "sets" in headers ? [] : textsOf(action, headers.removes);
}

export interface RewriteConfig {
  readonly definition: Rewrite;
  /** The regular expression; undefined when it is missing or has interpolations. */
  readonly from: string | undefined;
  readonly to: string;
  readonly fromPath: string;
  readonly toPath: string;
  /** True when the meaning of `$name` is known, which depends on other values of the config. */
  readonly isPlain: boolean;
}

export function rewriteOf(action: ActionNode): RewriteConfig | undefined {
  const definition = action.definition?.rewrite;
  if (definition === undefined) return undefined;
  const [from, to] = [action.field(definition.from), action.field(definition.to)];
  if (typeof to !== "string") return undefined;
  return {
    definition,
    from: typeof from === "string" && !from.includes("${") ? from : undefined,
    to,
    fromPath: action.pathOf(definition.from),
    toPath: action.pathOf(definition.to),
    isPlain: Object.entries(definition.otherNaming ?? {}).every(
      ([field, value]) => action.field(field) !== value,
    ),
  };
}
