import { dialectNameOf, sectionNames } from "../dialects.ts";
import { isJsonObject, type JsonValue } from "../json-value.ts";

/** A part of a policy document that no policy has, but that the service may know: `the key "x"`. */
export function unknownPart(document: JsonValue): string | undefined {
  if (!isJsonObject(document)) return "no list of rules";
  const sections = sectionNames[dialectNameOf(document)];
  const lists = sections.map((section) => document[section]).filter(Array.isArray);
  const rules = (lists.flat() as readonly JsonValue[]).filter(isJsonObject);
  const actions = rules.flatMap(({ actions: list }) => (Array.isArray(list) ? list : []));
  const key =
    otherKey([document], sections) ??
    otherKey(rules, ["name", "expressions", "actions"]) ??
    otherKey(actions.filter(isJsonObject), ["type", "config"]);
  return key === undefined ? undefined : `the key ${JSON.stringify(key)}`;
}

function otherKey(objects: readonly object[], known: readonly string[]): string | undefined {
  return objects.flatMap((one) => Object.keys(one)).find((key) => !known.includes(key));
}
