import {
  type ActionDefinition,
  type ConfigFormat,
  isJsonObject,
  type JsonValue,
  type Rewrite,
  toPointer,
} from "@traffic-policy/policy-language";
import { type ActionNode, itemsOf } from "../nodes/action-node.ts";

/** A text in a config with its JSON Pointer. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/**
 * The texts of a config field: the one that it is, or those of the list that it is. `a.b` is the
 * field `b` of `a`, or of each item of `a`. Texts with an interpolation are left out: their value is unknown.
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

/** The items of a list, or what is no list as it is. */
export function itemsAt([path, value]: PlacedValue): readonly PlacedValue[] {
  return Array.isArray(value)
    ? itemsOf(value).map(([index, item]): PlacedValue => [path + toPointer([index]), item])
    : [[path, value]];
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

/** A header that an action sets. */
export interface SetHeader {
  readonly name: string;
  readonly value: JsonValue;
  readonly path: string;
}

/** The headers that an action sets, as its config has them. */
export function setHeaders(action: ActionNode): SetHeader[] {
  const headers = action.definition?.headers;
  if (headers === undefined || !("sets" in headers)) return [];
  const values = action.field(headers.sets);
  if (!isJsonObject(values)) return [];
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    path: action.pathOf(headers.sets, name),
  }));
}

/** The names of the headers that an action removes, as its config has them. */
export function removedHeaders(action: ActionNode): ConfigText[] {
  const headers = action.definition?.headers;
  return headers === undefined || "sets" in headers ? [] : textsOf(action, headers.removes);
}

/** How an action rewrites the URL, as its config has it. */
export interface RewriteConfig {
  readonly definition: Rewrite;
  /** The regular expression, when it is there and has no interpolations. */
  readonly from: string | undefined;
  readonly to: string;
  readonly fromPath: string;
  readonly toPath: string;
  /** Whether it is known how `$name` is read, which depends on other values of the config. */
  readonly isPlain: boolean;
}

/** How an action rewrites the URL; undefined when it does not, or its config is incomplete. */
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
