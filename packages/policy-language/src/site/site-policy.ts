import { getOrAdd } from "../bounded-map.ts";
import type { ActionDefinition } from "../catalogue/action.ts";
import type { Dialect } from "../catalogue/dialect.ts";
import { endingOf } from "../catalogue/ending.ts";
import type { Section } from "../catalogue/section.ts";
import { dialectOf } from "../dialects.ts";
import type { HeldSource } from "../document/holders/held-sources.ts";
import { parseExpression } from "../expression/parse.ts";
import type { Expression } from "../expression/tree.ts";
import { toPointer } from "../json-pointer.ts";
import { isJsonObject, isList, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Site, SiteEndpoint } from "./site.ts";

/** A policy of a site, which several endpoints may share. */
export interface SitePolicy {
  readonly source: HeldSource;
  readonly endpoints: readonly SiteEndpoint[];
  readonly dialect: Dialect;
  /** Its rules that can run, in the order in which they run. */
  readonly rules: readonly SiteRule[];
}

export interface SiteRule {
  readonly section: Section;
  readonly conditions: readonly SiteCondition[];
  /** True when it has no conditions, so that all that comes there meets it. */
  readonly isUnconditional: boolean;
  readonly actions: readonly SiteAction[];
  /** True when nothing goes on behind it, once its conditions are met. */
  readonly ends: boolean;
}

export interface SiteCondition {
  readonly text: string;
  /** JSON Pointer to its text. */
  readonly path: string;
}

export interface SiteAction {
  readonly definition: ActionDefinition | undefined;
  readonly type: string;
  readonly config: JsonObject;
  /** JSON Pointer. */
  readonly path: string;
}

const knownPolicies = new WeakMap<Site, Promise<readonly SitePolicy[]>>();

/** Returns the policies of a site, each once. */
export function policiesOf(site: Site): Promise<readonly SitePolicy[]> {
  return getOrAdd(knownPolicies, site, readPolicies);
}

async function readPolicies({ endpoints }: Site): Promise<readonly SitePolicy[]> {
  const bySource = new Map<HeldSource, SiteEndpoint[]>();
  for (const endpoint of endpoints) {
    const { policy } = endpoint;
    if (policy !== undefined) getOrAdd(bySource, policy, () => []).push(endpoint);
  }
  return Promise.all(
    [...bySource].map(async ([source, own]) => {
      const dialect = await dialectOf(source.document);
      return { source, endpoints: own, dialect, rules: rulesOf(source.document, dialect) };
    }),
  );
}

function rulesOf(document: JsonValue | undefined, dialect: Dialect): readonly SiteRule[] {
  if (!isJsonObject(document)) return [];
  return [...dialect.sections.values()].flatMap((section) => {
    const rules = listIn(document[section.name]).map(([value, index]) =>
      ruleOf(value, section, [section.name, String(index)], dialect),
    );
    const last = rules.findIndex(({ isUnconditional, ends }) => isUnconditional && ends);
    return last === -1 ? rules : rules.slice(0, last + 1);
  });
}

function ruleOf(
  value: JsonObject,
  section: Section,
  path: readonly string[],
  dialect: Dialect,
): SiteRule {
  const { expressions } = value;
  const texts = isList(expressions) ? expressions : [];
  const conditions = texts.flatMap((text, index): SiteCondition[] =>
    typeof text === "string" ? [{ text, path: toPointer([...path, "expressions", index]) }] : [],
  );
  const actions = listIn(value["actions"]).map(([action, index]): SiteAction => {
    const type = typeof action["type"] === "string" ? action["type"] : "";
    const config = isJsonObject(action["config"]) ? action["config"] : {};
    const definition = dialect.actions.get(type);
    return { type, config, definition, path: toPointer([...path, "actions", index]) };
  });
  const last = actions.findIndex(endsAlways);
  return {
    section,
    conditions,
    isUnconditional: texts.length === 0,
    actions: last === -1 ? actions : actions.slice(0, last + 1),
    ends: last !== -1,
  };
}

function endsAlways({ definition, config }: SiteAction): boolean {
  return definition !== undefined && endingOf(definition, (name) => config[name]) === "always";
}

function listIn(value: JsonValue | undefined): (readonly [JsonObject, number])[] {
  if (!isList(value)) return [];
  return value.flatMap((item, index) => (isJsonObject(item) ? [[item, index] as const] : []));
}

/** Parses an expression; undefined for a text that lint reports. */
export function treeOf(text: string): Expression | undefined {
  const result = parseExpression(text);
  return result.ok ? result.tree : undefined;
}
