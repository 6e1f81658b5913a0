import { builderModules } from "@traffic-policy/policy-builder/code";
import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { camelCase, sectionAt, valueAt } from "@traffic-policy/policy-language/internal";
import type { CallExpression, Node } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import type { Files } from "../files/files.ts";
import { unwrapped } from "../source/source-code.ts";
import { addedRule } from "./added-rule.ts";
import { BuilderNames, memberName } from "./builder-names.ts";
import { BuiltModules } from "./built-modules.ts";
import type {
  CodeMigrationOptions,
  MigratedCode,
  ModuleToMigrate,
  PolicyToMigrate,
} from "./code-migration.ts";
import { CodeChanges } from "./code-changes.ts";
import { ImportedNames } from "./imported-names.ts";
import type { MigrationWork } from "./migration-work.ts";
import {
  exportedBy,
  importedNames,
  PolicyModules,
  type PolicyModule,
  type Written,
} from "./modules.ts";
import { moveRules } from "./moved-rules.ts";
import { changePlainDocument } from "./plain-document.ts";
import { renameVariables } from "./renamed-variables.ts";
import { literalTypesIn, restrictionType } from "./restriction-types.ts";
import { SectionCalls } from "./section-calls.ts";
import { WrittenActions } from "./written-actions.ts";
import { changedLiteral, templateChanges, textChangesIn } from "./written-texts.ts";

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
    const result = await new CodeMigration(modules, options, effort).run();
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

/** Speculative changes, which only the result can confirm. */
interface Effort {
  /** Changes strings that equal a policy text, wherever they are written. */
  readonly strings: boolean;
  readonly likelyPolicies: boolean;
}

const efforts: readonly Effort[] = [
  { strings: false, likelyPolicies: false },
  { strings: true, likelyPolicies: false },
  { strings: true, likelyPolicies: true },
];

class CodeMigration {
  readonly #effort: Effort;
  readonly #work: MigrationWork;
  readonly #sections: SectionCalls;
  readonly #actions: WrittenActions;

  constructor(given: readonly ModuleToMigrate[], options: CodeMigrationOptions, effort: Effort) {
    const files = given.map(({ file }) => file);
    const modules = new PolicyModules(files, options.files);
    const names = new BuilderNames(modules);
    const changes = new CodeChanges();
    const imports = new ImportedNames(changes, names);
    this.#effort = effort;
    this.#work = { given, options, modules, names, changes, imports };
    this.#sections = new SectionCalls(this.#work, effort.likelyPolicies);
    this.#actions = new WrittenActions(this.#work);
  }

  run(): Promise<MigratedCode> {
    const { given, modules, imports } = this.#work;
    for (const module of modules.all) {
      this.#builderImports(module);
      renameVariables(module, this.#work);
      for (const node of module.code.nodes) this.#node({ module, node });
    }
    for (const module of given) {
      for (const policy of module.policies) {
        const isBuilt = policy.loaded.builtAt?.("") !== undefined;
        if (isBuilt) this.#actions.changeFields(policy);
        else changePlainDocument(policy, module, this.#work);
      }
    }
    if (this.#effort.strings) this.#strings();
    // From here on texts are moved with the changes that are in them.
    moveRules(this.#policies, this.#sections.all, this.#work);
    for (const { file, policies } of given) {
      const forwarding = policies.find(({ forwardTo }) => forwardTo !== undefined);
      if (forwarding !== undefined) this.#forward(file, forwarding);
    }
    imports.write();
    return new BuiltModules(this.#work).result();
  }

  get #policies(): readonly PolicyToMigrate[] {
    return this.#work.given.flatMap(({ policies }) => policies);
  }

  #builderImports(module: PolicyModule): void {
    for (const { value, node } of importedNames(module.code)) {
      if (value !== builderModules.directions) continue;
      const name = LiteralText.of(module.code, node);
      if (name !== undefined) this.#work.changes.add(module, [name.replace(builderModules.phases)]);
    }
  }

  #node({ module, node }: Written): void {
    if (node.type === "TaggedTemplateExpression") this.#template({ module, node });
    else if (node.type === "TSTypeReference") this.#restriction({ module, node });
    else if (node.type === "CallExpression") {
      this.#actions.change(module, node);
      this.#sections.change(module, node);
      this.#text(module, node);
    }
  }

  #template({ module, node }: Written): void {
    if (node.type !== "TaggedTemplateExpression") return;
    const tag = unwrapped<Node>(node.tag);
    // Of `cel.as("int")` the member is called.
    const as = tag.type === "CallExpression" ? unwrapped<Node>(tag.callee) : undefined;
    const name =
      as?.type === "MemberExpression"
        ? this.#work.names.of({ module, node: as.object })
        : this.#work.names.of({ module, node: tag });
    if (name !== "cel") return;
    const { textChanges } = this.#work.options;
    this.#work.changes.attempt({ module, node }, () =>
      templateChanges(module.code, node.quasi, "raw", (text) => textChanges(text, "expression")),
    );
  }

  #text(module: PolicyModule, { callee: called, arguments: [first] }: CallExpression): void {
    const callee = unwrapped<Node>(called);
    if (callee.type !== "MemberExpression" || memberName(callee) !== "text") return;
    const { names, modules, options } = this.#work;
    if (first === undefined || names.of({ module, node: callee.object }) !== "cel") return;
    for (const written of modules.sourcesOf({ module, node: first })) {
      this.#work.changes.attempt(written, () =>
        textChangesIn(written.module.code, written.node, (text) =>
          options.textChanges(text, "expression"),
        ),
      );
    }
  }

  /** Migrates a type that restricts where a part may stand: `RuleBuilder<"HTTP inbound">`. */
  #restriction({ module, node }: Written): void {
    if (node.type !== "TSTypeReference" || !node.typeArguments) return;
    const { names, options, imports, changes } = this.#work;
    const { typeName, typeArguments } = node;
    if (names.of({ module, node: typeName as Node }) === undefined) return;
    for (const { value, start, end } of literalTypesIn(typeArguments)) {
      const type = restrictionType(value, options.from, options.to);
      if (type === undefined) continue;
      changes.attempt({ module, node }, () => [
        { start, end, text: type(imports.nameFor(module, "Allowed", true)) },
      ]);
    }
  }

  #strings(): void {
    const { modules, changes } = this.#work;
    const wanted = new Map<string, Set<string>>();
    for (const { loaded, parts } of this.#policies) {
      for (const { path, value } of parts.texts) {
        const before = valueAt(loaded.source.document ?? null, path);
        if (typeof before !== "string" || typeof value !== "string") continue;
        wanted.set(before, (wanted.get(before) ?? new Set()).add(value));
      }
    }
    for (const module of modules.all) {
      for (const node of module.code.nodes) {
        const isTagged = module.code.parentOf(node)?.type === "TaggedTemplateExpression";
        if (isTagged || (node.type !== "Literal" && node.type !== "TemplateLiteral")) continue;
        const literal = LiteralText.of(module.code, node);
        const [value, ...others] = (literal && wanted.get(literal.value)) ?? [];
        if (literal === undefined || value === undefined || others.length > 0) continue;
        if (changes.isChanged(module, node)) continue;
        changes.attempt({ module, node }, () =>
          changedLiteral({ module, node }, literal.value, value),
        );
      }
    }
  }

  #forward(file: string, { forwardTo = "", protocol, loaded, document }: PolicyToMigrate): void {
    const { options, modules, imports, changes } = this.#work;
    const module = modules.at(file);
    const stage = protocol === "http" ? "request" : "connect";
    const section = sectionAt(stage, protocol, options.to.sections);
    const before = sectionAt(stage, protocol, options.from.sections);
    if (module === undefined || section === undefined) return;
    const exported = loaded.builtAt?.("") === undefined ? [] : exportedBy(module);
    if (exported.length === 0) {
      const message =
        "The rule that forwards is not added: no expression of the builder is exported.";
      changes.find({ module, at: module.code.defaultExport?.start ?? 0 }, message);
    }
    const rules = document[section];
    const last = Array.isArray(rules) ? (rules as readonly JsonValue[]).at(-1) : undefined;
    const ruleName = isJsonObject(last) ? JSON.stringify(last["name"] ?? "") : "";
    for (const written of exported) {
      changes.attempt(written, () => {
        const [rule, forward] = ["rule", "forwardInternal"].map((name) =>
          imports.nameFor(module, name),
        );
        const text = `${rule}(${ruleName}).do(${forward}({ url: ${JSON.stringify(forwardTo)} }))`;
        return addedRule(written, text, {
          method: camelCase(section),
          isSection: (call) =>
            this.#sections.all.get(call)?.name === before &&
            !call.arguments.some((one) => changes.isRemoved(module, one)),
        });
      });
    }
  }
}
