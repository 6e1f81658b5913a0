import {
  isJsonObject,
  type ActionDefinition,
  type Dialect,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { didYouMean, parseType } from "@traffic-policy/policy-language/internal";
import type { PlainValue } from "../expression/plain-value.ts";
import { convertValue, formOfType, isOfType } from "../variables/variable-value.ts";
import type { Results } from "./run.ts";

export type StubResults =
  | { readonly results: Results; readonly problem?: undefined }
  | { readonly problem: { readonly key: string; readonly message: string; readonly help: string } };

/**
 * Converts the results of a stub to the variables that the catalogue has for the action.
 *
 * @param given - by the short name of the result, flat or nested: `identity.email`, or `identity` with an object
 */
export function stubResults(
  { type, results: known = [] }: ActionDefinition,
  given: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): StubResults {
  const types = new Map(known.map((result) => [shortName(result.name), result.type]));
  const names = [...types.keys()].filter((name) => name !== "");
  const all: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(given)) {
    const name = shortName(key);
    const unknown = leavesOf(name, value).find((leaf) =>
      names.every((one) => !`${leaf}.`.startsWith(`${one}.`)),
    );
    if (unknown !== undefined) {
      const help =
        didYouMean(unknown, names) ??
        (names.length === 0 ? "Remove it." : `Its results are ${names.join(", ")}.`);
      return { problem: { key, message: `"${type}" has no result "${unknown}".`, help } };
    }
    put(all, name.split("."), value);
  }
  const found: Record<string, PlainValue> = {};
  for (const { name, type: text } of known) {
    const short = shortName(name);
    const value = at(all, short === "" ? [] : short.split("."));
    if (value === undefined || (short === "" && Object.keys(given).length === 0)) continue;
    const wanted = parseType(text);
    const converted = isOfType(value as PlainValue, wanted, dialect)
      ? (value as PlainValue)
      : convertValue(value, wanted, dialect);
    if (converted === undefined) {
      const message = `The result "${short}" is of the type ${text}.`;
      const key = Object.keys(given).find((one) => isWithin(short, shortName(one)));
      return { problem: { key: key ?? short, message, help: formOfType(wanted, dialect) } };
    }
    found[name] = converted;
  }
  return { results: found };
}

/** Removes the prefix that all results of an action share: `actions.ngrok.oauth.`. */
function shortName(name: string): string {
  return name.replace(/^actions\.[^.]+\.[^.]+(?:\.|$)/, "");
}

function isWithin(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

function leavesOf(name: string, value: unknown): string[] {
  if (!isJsonObject(value as JsonValue) || Object.keys(value as object).length === 0) return [name];
  return Object.entries(value as object).flatMap(([key, item]) => leavesOf(`${name}.${key}`, item));
}

function put(
  object: { [key: string]: unknown },
  [key = "", ...rest]: readonly string[],
  value: unknown,
): void {
  const before = Object.hasOwn(object, key) ? object[key] : undefined;
  if (rest.length > 0) {
    const inner = isJsonObject(before as JsonValue) ? { ...(before as object) } : {};
    put(inner, rest, value);
    object[key] = inner;
  } else if (isJsonObject(before as JsonValue) && isJsonObject(value as JsonValue)) {
    const merged = { ...(before as object) };
    for (const [name, item] of Object.entries(value as object)) put(merged, [name], item);
    object[key] = merged;
  } else object[key] = value;
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    const isThere = typeof found === "object" && found !== null && Object.hasOwn(found, key);
    if (!isThere) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
