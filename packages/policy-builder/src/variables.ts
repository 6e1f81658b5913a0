import {
  type FunctionDefinition,
  type VariableDefinition,
  type VariableNamespace,
} from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { callSite } from "./call-site.ts";
import { call } from "./expressions/build.ts";
import type { CelExpression } from "./expressions/cel-expression.ts";
import type { Kind } from "./expressions/kinds.ts";
import { operand } from "./operand.ts";
import { placesOfName, type Vocabulary } from "./places.ts";
import type { Restriction } from "./restriction.ts";
import { callIfPresent, headerName, variable, variableIfPresent } from "./variable.ts";

/** A part of a name, which may be a variable, a namespace, or both: `req.url` is text, and `req.url.path` exists. */
export interface Branch {
  definition?: VariableDefinition;
  readonly children: Map<string, Branch>;
}

export function branchOf({ name, variables }: VariableNamespace): Branch {
  const top: Branch = { children: new Map() };
  for (const definition of variables) {
    let branch = top;
    for (const part of definition.name.split(".").slice(name.split(".").length)) {
      const next = branch.children.get(part) ?? { children: new Map() };
      branch.children.set(part, next);
      branch = next;
    }
    branch.definition = definition;
  }
  return top;
}

export function functionsAbout(
  { dialect }: Pick<Vocabulary, "dialect">,
  { name }: VariableNamespace,
): readonly FunctionDefinition[] {
  return [...dialect.functions.values()].filter(({ builderName = "" }) =>
    builderName.startsWith(`${name}.`),
  );
}

/** True when the builder offers a presence check for the variable. Maps are checked with `has` instead. */
export function mayBeMissing({ type, missing, setBy, renamedTo }: VariableDefinition): boolean {
  const isOptional = missing !== undefined || setBy !== undefined;
  return isOptional && renamedTo === undefined && !type.startsWith("map(");
}

export function namespaceOf<T>(vocabulary: Vocabulary, name: string): T {
  const namespace = vocabulary.dialect.namespaces.find((one) => one.name === name);
  if (namespace === undefined) throw new RangeError(`There is no namespace ${name}.`);
  const value = branchValue(vocabulary, branchOf(namespace), true);
  for (const definition of functionsAbout(vocabulary, namespace)) {
    const [, method = ""] = definition.builderName?.split(".") ?? [];
    Object.assign(value, { [method]: methodOf(vocabulary, definition) });
  }
  return value as T;
}

function branchValue(
  vocabulary: Vocabulary,
  { definition, children }: Branch,
  isTop = false,
): object {
  const own = definition === undefined ? {} : variableOf(vocabulary, definition, isTop);
  for (const [part, branch] of children) {
    defineLazily(own, camelCase(part), () => branchValue(vocabulary, branch));
  }
  return own;
}

/** Defines a member that is created on first read: of hundreds of variables, a policy uses a few. */
function defineLazily(object: object, name: string, make: () => object): void {
  const common = { enumerable: true, configurable: true };
  Object.defineProperty(object, name, {
    ...common,
    get: () => {
      const value = make();
      Object.defineProperty(object, name, { ...common, value });
      return value;
    },
  });
}

/** @param isNamespace - true when its parts are not known: `vars` */
function variableOf(
  vocabulary: Vocabulary,
  definition: VariableDefinition,
  isNamespace: boolean,
): CelExpression<Restriction> {
  const { name, type, headerKeys } = definition;
  const where = placesOfName(vocabulary, definition);
  if (mayBeMissing(definition)) return variableIfPresent(type as Kind, name, where);
  const kind = isNamespace ? `fields${type.slice("map".length)}` : type;
  return variable(headerKeys === undefined ? kind : "headers", name, where);
}

function methodOf(
  vocabulary: Vocabulary,
  definition: FunctionDefinition,
): (name: unknown) => object {
  const { name, overloads, missing } = definition;
  const returns = (overloads[0]?.returns ?? "dyn") as Kind;
  const where = placesOfName(vocabulary, definition);
  const argument = (given: unknown): ReturnType<typeof operand> =>
    operand("string", definition.headerName === undefined ? given : headerName(given));
  if (missing !== undefined) {
    const asking = presenceFunction(vocabulary, name);
    return (given) => callIfPresent(returns, name, asking, argument(given), where);
  }
  // Only a condition can stand in a rule by itself.
  return returns === "bool"
    ? (given) => call(returns, name, [argument(given)], { places: where, site: callSite() })
    : (given) => call(returns, name, [argument(given)], { places: where });
}

/** Returns the function that tells whether another has a result: `hasReqCookie` for `getReqCookie`. */
function presenceFunction({ dialect }: Vocabulary, name: string): string {
  const presence = name.replace(/^get/, "has");
  if (!dialect.functions.has(presence)) throw new RangeError(`There is no ${presence}().`);
  return presence;
}
