import {
  isJsonObject,
  toPointer,
  type ActionDefinition,
  type Dialect,
  type Edit,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { counterpartOf, ownMember, sectionAt } from "@traffic-policy/policy-language/internal";
import { migrateTexts } from "./migrate-texts.ts";
import type { MigrationNote } from "./migration-note.ts";

/** A policy in another dialect. */
export interface Migration {
  /** The document; nothing when a part of it cannot be migrated. */
  readonly document: JsonObject | undefined;
  /** The same as changes of the text that holds the document: those of each list after those of the one before. */
  readonly edits: readonly (readonly Edit[])[];
  /** The same as what becomes of single parts, wherever they stand afterwards: for code, in which calls write them. */
  readonly parts: MigratedParts;
  readonly notes: readonly MigrationNote[];
}

/** The migration result for the parts of a policy; all paths refer to the document before. */
export interface MigratedParts {
  /** Texts that are others. */
  readonly texts: readonly { readonly path: string; readonly value: JsonValue }[];
  /** Members of configs that have another key, or go away. */
  readonly fields: readonly Edit[];
  /** Actions that stand in another section, before all that was there. */
  readonly moves: readonly { readonly path: string; readonly section: string }[];
}

/** How a policy is migrated. */
export interface MigrationOptions {
  /** The current dialect of the policy. */
  readonly from: Dialect;
  /** The target dialect. */
  readonly to: Dialect;
  readonly protocol: Protocol;
  /** Where what no rule ends goes: the URL of an internal endpoint. A cloud endpoint needs one. */
  readonly forwardTo?: string;
}

/** The parts of a policy of which nothing is migrated: all lists are empty. */
export const noParts: MigratedParts = { texts: [], fields: [], moves: [] };

/**
 * Writes a policy in another dialect. Rules and actions keep their order; an action that exists only later in the
 * exchange moves there, with the conditions of its rule. What has no counterpart is refused or left as it is, each
 * with a note: nothing is dropped without one.
 */
export function migratePolicy(document: JsonObject, options: MigrationOptions): Migration {
  return new PolicyMigration(document, options).run();
}

class PolicyMigration {
  readonly #document: JsonObject;
  readonly #options: MigrationOptions;
  readonly #notes: MigrationNote[] = [];
  /** The edits by what they change, in order of application: no kind invalidates the paths of later kinds. */
  readonly #edits = {
    texts: [] as { readonly path: string; readonly value: JsonValue }[],
    fields: [] as Edit[],
    rules: [] as Edit[],
    sections: [] as Edit[],
  };
  /** The section key in the original document, by the section key after migration. */
  readonly #keys = new Map<string, string>();
  /** The rules by section; rules moved in from an earlier section come first. */
  readonly #rules = new Map<string, JsonValue[]>();
  readonly #moved = new Map<string, JsonValue[]>();
  readonly #moves: { readonly path: string; readonly section: string }[] = [];

  constructor(document: JsonObject, options: MigrationOptions) {
    this.#document = document;
    this.#options = options;
  }

  run(): Migration {
    const { from, to } = this.#options;
    const others: [string, JsonValue][] = [];
    for (const [key, value] of Object.entries(this.#document)) {
      if (value === undefined) continue;
      if (from.sections.has(key)) this.#section(key, value);
      else if (to.sections.has(key)) this.#refuseSecondDialect(key);
      else if (from.moduleKeys?.includes(key) === true) this.#moduleKey(key, value);
      else {
        this.#note("left", [key], `"${key}" is not a key of a policy and is left unchanged.`);
        others.push([key, value]);
      }
    }
    this.#end();
    if (this.#notes.some(({ kind }) => kind === "refused")) {
      return { document: undefined, edits: [], parts: noParts, notes: this.#notes };
    }
    const sections = [...to.sections.keys()].flatMap((name): [string, JsonValue][] => {
      const [rules, moved] = [this.#rules.get(name), this.#moved.get(name)];
      return rules || moved ? [[name, [...(moved ?? []), ...(rules ?? [])]]] : [];
    });
    const { texts, fields } = this.#edits;
    const parts = { texts: [...texts], fields: [...fields], moves: this.#moves };
    this.#insertMoved(new Map(sections));
    return {
      document: Object.fromEntries([...sections, ...others]),
      edits: Object.values(this.#edits),
      parts,
      notes: this.#notes,
    };
  }

  #section(name: string, value: JsonValue): void {
    if (value !== null && !Array.isArray(value)) {
      return this.#note("refused", [name], `"${name}" is not a list of rules.`);
    }
    const rules = (value ?? []) as readonly JsonValue[];
    const target = this.#targetOf(name);
    if (target === undefined) {
      this.#edits.rules.push({ path: toPointer([name]), remove: true });
      for (const [index] of rules.entries()) {
        this.#note(
          "refused",
          [name, index],
          `A rule of ${name} for ${this.#options.protocol} has no counterpart: no phase comes after the connection.`,
          "Remove the rule, or keep the policy on its edge.",
        );
      }
      return;
    }
    if (value === null) this.#edits.rules.push({ path: toPointer([name]), value: [] });
    this.#put(target, []);
    this.#keys.set(target, name);
    this.#edits.sections.push({ path: toPointer([name]), key: target });
    for (const [index, rule] of rules.entries()) this.#rule(rule, [name, index], target);
  }

  #targetOf(name: string): string | undefined {
    const { from, to, protocol } = this.#options;
    return counterpartOf(from.sections.get(name), protocol, to.sections);
  }

  #rule(rule: JsonValue, path: readonly (string | number)[], target: string): void {
    const actions = isJsonObject(rule) ? rule["actions"] : undefined;
    if (!isJsonObject(rule) || !Array.isArray(actions)) {
      this.#note("left", path, "This is not a rule and is left unchanged.");
      return this.#put(target, [rule]);
    }
    const expressions = this.#texts(rule["expressions"], [...path, "expressions"], "expression");
    const written = { ...rule, ...(expressions !== undefined && { expressions }) };
    const kept: JsonValue[] = [];
    const later = new Map<string, JsonValue[]>();
    const gone: Edit[] = [];
    for (const [index, action] of (actions as readonly JsonValue[]).entries()) {
      const at = [...path, "actions", index];
      const { value, section } = this.#action(action, at, target);
      if (section === target) {
        kept.push(value);
        continue;
      }
      gone.push({ path: toPointer(at), remove: true });
      this.#moves.push({ path: toPointer(at), section });
      later.set(section, [...(later.get(section) ?? []), value]);
    }
    if (kept.length > 0 || later.size === 0) {
      this.#put(target, [{ ...written, actions: kept }]);
      this.#edits.rules.push(...gone);
    } else {
      this.#edits.rules.push({ path: toPointer(path), remove: true });
    }
    for (const [section, moved] of later) {
      const list = this.#moved.get(section) ?? [];
      this.#moved.set(section, [...list, { ...written, actions: moved }]);
    }
  }

  #action(
    action: JsonValue,
    path: readonly (string | number)[],
    target: string,
  ): { readonly value: JsonValue; readonly section: string } {
    if (!isJsonObject(action) || typeof action["type"] !== "string") {
      this.#note("left", path, "This is not an action and is left unchanged.");
      return { value: action, section: target };
    }
    const { to, protocol } = this.#options;
    const type = this.#typeOf(action["type"], path);
    const definition = to.actions.get(type);
    if (definition === undefined) {
      this.#note(
        "left",
        path,
        `The action "${type}" is unknown and is left unchanged.`,
        "Check whether the service has it in this phase.",
      );
      return { value: { ...action, type }, section: target };
    }
    const value = { ...action, type, ...this.#configOf(definition, action, path, target) };
    const allowed = definition.sections[protocol];
    if (allowed.includes(target)) return { value, section: target };
    const names = [...to.sections.keys()];
    const after = allowed.find((name) => names.indexOf(name) > names.indexOf(target));
    if (after !== undefined && definition.endsProcessing === "never") {
      this.#note(
        "moved",
        path,
        `"${type}" moves from ${target} to ${after}: its conditions are evaluated there.`,
      );
      return { value, section: after };
    }
    this.#note(
      "left",
      path,
      `"${type}" does not exist in ${target}.`,
      type === "deny"
        ? `Use "custom-response" with the status instead.`
        : "Find another way to do the same.",
    );
    return { value, section: target };
  }

  #typeOf(type: string, path: readonly (string | number)[]): string {
    const { to } = this.#options;
    if (to.actions.has(type)) return type;
    const meant = to.foreignActions?.get(type) ?? type.replaceAll("_", "-");
    if (!to.actions.has(meant)) return type;
    this.#note("changed", [...path, "type"], `"${type}" is now called "${meant}".`);
    this.#edits.texts.push({ path: toPointer([...path, "type"]), value: meant });
    return meant;
  }

  #configOf(
    definition: ActionDefinition,
    { config }: JsonObject,
    path: readonly (string | number)[],
    target: string,
  ): { readonly config?: JsonValue } {
    if (!isJsonObject(config)) return {};
    const { deprecatedFields = {}, fieldSections = {}, interpolated, formats = {} } = definition;
    const fields: [string, JsonValue][] = [];
    const isNginx = config["format"] === "nginx";
    for (const [name, value] of Object.entries(config)) {
      if (value === undefined) continue;
      const at = [...path, "config", name];
      const deprecated = ownMember(deprecatedFields, name);
      const { replacement, unless = [] } = deprecated ?? {};
      if (deprecated !== undefined && replacement === undefined) {
        const isLost = typeof value === "string" && unless.includes(value) && !isNginx;
        if (isLost) fields.push([name, value]);
        else this.#edits.fields.push({ path: toPointer(at), remove: true });
        this.#note(isLost ? "left" : "changed", at, `"${name}" no longer has any effect.`);
        continue;
      }
      if (replacement !== undefined && config[replacement] !== undefined) {
        this.#note("left", at, `"${name}" is now called "${replacement}", which is already set.`);
        fields.push([name, value]);
        continue;
      }
      if (ownMember(fieldSections, name)?.includes(target) === false) {
        this.#note("changed", at, `"${name}" does not exist in ${target}.`);
        this.#edits.fields.push({ path: toPointer(at), remove: true });
        continue;
      }
      if (replacement !== undefined) {
        this.#note("changed", at, `"${name}" is now called "${replacement}".`);
        this.#edits.fields.push({ path: toPointer(at), key: replacement });
      }
      const key = replacement ?? name;
      const kind = interpolated.includes(key)
        ? "interpolation"
        : ownMember(formats, key) === "expression"
          ? "expression"
          : undefined;
      const written = kind === undefined ? value : this.#texts(value, at, kind, isNginx);
      fields.push([key, written ?? value]);
    }
    return { config: Object.fromEntries(fields) };
  }

  #texts(
    value: JsonValue | undefined,
    path: readonly (string | number)[],
    kind: "expression" | "interpolation",
    isNginx = false,
  ): JsonValue | undefined {
    const { from } = this.#options;
    return migrateTexts(value, { kind, isNginx, dialect: from }, (inside, { note, text }) => {
      const at = toPointer([...path, ...inside]);
      if (note !== undefined) this.#notes.push({ ...note, path: at });
      if (text !== undefined) this.#edits.texts.push({ path: at, value: text });
    });
  }

  #moduleKey(key: string, value: JsonValue): void {
    if (value === false) {
      this.#note(
        "refused",
        [key],
        `A policy with "${key}": false is not applied, and an endpoint cannot hold one.`,
        `Drop the policy, or set "${key}" to true.`,
      );
      return;
    }
    this.#note("changed", [key], `"${key}" exists only on edges and is removed.`);
    this.#edits.rules.push({ path: toPointer([key]), remove: true });
  }

  #refuseSecondDialect(key: string): void {
    this.#note(
      "refused",
      [key],
      `"${key}" is already a key of the other dialect.`,
      "Write the policy in one dialect.",
    );
  }

  #end(): void {
    const { forwardTo, protocol, to } = this.#options;
    if (forwardTo === undefined) return;
    const section = sectionAt(protocol === "http" ? "request" : "connect", protocol, to.sections);
    if (section === undefined) return;
    const action = { type: "forward-internal", config: { url: forwardTo } };
    const rules = [{ name: this.#freeName(`Forward to ${forwardTo}`), actions: [action] }];
    this.#put(section, rules);
    const key = this.#keys.get(section);
    this.#edits.rules.push(
      key === undefined
        ? { path: toPointer([section]), value: rules }
        : { path: toPointer([key]), items: rules },
    );
    this.#note("changed", [], `The last rule of ${section} forwards to ${forwardTo}.`);
  }

  #freeName(name: string): string {
    const rules = [...this.#rules.values(), ...this.#moved.values()].flat();
    const names = new Set(rules.map((rule) => (isJsonObject(rule) ? rule["name"] : undefined)));
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name} (${count})`;
    return free;
  }

  /** Inserts moved rules before the others, so the whole list is rewritten. */
  #insertMoved(sections: ReadonlyMap<string, JsonValue>): void {
    for (const section of this.#moved.keys()) {
      const path = toPointer([this.#keys.get(section) ?? section]);
      const { texts, fields, rules } = this.#edits;
      for (const list of [texts, fields, rules] as Edit[][]) {
        const others = list.filter(
          (edit) => edit.path !== path && !edit.path.startsWith(`${path}/`),
        );
        list.splice(0, list.length, ...others);
      }
      this.#edits.rules.push({ path, value: sections.get(section) ?? [] });
    }
  }

  #put(section: string, rules: readonly JsonValue[]): void {
    this.#rules.set(section, [...(this.#rules.get(section) ?? []), ...rules]);
  }

  #note(
    kind: MigrationNote["kind"],
    path: readonly (string | number)[],
    message: string,
    help?: string,
  ): void {
    this.#notes.push({
      kind,
      path: toPointer(path),
      message,
      ...(help !== undefined && { help }),
    });
  }
}
