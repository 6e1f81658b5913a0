import { dirname, relative, sep } from "node:path";
import { builderModules } from "@traffic-policy/policy-builder/code";
import {
  compare,
  counterpartOf,
  fromPointer,
  isJsonObject,
  protocols,
  sectionAt,
  toPointer,
  valueAt,
  type ActionDefinition,
  type Dialect,
  type Edit,
  type JsonObject,
  type JsonValue,
  type Position,
  type Protocol,
} from "@traffic-policy/policy-language";
import type { CallExpression, Node } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import { CannotChange, type TextChange } from "../edit/text-change.ts";
import { removal } from "../edit/value-changes.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import { loadPolicies } from "../policies/load-policy.ts";
import type { LoadedPolicy, LoadOptions } from "../policies/loaded-policy.ts";
import { isFunction } from "../source/scopes.ts";
import { camelCase, keyOf, positionIn, unwrapped } from "../source/source-code.ts";
import { BuilderNames, memberName } from "./builder-names.ts";
import { CodeChanges } from "./code-changes.ts";
import { ImportedNames } from "./imported-names.ts";
import {
  importedNames,
  PolicyModules,
  propertiesOf,
  returnedBy,
  type PolicyModule,
  type Written,
} from "./modules.ts";
import { addedRule } from "./added-rule.ts";
import { moveRules } from "./moved-rules.ts";
import { literalTypesIn, restrictionType } from "./restriction-types.ts";
import { difference, templateChanges, textChangesIn, type ChangedPart } from "./written-texts.ts";

/** A policy that a module exports, and what is to become of it. */
export interface PolicyToMigrate {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** What it is to be afterwards. */
  readonly document: JsonObject;
  /** What becomes of its parts, by their paths before. */
  readonly parts: {
    readonly texts: readonly { readonly path: string; readonly value: JsonValue }[];
    readonly fields: readonly Edit[];
    readonly moves: readonly { readonly path: string; readonly section: string }[];
  };
  /** Where its last rule forwards to, which it does not have yet. */
  readonly forwardTo?: string;
}

/** A module, with all policies that it exports, in their order. */
export interface ModuleToMigrate {
  /** Absolute path. */
  readonly file: string;
  readonly policies: readonly PolicyToMigrate[];
  /** How its policies were loaded. */
  readonly loading: LoadOptions;
}

/** How modules are migrated. */
export interface CodeMigrationOptions {
  readonly files: Files;
  readonly from: Dialect;
  readonly to: Dialect;
  /** What changes in an expression, or in a config string. */
  readonly textChanges: (
    text: string,
    kind: "expression" | "interpolation",
  ) => readonly ChangedPart[];
  /** Where a module is written; in its own place when left out. */
  readonly placeOf?: (file: string) => string;
}

/** A part of a module that is not as it should be. */
export interface CodeFinding {
  /** Absolute path. */
  readonly file: string;
  readonly start: Position;
  /** What is so, in a sentence. */
  readonly message: string;
}

/** What became of modules. */
export interface MigratedCode {
  /**
   * - `exact`: they build just what they should.
   * - `different`: they build something else, which may do the same.
   * - `failed`: they do not build policies any more.
   */
  readonly state: "exact" | "different" | "failed";
  /** The texts of those that change, by where they are written. */
  readonly texts: ReadonlyMap<string, string>;
  /** The modules that are not those that were asked for, and change with them; where they are now. */
  readonly shared: readonly string[];
  /** For each module, what its policies are afterwards; nothing when it failed. */
  readonly built: readonly (readonly LoadedPolicy[])[];
  /** What could not be changed, or was not. */
  readonly findings: readonly CodeFinding[];
  /** Why they build no policies. */
  readonly error?: ExplainedError;
}

/**
 * Migrates modules that build policies, as code: their imports, the calls of the builder, and the texts that these are
 * given. Whatever else is in them stays, and so do all comments. What is written once changes once, also in the modules
 * that they import. Then they are run: it is told whether they build exactly what they should. Nothing is written.
 */
export async function migrateCode(
  modules: readonly ModuleToMigrate[],
  options: CodeMigrationOptions,
): Promise<MigratedCode> {
  let best: MigratedCode | undefined;
  for (const effort of efforts) {
    const migration = new CodeMigration(modules, options, effort);
    const result = await migration.run();
    if (result.state === "exact") return result;
    if (best === undefined || (best.state === "failed" && result.state !== "failed")) best = result;
    else if (result.state === best.state && result.findings.length < best.findings.length) {
      best = result;
    }
  }
  return best as MigratedCode;
}

/** The user's files that a module imports, directly or not, and itself; absolute paths. */
export function modulesReachedFrom(file: string, files: Files): ReadonlySet<string> {
  return new PolicyModules([file], files).reachedFrom(file);
}

/** What is changed although only the result shows that it is right. */
interface Effort {
  /** Strings that are exactly what a policy has somewhere, wherever they are written. */
  readonly strings: boolean;
  /** Calls such as `.inbound()` of something that may be a policy. */
  readonly likelyPolicies: boolean;
}

const efforts: readonly Effort[] = [
  { strings: false, likelyPolicies: false },
  { strings: true, likelyPolicies: false },
  { strings: true, likelyPolicies: true },
];

class CodeMigration {
  readonly #given: readonly ModuleToMigrate[];
  readonly #options: CodeMigrationOptions;
  readonly #effort: Effort;
  readonly #modules: PolicyModules;
  readonly #names: BuilderNames;
  readonly #changes = new CodeChanges();
  readonly #imports: ImportedNames;
  readonly #findings: CodeFinding[] = [];
  /** Calls that add rules to a policy, with the name of the section before. */
  readonly #sectionCalls = new Map<CallExpression, { module: PolicyModule; name: string }>();

  constructor(given: readonly ModuleToMigrate[], options: CodeMigrationOptions, effort: Effort) {
    this.#given = given;
    this.#options = options;
    this.#effort = effort;
    this.#modules = new PolicyModules(
      given.map(({ file }) => file),
      options.files,
    );
    this.#names = new BuilderNames(this.#modules);
    this.#imports = new ImportedNames(this.#changes, this.#names);
  }

  async run(): Promise<MigratedCode> {
    for (const module of this.#modules.all) {
      this.#builderImports(module);
      this.#variables(module);
      for (const node of module.code.nodes) this.#node({ module, node });
    }
    for (const policy of this.#policies()) {
      if (policy.loaded.builtAt?.("") === undefined) this.#plainDocument(policy);
      else this.#fields(policy);
    }
    if (this.#effort.strings) this.#strings();
    const { from, to } = this.#options;
    this.#findings.push(
      ...moveRules(this.#policies(), {
        modules: this.#modules,
        sectionCalls: this.#sectionCalls,
        changes: this.#changes,
        from,
        to,
      }),
    );
    for (const { file, policies } of this.#given) {
      const forwarding = policies.find(({ forwardTo }) => forwardTo !== undefined);
      if (forwarding !== undefined) this.#forward(file, forwarding);
    }
    this.#imports.write();
    return this.#verified();
  }

  *#policies(): Iterable<PolicyToMigrate & { readonly module: ModuleToMigrate }> {
    for (const module of this.#given) {
      for (const policy of module.policies) yield { ...policy, module };
    }
  }

  #add(module: PolicyModule, changes: readonly TextChange[]): void {
    for (const change of changes) {
      if (this.#changes.add(module, change)) continue;
      this.#find({ module, at: change.start }, "It would have to change in two ways at once.");
    }
  }

  /** Makes changes where they are certain, and says where not. */
  #try(place: { module: PolicyModule; node: Node }, make: () => readonly TextChange[]): void {
    try {
      this.#add(place.module, make());
    } catch (error) {
      if (!(error instanceof CannotChange)) throw error;
      this.#find(
        { module: place.module, at: place.node.start },
        `It is not changed: ${error.reason}.`,
      );
    }
  }

  #find({ module, at }: { module: PolicyModule; at: number }, message: string): void {
    this.#findings.push({ file: module.file, start: positionIn(module.code.text, at), message });
  }

  #builderImports(module: PolicyModule): void {
    for (const { value, node } of importedNames(module.code)) {
      if (value !== builderModules.directions) continue;
      const name = LiteralText.of(module.code, node);
      if (name !== undefined) this.#add(module, [name.replace(builderModules.phases)]);
    }
  }

  /** Variables that have another name: `req.Path` becomes `req.url.path`. */
  #variables(module: PolicyModule): void {
    const { from } = this.#options;
    const namespaces = new Set(from.namespaces.map(({ name }) => name));
    for (const declaration of module.scopes.ofModule.values()) {
      if (declaration.kind !== "import") continue;
      const imported = this.#names.imported(module, declaration);
      if (imported === undefined || (imported !== "*" && !namespaces.has(imported))) continue;
      for (const use of module.scopes.usesOf(declaration)) {
        const whole = this.#renamed({ module, node: use }, imported === "*" ? [] : [imported]);
        if (whole === undefined) continue;
        if (module.code.hasComment(use.start, whole.node.end)) {
          this.#find(
            { module, at: use.start },
            `A comment is in the middle of its name, which is ${whole.name} today.`,
          );
          continue;
        }
        const [namespace = "", ...rest] = whole.name.split(".").map(camelCase);
        const root =
          imported === "*"
            ? `${declaration.name}.${namespace}`
            : imported === namespace
              ? declaration.name
              : this.#imports.nameFor(module, namespace);
        if (imported !== "*" && imported !== namespace) this.#imports.replaced(module, declaration);
        this.#add(module, [
          { start: use.start, end: whole.node.end, text: [root, ...rest].join(".") },
        ]);
      }
    }
  }

  /** The longest chain of members that is a variable with another name today. */
  #renamed(
    { module, node }: Written,
    path: readonly string[],
  ): { readonly node: Node; readonly name: string } | undefined {
    const renamed = renamedVariables(this.#options.from);
    let found: { node: Node; name: string } | undefined;
    const names = [...path];
    for (let part = node; ;) {
      const around = module.code.parentOf(part);
      if (around?.type !== "MemberExpression" || around.object !== part) return found;
      const member = memberName(around);
      if (member === undefined) return found;
      names.push(member);
      const name = renamed.get(names.join("."));
      if (name !== undefined) found = { node: around, name };
      part = around;
    }
  }

  #node({ module, node }: Written): void {
    if (node.type === "TaggedTemplateExpression") this.#template({ module, node });
    else if (node.type === "TSTypeReference") this.#restriction({ module, node });
    else if (node.type === "CallExpression") this.#call(module, node);
  }

  #template({ module, node }: Written): void {
    if (node.type !== "TaggedTemplateExpression") return;
    const tag = unwrapped<Node>(node.tag);
    // Of `cel.as("int")` the member is called.
    const as = tag.type === "CallExpression" ? unwrapped<Node>(tag.callee) : undefined;
    const name =
      as?.type === "MemberExpression"
        ? this.#names.of({ module, node: as.object })
        : this.#names.of({ module, node: tag });
    if (name !== "cel") return;
    const { textChanges } = this.#options;
    this.#try({ module, node }, () =>
      templateChanges(module.code, node.quasi, "raw", (text) => textChanges(text, "expression")),
    );
  }

  #restriction({ module, node }: Written): void {
    if (node.type !== "TSTypeReference" || node.typeArguments === null) return;
    const { typeName, typeArguments } = node;
    if (
      typeArguments === undefined ||
      this.#names.of({ module, node: typeName as Node }) === undefined
    )
      return;
    for (const literal of literalTypesIn(typeArguments)) {
      const { from, to } = this.#options;
      const type = restrictionType(literal.value, from, to);
      if (type === undefined) continue;
      const allowed = this.#imports.nameFor(module, "Allowed", true);
      this.#add(module, [{ start: literal.start, end: literal.end, text: type(allowed) }]);
    }
  }

  #call(module: PolicyModule, call: CallExpression): void {
    const { from } = this.#options;
    const name = this.#names.of({ module, node: call.callee });
    if (name === "action") return this.#anyAction(module, call);
    const definition = name === undefined ? undefined : actionCalled(name, from);
    if (definition !== undefined) {
      return this.#config({ module, node: call }, definition.type, call.arguments[0]);
    }
    const callee = unwrapped<Node>(call.callee);
    const method = memberName(callee);
    if (callee.type !== "MemberExpression" || method === undefined) return;
    const [first] = call.arguments;
    if (method === "text" && this.#names.of({ module, node: callee.object }) === "cel") {
      for (const written of first === undefined
        ? []
        : this.#modules.sourcesOf({ module, node: first })) {
        this.#try(written, () => this.#textsIn(written, "expression"));
      }
    }
    const section = [...from.sections.keys()].find((one) => camelCase(one) === method);
    if (section !== undefined) this.#sectionCall(module, call, section);
    else if (method === "set") this.#set(module, call);
  }

  #textsIn(written: Written, kind: "expression" | "interpolation"): TextChange[] {
    const { textChanges } = this.#options;
    return textChangesIn(written.module.code, written.node, (text) => textChanges(text, kind));
  }

  /** `action("type", {…})`, whose config is as it is in the document. */
  #anyAction(module: PolicyModule, call: CallExpression): void {
    const { to } = this.#options;
    const [first, config] = call.arguments;
    const type = first && LiteralText.of(module.code, first);
    if (first === undefined || type === undefined) return;
    const meant = to.actions.has(type.value)
      ? type.value
      : (to.foreignActions?.get(type.value) ?? type.value.replaceAll("_", "-"));
    if (!to.actions.has(meant)) return;
    if (meant !== type.value) this.#add(module, [type.replace(meant)]);
    this.#config({ module, node: call }, meant, config);
  }

  /** The members of a config that are called otherwise or have no effect any more, and the texts in the others. */
  #config({ module }: Written, type: string, config: Node | undefined): void {
    const definition = this.#options.to.actions.get(type);
    if (definition === undefined || config === undefined) return;
    const { deprecatedFields = {}, interpolated, formats = {} } = definition;
    for (const { key, ...member } of propertiesOf(this.#modules, { module, node: config })) {
      const fields = [
        ...Object.keys(definition.config.properties),
        ...Object.keys(deprecatedFields),
      ];
      const field = fields.find((name) => name === key || camelCase(name) === key);
      if (field === undefined || member.property.type !== "Property") continue;
      const { replacement, unless = [] } = deprecatedFields[field] ?? {};
      const values = this.#modules.sourcesOf({
        module: member.module,
        node: member.property.value,
      });
      const today = replacement ?? field;
      if (replacement !== undefined) {
        this.#field(member, key === field ? replacement : camelCase(replacement));
      } else if (field in deprecatedFields) {
        const isPlain = values.every(
          ({ node }) => node.type === "Literal" && !unless.includes(String(node.value)),
        );
        // What a format means for the texts beside it is known where the policy has it.
        if (isPlain) this.#field(member, undefined);
        continue;
      }
      const kind = interpolated.includes(today)
        ? "interpolation"
        : formats[today] === "expression"
          ? "expression"
          : undefined;
      if (kind === undefined) continue;
      for (const value of values) this.#try(value, () => this.#textsIn(value, kind));
    }
  }

  /** Gives a member of an object another key; without one, takes it away. */
  #field(
    { module, object, property }: { module: PolicyModule; object: Node; property: Node },
    key: string | undefined,
  ): void {
    if (property.type !== "Property" || object.type !== "ObjectExpression") return;
    const { code } = module;
    this.#try({ module, node: property }, () => {
      if (key !== undefined) {
        if (keyOf(property) === key) return [];
        if (property.shorthand) {
          return [{ start: property.start, end: property.start, text: `${key}: ` }];
        }
        const literal = LiteralText.of(code, property.key);
        const { start, end } = property.key;
        return [literal?.replace(key) ?? { start, end, text: key }];
      }
      const index = object.properties.findIndex((one) => one === property);
      try {
        return [removal(code, object.properties, index)];
      } catch (error) {
        if (!(error instanceof CannotChange)) throw error;
        // The comments around it stay.
        const { start, end } = property;
        if (code.hasComment(start, end)) throw error;
        const comma = /^\s*,/.exec(code.text.slice(end))?.[0].length ?? 0;
        return [{ start, end: end + comma, text: "" }];
      }
    });
  }

  #sectionCall(module: PolicyModule, call: CallExpression, name: string): void {
    const { from, to } = this.#options;
    const callee = unwrapped<Node>(call.callee);
    if (callee.type !== "MemberExpression") return;
    const of = this.#policyOf({ module, node: callee.object });
    const isUsed = module.code.nodes.length > 0 && this.#usesBuilder(module);
    if (of === undefined && !(this.#effort.likelyPolicies && isUsed)) {
      if (isUsed)
        this.#find(
          { module, at: callee.property.start },
          `It is not known whether this is "${name}" of a policy.`,
        );
      return;
    }
    this.#sectionCalls.set(call, { module, name });
    const known = of?.protocols ?? [];
    const own = known.length > 0 ? known : this.#protocolsOf(module);
    const section = from.sections.get(name);
    const targets = [
      ...new Set(own.map((protocol) => counterpartOf(section, protocol, to.sections))),
    ];
    const [target, ...others] = targets;
    if (others.length > 0) {
      this.#find(
        { module, at: callee.property.start },
        `Policies for ${own.join(" and ")} use it, whose rules come to different sections.`,
      );
    } else if (target !== undefined) {
      const { start, end } = callee.property;
      const text = callee.computed ? JSON.stringify(camelCase(target)) : camelCase(target);
      this.#add(module, [{ start, end, text }]);
    } else if (call.arguments.length === 0) {
      this.#add(module, [{ start: callee.object.end, end: call.end, text: "" }]);
    }
  }

  #usesBuilder(module: PolicyModule): boolean {
    return importedNames(module.code).some(({ value }) => value === builderModules.directions);
  }

  /** Whether something is certainly a policy, and the protocols that the calls of `policy` for it name. */
  #policyOf(
    value: Written,
    seen: Set<Node> = new Set(),
  ): { readonly protocols: readonly Protocol[] } | undefined {
    let found: { protocols: Protocol[] } | undefined;
    for (const { module, node } of this.#modules.sourcesOf(value)) {
      if (seen.has(node)) continue;
      seen.add(node);
      if (node.type === "Identifier") {
        const declaration = module.scopes.declarationOf(node);
        if (declaration?.kind === "parameter" && this.#isTypedPolicy(module, declaration.node)) {
          found ??= { protocols: [] };
        }
      }
      if (node.type !== "CallExpression") continue;
      if (this.#names.of({ module, node: node.callee }) === "policy") {
        found ??= { protocols: [] };
        found.protocols.push(...protocolIn(this.#modules, module, node));
        continue;
      }
      const callee = unwrapped<Node>(node.callee);
      if (callee.type !== "MemberExpression") continue;
      const below = this.#policyOf({ module, node: callee.object }, seen);
      if (below !== undefined)
        found = { protocols: [...(found?.protocols ?? []), ...below.protocols] };
    }
    return found;
  }

  #isTypedPolicy(module: PolicyModule, parameter: Node): boolean {
    if (parameter.type !== "Identifier" || !parameter.typeAnnotation) return false;
    const { typeAnnotation } = parameter.typeAnnotation;
    return (
      typeAnnotation.type === "TSTypeReference" &&
      this.#names.of({ module, node: typeAnnotation.typeName as Node }) === "PolicyBuilder"
    );
  }

  /** What the policies are for that a module is a part of. */
  #protocolsOf(module: PolicyModule): Protocol[] {
    const all = this.#given.flatMap(({ file, policies }) =>
      this.#modules.reachedFrom(file).has(module.file)
        ? policies.map(({ protocol }) => protocol)
        : [],
    );
    return [...new Set(all)];
  }

  /** `.set("enabled", true)`, which is left out, and `.set("inbound", […])`, which has another key. */
  #set(module: PolicyModule, call: CallExpression): void {
    const { from, to } = this.#options;
    const callee = unwrapped<Node>(call.callee);
    const [first, value] = call.arguments;
    if (callee.type !== "MemberExpression" || first === undefined) return;
    const key = LiteralText.of(module.code, first);
    if (key === undefined) return;
    const isKey = from.moduleKeys?.includes(key.value) === true;
    if (!isKey && !from.sections.has(key.value)) return;
    const of = this.#policyOf({ module, node: callee.object });
    if (of === undefined) return;
    if (isKey) {
      if (value?.type !== "Literal" || value.value !== true) return;
      if (module.code.hasComment(callee.object.end, call.end)) {
        this.#find({ module, at: first.start }, "It is not taken away: a comment could be lost.");
      } else {
        this.#add(module, [{ start: callee.object.end, end: call.end, text: "" }]);
      }
      return;
    }
    const [protocol] = of.protocols.length > 0 ? of.protocols : this.#protocolsOf(module);
    const target = protocol && counterpartOf(from.sections.get(key.value), protocol, to.sections);
    if (target !== undefined) this.#add(module, [key.replace(target)]);
  }

  /** The members of configs that the document has otherwise afterwards, where calls build them. */
  #fields({ loaded, parts }: PolicyToMigrate): void {
    for (const edit of parts.fields) {
      const part = loaded.builtAt?.(edit.path);
      const module = part && this.#modules.at(part.file);
      const call = part && module?.code.callAt(part.start);
      const [field, ...deeper] = fromPointer(edit.path.slice(`${part?.path}/config`.length));
      if (module === undefined || call?.type !== "CallExpression" || field === undefined) continue;
      if (deeper.length > 0) continue;
      const isAny = this.#names.of({ module, node: call.callee }) === "action";
      const config = call.arguments[isAny ? 1 : 0];
      if (config === undefined) continue;
      for (const { key, ...member } of propertiesOf(this.#modules, { module, node: config })) {
        if (key !== field && key !== camelCase(field)) continue;
        if ("remove" in edit) this.#field(member, undefined);
        else if ("key" in edit) {
          this.#field(member, key === field ? edit.key : camelCase(edit.key));
        }
      }
    }
  }

  /** A policy that is written as its document is. */
  #plainDocument({
    loaded,
    parts,
    protocol,
    module: { file },
  }: PolicyToMigrate & { readonly module: ModuleToMigrate }): void {
    const { from, to } = this.#options;
    const module = this.#modules.at(file);
    const node = module?.code.defaultExport;
    if (module === undefined || node === undefined || !loaded.isDefault) return;
    const roots = this.#modules.sourcesOf({ module, node });
    const at = (path: readonly string[]): Written[] =>
      path.reduce<Written[]>(
        (around, key) => around.flatMap((one) => below(this.#modules, one, key)),
        roots,
      );
    for (const { key, ...member } of roots.flatMap((root) => propertiesOf(this.#modules, root))) {
      const section = from.sections.get(key);
      const target = counterpartOf(section, protocol, to.sections);
      if (from.moduleKeys?.includes(key) === true) this.#field(member, undefined);
      else if (section !== undefined) this.#field(member, target);
    }
    for (const edit of parts.fields) {
      const keys = fromPointer(edit.path);
      for (const around of at(keys.slice(0, -1))) {
        const members = propertiesOf(this.#modules, around).filter(
          ({ key }) => key === keys.at(-1),
        );
        for (const member of members) {
          if ("remove" in edit) this.#field(member, undefined);
          else if ("key" in edit) this.#field(member, edit.key);
        }
      }
    }
    for (const { path, value } of parts.texts) {
      const before = valueAt(loaded.source.document ?? null, path);
      for (const written of at(fromPointer(path))) {
        if (typeof value !== "string" || typeof before !== "string") continue;
        this.#try(written, () => literalOf(written, before, value));
      }
    }
  }

  /** Strings that are exactly a text of a policy, wherever they come from: a list, a loop, a function. */
  #strings(): void {
    const after = new Map<string, string | undefined>();
    for (const { loaded, parts } of this.#policies()) {
      for (const { path, value } of parts.texts) {
        const before = valueAt(loaded.source.document ?? null, path);
        if (typeof before !== "string" || typeof value !== "string") continue;
        after.set(before, (after.get(before) ?? value) === value ? value : undefined);
      }
    }
    for (const module of this.#modules.all) {
      for (const node of module.code.nodes) {
        const around = module.code.parentOf(node);
        if (around?.type === "TaggedTemplateExpression" || node.type === "ParenthesizedExpression")
          continue;
        const literal =
          node.type === "Literal" || node.type === "TemplateLiteral"
            ? LiteralText.of(module.code, node)
            : undefined;
        const value = literal && after.get(literal.value);
        if (literal === undefined || value === undefined || this.#changes.isChanged(module, node))
          continue;
        this.#try({ module, node }, () => literalOf({ module, node }, literal.value, value));
      }
    }
  }

  /** Adds the rule that forwards behind all others of the policy that a module exports. */
  #forward(file: string, { forwardTo = "", protocol, loaded }: PolicyToMigrate): void {
    const { from, to } = this.#options;
    const module = this.#modules.at(file);
    const node = module?.code.defaultExport;
    const stage = protocol === "http" ? "request" : "connect";
    const section = sectionAt(stage, protocol, to.sections);
    const before = sectionAt(stage, protocol, from.sections);
    if (module === undefined || section === undefined) return;
    if (node === undefined || loaded.builtAt?.("") === undefined) {
      this.#find(
        { module, at: node?.start ?? 0 },
        "The rule that forwards is not added: the policy is not exported by an expression of the builder.",
      );
      return;
    }
    const made = isFunction(unwrapped(node))
      ? (returnedBy({ module, node }) ?? [])
      : [{ module, node }];
    for (const written of made) {
      this.#try(written, () => {
        const [rule, forward] = ["rule", "forwardInternal"].map((name) =>
          this.#imports.nameFor(module, name),
        );
        const text = `${rule}().do(${forward}({ url: ${JSON.stringify(forwardTo)} }))`;
        return addedRule(written, text, {
          method: camelCase(section),
          isSection: (call) =>
            this.#sectionCalls.get(call)?.name === before &&
            !call.arguments.some((one) => this.#changes.isRemoved(module, one)),
        });
      });
    }
  }

  async #verified(): Promise<MigratedCode> {
    const { files, to, placeOf = (file) => file } = this.#options;
    const changing = this.#changing();
    const places = new Map([...changing].map((module) => [module, placeOf(module.file)]));
    for (const [module, place] of places) this.#rebase(module, place, places);
    const texts = new Map(
      [...places].map(([module, place]) => [place, this.#changes.textOf(module)]),
    );
    const entries = new Map(this.#given.map(({ file }) => [this.#modules.at(file), file]));
    const shared = [...places].flatMap(([module, place]) => (entries.has(module) ? [] : [place]));
    const before = new Map([...texts.keys()].map((file) => [file, files.given(file)]));
    for (const [file, text] of texts) files.give(file, text);
    try {
      const built: LoadedPolicy[][] = [];
      let isExact = true;
      const findings = [...this.#findings];
      for (const { file, policies, loading } of this.#given) {
        const module = this.#modules.at(file);
        const place = (module && places.get(module)) ?? file;
        const loaded = await loadPolicies(place, files, loading);
        built.push(loaded);
        for (const [index, { document }] of policies.entries()) {
          const now = loaded[index]?.source.document;
          if (now !== undefined && compare(document, now, to).state !== "different") continue;
          isExact = false;
          findings.push(...this.#differences(loaded[index], document, places));
        }
        if (loaded.length !== policies.length) isExact = false;
      }
      if (isExact) return { state: "exact", texts, shared, built, findings };
      return { state: "different", texts, shared, built, findings: distinct(findings) };
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      return {
        state: "failed",
        texts,
        shared,
        built: [],
        findings: distinct(this.#findings),
        error,
      };
    } finally {
      for (const [file, text] of before) {
        const stored = text ?? (files.exists(file) ? this.#modules.at(file)?.code.text : undefined);
        if (stored !== undefined) files.give(file, stored);
      }
    }
  }

  /** The modules that change, and those that stand elsewhere because of one of them. */
  #changing(): ReadonlySet<PolicyModule> {
    const changing = new Set(this.#changes.modules);
    for (const { file } of this.#given) {
      const module = this.#modules.at(file);
      if (module !== undefined) changing.add(module);
    }
    const { placeOf } = this.#options;
    if (placeOf === undefined) return changing;
    const files = [...changing].map(({ file }) => file);
    for (const module of this.#modules.all) {
      const reached = this.#modules.reachedFrom(module.file);
      if (files.some((file) => reached.has(file))) changing.add(module);
    }
    return changing;
  }

  /** Lets the imports of a module mean what they meant, from where it is written. */
  #rebase(module: PolicyModule, place: string, places: ReadonlyMap<PolicyModule, string>): void {
    for (const { value, node } of importedNames(module.code)) {
      const file = this.#modules.fileOf(value, module.file);
      const name = LiteralText.of(module.code, node);
      if (file === undefined || name === undefined) continue;
      const imported = this.#modules.at(file);
      const meant = (imported && places.get(imported)) ?? file;
      if (meant === file && place === module.file) continue;
      const path = relative(dirname(place), meant).replaceAll(sep, "/");
      const dotted = path.startsWith(".") ? path : `./${path}`;
      const ending = /\.m?js$/.exec(value)?.[0];
      this.#add(module, [
        name.replace(ending === undefined ? dotted : dotted.replace(/\.m?ts$/, ending)),
      ]);
    }
  }

  /** Where a policy that was built is another one. */
  #differences(
    built: LoadedPolicy | undefined,
    wanted: JsonObject,
    places: ReadonlyMap<PolicyModule, string>,
  ): CodeFinding[] {
    if (built === undefined) return [];
    const { files } = this.#options;
    return differing(built.source.document, wanted, []).flatMap(({ path, now, meant }) => {
      const place = built.builtAt?.(toPointer(path));
      const found =
        place && [...places].find(([, at]) => files.nameOf(at) === files.nameOf(place.file));
      if (place === undefined || found === undefined) return [];
      const [module] = found;
      const text = this.#changes.textOf(module);
      const lines = text.split("\n").slice(0, place.start.line - 1);
      const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + place.start.column - 1;
      const start = positionIn(module.code.text, this.#changes.offsetBefore(module, offset));
      const message =
        typeof now === "string" && typeof meant === "string"
          ? `"${now}" would be "${meant}".`
          : "It does not become what the policy should have here.";
      return [{ file: module.file, start, message }];
    });
  }
}

/** The variables with another name, by what the builder calls them. */
function renamedVariables({ namespaces }: Dialect): ReadonlyMap<string, string> {
  return new Map(
    namespaces.flatMap(({ variables }) =>
      variables.flatMap(({ name, renamedTo, unsure, type }): [string, string][] =>
        renamedTo === undefined || unsure !== undefined || type.includes("dyn")
          ? []
          : [[name.split(".").map(camelCase).join("."), renamedTo]],
      ),
    ),
  );
}

/** The action that a function of the builder makes. */
function actionCalled(name: string, { actions }: Dialect): ActionDefinition | undefined {
  return [...actions.values()].find(({ type }) => camelCase(type) === name);
}

/** The protocol that a call of `policy` names. */
function protocolIn(
  modules: PolicyModules,
  module: PolicyModule,
  call: CallExpression,
): Protocol[] {
  const [options] = call.arguments;
  if (options === undefined) return [];
  return propertiesOf(modules, { module, node: options }).flatMap(({ key, property, ...of }) => {
    if (key !== "protocol" || property.type !== "Property") return [];
    const values = modules.sourcesOf({ module: of.module, node: property.value });
    return protocols.filter((protocol) =>
      values.some(({ node }) => node.type === "Literal" && node.value === protocol),
    );
  });
}

/** The value of a member or an item that is written out. */
function below(modules: PolicyModules, around: Written, key: string): Written[] {
  return modules.sourcesOf(around).flatMap((value): Written[] => {
    const { module, node } = value;
    if (node.type === "ArrayExpression") {
      const item = node.elements[Number(key)];
      const isSure = node.elements
        .slice(0, Number(key) + 1)
        .every((one) => one?.type !== "SpreadElement");
      return item && isSure ? modules.sourcesOf({ module, node: item as Node }) : [];
    }
    return propertiesOf(modules, value).flatMap((member) =>
      member.key === key && member.property.type === "Property"
        ? modules.sourcesOf({ module: member.module, node: member.property.value })
        : [],
    );
  });
}

/** The change of a literal that had one text, to have another one. */
function literalOf({ module, node }: Written, before: string, after: string): TextChange[] {
  const literal = LiteralText.of(module.code, node);
  if (literal?.value !== before) return [];
  const { span, text } = difference(before, after);
  return [literal.splice(span, text)];
}

interface Difference {
  readonly path: readonly (string | number)[];
  readonly now: JsonValue | undefined;
  readonly meant: JsonValue | undefined;
}

/** The innermost parts that two values do not have in common. */
function differing(
  now: JsonValue | undefined,
  meant: JsonValue | undefined,
  path: readonly (string | number)[],
): Difference[] {
  const isBoth = (test: (value: JsonValue | undefined) => boolean): boolean =>
    test(now) && test(meant);
  if (isBoth(Array.isArray)) {
    const [some, others] = [now, meant] as [readonly JsonValue[], readonly JsonValue[]];
    if (some.length !== others.length) return [{ path, now, meant }];
    return some.flatMap((item, index) => differing(item, others[index], [...path, index]));
  }
  if (isJsonObject(now) && isJsonObject(meant)) {
    const keys = new Set([...Object.keys(now), ...Object.keys(meant)]);
    return [...keys].flatMap((key) => differing(now[key], meant[key], [...path, key]));
  }
  return JSON.stringify(now) === JSON.stringify(meant) ? [] : [{ path, now, meant }];
}

function distinct(findings: readonly CodeFinding[]): CodeFinding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}
