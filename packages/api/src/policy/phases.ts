import {
  directionsDialect,
  isJsonObject,
  type Dialect,
  type JsonValue,
} from "@traffic-policy/policy-language";

const names = Object.keys(directionsDialect.foreignSections ?? {});

/**
 * Policies in phases, as far as they are compared and checked here: rule by rule. Nothing is known of
 * their actions, so no two configs that differ are taken for equivalent.
 */
export const phases: Dialect = {
  name: "phases",
  sections: new Map(names.map((name) => [name, { name, description: name, stages: {} }])),
  actions: new Map(),
  namespaces: [],
  records: new Map(),
  functions: new Map(),
};

/** The dialect in which documents are compared: phases, if one of them has any. */
export function dialectFor(...documents: readonly JsonValue[]): Dialect {
  const keys = documents.flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []));
  return keys.some((key) => phases.sections.has(key)) ? phases : directionsDialect;
}
