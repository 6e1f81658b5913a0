import { fromPointer, type Edit } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import type { CallExpression, Node } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import { CannotChange } from "../edit/text-change.ts";
import { removal } from "../edit/value-changes.ts";
import { keyOf, unwrapped } from "../source/source-code.ts";
import { memberName } from "./builder-names.ts";
import { chainAround } from "./chains.ts";
import type { PolicyToMigrate } from "./code-migration.ts";
import type { MigrationWork } from "./migration-work.ts";
import {
  propertiesOf,
  valuesAt,
  type PolicyModule,
  type Written,
  type WrittenMember,
} from "./modules.ts";
import { textChangesIn } from "./written-texts.ts";

/** Migrates the calls that create actions: the members of their configs, and the texts in them. */
export class WrittenActions {
  readonly #work: MigrationWork;

  constructor(work: MigrationWork) {
    this.#work = work;
  }

  change(module: PolicyModule, call: CallExpression): void {
    const name = this.#work.names.of({ module, node: call.callee });
    if (name === "action") {
      this.#anyAction(module, call);
    } else if (name !== undefined) {
      const { actions } = this.#work.options.from;
      const type = [...actions.keys()].find((one) => camelCase(one) === name);
      if (type !== undefined) this.#config(module, type, call.arguments[0]);
    }
  }

  changeFields({ loaded, parts }: PolicyToMigrate): void {
    for (const edit of parts.fields) {
      const part = loaded.builtAt?.(edit.path);
      const module = part && this.#work.modules.at(part.file);
      const call = part && module?.code.callAt(part.start);
      if (module === undefined || call?.type !== "CallExpression") continue;
      const path = fromPointer(edit.path.slice(part?.path.length));
      const [member = "", ...rest] = path;
      if (fromPointer(part?.path ?? "")[2] === "actions") {
        const isAny = this.#work.names.of({ module, node: call.callee }) === "action";
        const config = call.arguments[isAny ? 1 : 0];
        if (member !== "config" || config === undefined) continue;
        changeBelow(this.#work, [{ module, node: config }], rest, edit);
      } else {
        for (const { arguments: given, callee } of chainAround(module.code, call)) {
          const [first, value] = given;
          if (memberName(unwrapped<Node>(callee)) !== "set" || value === undefined) continue;
          const isMember =
            first !== undefined && LiteralText.of(module.code, first)?.value === member;
          if (isMember) changeBelow(this.#work, [{ module, node: value }], rest, edit);
        }
      }
    }
  }

  #anyAction(module: PolicyModule, call: CallExpression): void {
    const { to } = this.#work.options;
    const [first, config] = call.arguments;
    const type = first && LiteralText.of(module.code, first);
    if (first === undefined || type === undefined) return;
    const meant = to.actions.has(type.value)
      ? type.value
      : (to.foreignActions?.get(type.value) ?? type.value.replaceAll("_", "-"));
    if (!to.actions.has(meant)) return;
    if (meant !== type.value) this.#work.changes.add(module, [type.replace(meant)]);
    this.#config(module, meant, config);
  }

  #config(module: PolicyModule, type: string, config: Node | undefined): void {
    const { to, textChanges } = this.#work.options;
    const definition = to.actions.get(type);
    if (definition === undefined || config === undefined) return;
    const { deprecatedFields = {}, interpolated, formats = {} } = definition;
    const members = propertiesOf(this.#work.modules, { module, node: config });
    const keys = new Set(members.map(({ key }) => key));
    for (const { key, ...member } of members) {
      const fields = [
        ...Object.keys(definition.config.properties),
        ...Object.keys(deprecatedFields),
      ];
      const field = fields.find((name) => name === key || camelCase(name) === key);
      if (field === undefined || member.property.type !== "Property") continue;
      const { replacement, unless = [] } = deprecatedFields[field] ?? {};
      const values = this.#work.modules.sourcesOf({
        module: member.module,
        node: member.property.value,
      });
      const today = replacement ?? field;
      if (replacement !== undefined) {
        const isThere = keys.has(replacement) || keys.has(camelCase(replacement));
        const name = key === field ? replacement : camelCase(replacement);
        if (!isThere) changeMember(this.#work, member, name);
      } else if (field in deprecatedFields) {
        const isPlain = values.every(
          ({ node }) => node.type === "Literal" && !unless.includes(String(node.value)),
        );
        // What a format means for the texts beside it is known where the policy has it.
        if (isPlain) changeMember(this.#work, member, undefined);
        continue;
      }
      const kind = interpolated.includes(today)
        ? "interpolation"
        : formats[today] === "expression"
          ? "expression"
          : undefined;
      if (kind === undefined) continue;
      for (const value of values)
        this.#work.changes.attempt(value, () =>
          textChangesIn(value.module.code, value.node, (text) => textChanges(text, kind)),
        );
    }
  }
}

/** Renames a member of an object; without a new key, removes it. */
export function changeMember(
  { changes }: MigrationWork,
  { module, object, property }: WrittenMember,
  key: string | undefined,
): void {
  if (property.type !== "Property" || object.type !== "ObjectExpression") return;
  const { code } = module;
  changes.attempt({ module, node: property }, () => {
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

export function changeBelow(
  work: MigrationWork,
  roots: readonly Written[],
  path: readonly string[],
  edit: Edit,
): void {
  const field = path.at(-1) ?? "";
  for (const around of valuesAt(work.modules, roots, path.slice(0, -1))) {
    for (const { key, ...member } of propertiesOf(work.modules, around)) {
      if (key !== field && key !== camelCase(field)) continue;
      if ("remove" in edit) changeMember(work, member, undefined);
      else if ("key" in edit) {
        changeMember(work, member, key === field ? edit.key : camelCase(edit.key));
      }
    }
  }
}
