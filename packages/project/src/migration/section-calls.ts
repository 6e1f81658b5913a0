import { builderModules } from "@traffic-policy/policy-builder/code";
import { protocols, type Protocol } from "@traffic-policy/policy-language";
import { camelCase, counterpartOf } from "@traffic-policy/policy-language/internal";
import type { CallExpression, Node } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import { unwrapped } from "../source/source-code.ts";
import { memberName } from "./builder-names.ts";
import type { MigrationWork } from "./migration-work.ts";
import {
  importedNames,
  propertiesOf,
  type PolicyModule,
  type PolicyModules,
  type Written,
} from "./modules.ts";

/** Migrates the calls that add rules to a policy: `inbound` becomes `onHttpRequest`. */
export class SectionCalls {
  /** The section calls, each with the old name of its section. */
  readonly all = new Map<CallExpression, { module: PolicyModule; name: string }>();
  readonly #work: MigrationWork;
  readonly #likely: boolean;

  /** @param likely - true to treat objects that may be a policy as policies */
  constructor(work: MigrationWork, likely: boolean) {
    this.#work = work;
    this.#likely = likely;
  }

  change(module: PolicyModule, call: CallExpression): void {
    const method = memberName(unwrapped<Node>(call.callee));
    if (method === undefined) return;
    const { sections } = this.#work.options.from;
    const section = [...sections.keys()].find((one) => camelCase(one) === method);
    if (section !== undefined) this.#rules(module, call, section);
    else if (method === "set") this.#set(module, call);
  }

  #rules(module: PolicyModule, call: CallExpression, name: string): void {
    const { from, to } = this.#work.options;
    const callee = unwrapped<Node>(call.callee);
    if (callee.type !== "MemberExpression") return;
    const of = this.#policyOf({ module, node: callee.object });
    if (of === undefined) {
      const value = { module, node: callee.object };
      if (!this.#usesBuilder(module) || this.#isOther(value)) return;
      if (!this.#likely) {
        const message = `It is not known whether this is "${name}" of a policy.`;
        this.#work.changes.find({ module, at: callee.property.start }, message);
        return;
      }
    }
    this.all.set(call, { module, name });
    const known = of?.protocols ?? [];
    const own = known.length > 0 ? known : this.#protocolsOf(module);
    const section = from.sections.get(name);
    const targets = [
      ...new Set(own.map((protocol) => counterpartOf(section, protocol, to.sections))),
    ];
    const [target, ...others] = targets;
    if (others.length > 0) {
      this.#work.changes.find(
        { module, at: callee.property.start },
        `Policies for ${own.join(" and ")} use it, whose rules come to different sections.`,
      );
    } else if (target !== undefined) {
      const { start, end } = callee.property;
      const text = callee.computed ? JSON.stringify(camelCase(target)) : camelCase(target);
      this.#work.changes.add(module, [{ start, end, text }]);
    } else if (call.arguments.length === 0) {
      this.#work.changes.add(module, [{ start: callee.object.end, end: call.end, text: "" }]);
    }
  }

  #isOther(value: Written): boolean {
    return this.#work.modules.sourcesOf(value).every(({ node }) => literals.has(node.type));
  }

  #usesBuilder(module: PolicyModule): boolean {
    return importedNames(module.code).some(({ value }) => value === builderModules.directions);
  }

  #policyOf(
    value: Written,
    seen: Set<Node> = new Set(),
  ): { readonly protocols: readonly Protocol[] } | undefined {
    let found: { protocols: Protocol[] } | undefined;
    for (const { module, node } of this.#work.modules.sourcesOf(value)) {
      if (seen.has(node)) continue;
      seen.add(node);
      if (node.type === "Identifier") {
        const declaration = module.scopes.declarationOf(node);
        if (declaration?.kind === "parameter" && this.#isTypedPolicy(module, declaration.node)) {
          found ??= { protocols: [] };
        }
      }
      if (node.type !== "CallExpression") continue;
      if (this.#work.names.of({ module, node: node.callee }) === "policy") {
        found ??= { protocols: [] };
        found.protocols.push(...protocolIn(this.#work.modules, module, node));
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
      this.#work.names.of({ module, node: typeAnnotation.typeName as Node }) === "PolicyBuilder"
    );
  }

  #protocolsOf(module: PolicyModule): Protocol[] {
    const all = this.#work.given.flatMap(({ file, policies }) =>
      this.#work.modules.reachedFrom(file).has(module.file)
        ? policies.map(({ protocol }) => protocol)
        : [],
    );
    return [...new Set(all)];
  }

  /** Migrates `.set("enabled", true)`, which is dropped, and `.set("inbound", […])`, whose key changes. */
  #set(module: PolicyModule, call: CallExpression): void {
    const { from, to } = this.#work.options;
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
        this.#work.changes.find(
          { module, at: first.start },
          "It is not taken away: a comment could be lost.",
        );
      } else {
        this.#work.changes.add(module, [{ start: callee.object.end, end: call.end, text: "" }]);
      }
      return;
    }
    const [protocol] = of.protocols.length > 0 ? of.protocols : this.#protocolsOf(module);
    const target = protocol && counterpartOf(from.sections.get(key.value), protocol, to.sections);
    if (target !== undefined) this.#work.changes.add(module, [key.replace(target)]);
  }
}

const literals: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "Literal",
  "ObjectExpression",
  "TemplateLiteral",
]);

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
