import {
  interpolations,
  isJsonObject,
  toPointer,
  type JsonValue,
} from "@traffic-policy/policy-language";

/** A key that is equal for two configs only when they are equal. */
export function keyOfConfig(config: unknown): string {
  if (Array.isArray(config)) return `[${config.map(keyOfConfig).join()}]`;
  if (!isJsonObject(config))
    return typeof config === "string" ? JSON.stringify(config) : String(config);
  const entries = Object.entries(config).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${keyOfConfig(value)}`).join()}}`;
}

export function textsIn(value: JsonValue, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, JsonValue]) =>
    textsIn(member, path + toPointer([key])),
  );
}

export function expressionsIn(value: JsonValue): string[] {
  return textsIn(value, "").flatMap(([, text]) =>
    interpolations(text).parts.flatMap((part) =>
      part.kind === "interpolation" ? [part.expression] : [],
    ),
  );
}
