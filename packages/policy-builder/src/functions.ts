import {
  directionsDialect,
  type Dialect,
  type Expression,
  type FunctionDefinition,
  type Overload,
} from "@traffic-policy/policy-language";
import { camelCase, reading } from "@traffic-policy/policy-language/internal";
import { callSite, type CallSite } from "./call-site.ts";
import { kind, places, type AnyExpression } from "./expressions/cel-expression.ts";
import { bind } from "./expressions/iterable.ts";
import { makeExpression } from "./expressions/kinds.ts";
import { ListExpression } from "./expressions/list.ts";
import { MapExpression } from "./expressions/map.ts";
import { BytesExpression, StringExpression } from "./expressions/string.ts";
import { DurationExpression, TimestampExpression } from "./expressions/time.ts";
import { operand, type Operand } from "./operand.ts";
import { placesOfName, type Vocabulary } from "./places.ts";

/** Returns the functions that only this dialect has, except those about a namespace. */
export function ownFunctions(dialect: Dialect): readonly FunctionDefinition[] {
  return [...dialect.functions.values()].filter(
    ({ name, builderName }) => builderName === undefined && !directionsDialect.functions.has(name),
  );
}

export function overloadsOf(
  { overloads }: FunctionDefinition,
  form: "method" | "function",
): readonly Overload[] {
  return overloads.filter(({ target }) => (target !== undefined) === (form === "method"));
}

/** True when a method binds a name for an item, as macros do: `list.sortBy(item, item.name)`. */
export function bindsItem({ target, parameters }: Overload): boolean {
  const [item, key, ...others] = parameters;
  return target === `list(${item})` && /^[A-Z]$/.test(key ?? "") && others.length === 0;
}

/** The classes that can have methods of a dialect. Each key is the type of its values, up to any `(`. */
export const methodClasses = {
  bytes: BytesExpression,
  duration: DurationExpression,
  list: ListExpression,
  map: MapExpression,
  string: StringExpression,
  timestamp: TimestampExpression,
} as const;

export function methodClass(target: string): keyof typeof methodClasses {
  const [key = ""] = target.split("(");
  if (key in methodClasses) return key as keyof typeof methodClasses;
  throw new RangeError(`The builder has no methods of the type ${target}.`);
}

export function defineMethods(vocabulary: Vocabulary): void {
  for (const definition of ownFunctions(vocabulary.dialect)) {
    const all = overloadsOf(definition, "method");
    for (const key of new Set(all.map(({ target = "" }) => methodClass(target)))) {
      const overloads = all.filter(({ target = "" }) => methodClass(target) === key);
      const one = { vocabulary, definition, overloads };
      const value = overloads.some(bindsItem)
        ? function (this: AnyExpression, body: never, name?: string): AnyExpression {
            return macroCall(one, this, body, name);
          }
        : function (this: AnyExpression, ...args: readonly unknown[]): AnyExpression {
            return built(one, args, callSite(), this);
          };
      const { prototype } = methodClasses[key];
      Object.defineProperty(prototype, definition.name, { value, configurable: true });
    }
  }
}

/** Returns the functions that only this dialect has, nested by their names: `fn.json.decode(text)`. */
export function functionsOf<T extends object>(vocabulary: Vocabulary): T {
  const all = {};
  for (const definition of ownFunctions(vocabulary.dialect)) {
    const overloads = overloadsOf(definition, "function");
    if (overloads.length === 0) continue;
    const one = { vocabulary, definition, overloads };
    const names = definition.name.split(".").map(camelCase);
    let owner: Record<string, unknown> = all;
    for (const name of names.slice(0, -1)) owner = (owner[name] ??= {}) as Record<string, unknown>;
    owner[names.at(-1) ?? ""] = (...args: readonly unknown[]) => built(one, args, callSite());
  }
  return all as T;
}

interface Callable {
  readonly vocabulary: Vocabulary;
  readonly definition: FunctionDefinition;
  readonly overloads: readonly Overload[];
}

/** @throws TypeError for a number of arguments that no overload has */
function built(
  { vocabulary, definition, overloads }: Callable,
  given: readonly unknown[],
  site: CallSite,
  target?: AnyExpression,
): AnyExpression {
  const overload = overloads.find(({ parameters }) => parameters.length === given.length);
  if (overload === undefined) {
    const counts = [...new Set(overloads.map(({ parameters }) => parameters.length))].join(" or ");
    const noun = counts === "1" ? "argument" : "arguments";
    throw new TypeError(`${definition.name}() takes ${counts} ${noun}, not ${given.length}.`);
  }
  const { parameters, returns } = overload;
  const args = given.map((value, index) => operand(plainKind(parameters[index] ?? ""), value));
  const isSame = returns === overload.target && target !== undefined;
  const result = isSame ? String(Reflect.get(target, kind)) : plainKind(returns);
  return callOf({ vocabulary, definition }, result, args, target, site);
}

function macroCall(
  { vocabulary, definition }: Callable,
  target: AnyExpression,
  body: never,
  name?: string,
): AnyExpression {
  const own = String(Reflect.get(target, kind));
  const { args } = bind(itemKind(own), body, name);
  return callOf({ vocabulary, definition }, own, args, target);
}

function callOf(
  { vocabulary, definition }: Pick<Callable, "vocabulary" | "definition">,
  result: string,
  args: readonly Operand[],
  target?: AnyExpression,
  site?: CallSite,
): AnyExpression {
  const path = definition.name.split(".");
  const owner = path.slice(0, -1).join(".");
  const on: Expression | undefined =
    target?.toExpression() ?? (owner === "" ? undefined : reading(owner));
  const own = placesOfName(vocabulary, definition);
  return makeExpression(
    result,
    {
      kind: "call",
      name: path.at(-1) ?? "",
      ...(on !== undefined && { target: on }),
      arguments: args.map(({ tree }) => tree),
    },
    args.reduce((common, one) => common & one.places, own & (target?.[places] ?? own)),
    // Only a condition can stand in a rule by itself.
    result === "bool" ? site : undefined,
  );
}

/** Returns the type of a list's items, or of a map's keys. */
function itemKind(type: string): never {
  return (type.startsWith("list(") ? type.slice("list(".length, -1) : "string") as never;
}

/** Replaces type parameters by `dyn`: `list(A)` becomes `list(dyn)`. */
export function plainKind(type: string): string {
  return type.replace(/\bmap\([A-Z], /g, "map(string, ").replace(/\b[A-Z]\b/g, "dyn");
}
