import type { Expression } from "@traffic-policy/policy-language";
import { IterableExpression } from "../../expressions/iterable.ts";
import { code, type Built } from "../code.ts";
import { stringCode } from "../literal-code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { isNamedKind, kindOf } from "./kind.ts";

/** A macro that goes through a list or the keys of a map; nothing for what is no macro. */
export function macro(
  converter: Converter,
  name: string,
  target: Expression,
  [variable, body, ...others]: readonly Expression[],
): Built<AnyExpression> | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name as keyof typeof methods] : undefined;
  if (method === undefined || body === undefined || others.length > 0) return undefined;
  if (variable?.kind !== "identifier" || variable.absolute === true) return undefined;
  const list = converter.expression(target);
  if (!(list.value instanceof IterableExpression)) throw new NotTyped();
  const run = list.value[method].bind(list.value) as unknown as RunMacro;

  let inner: Built<AnyExpression> | undefined;
  let parameter = "";
  const build = (item: AnyExpression): AnyExpression => {
    // The name that the builder chose is another one: this call comes to nothing.
    if (item.toString() !== variable.name) return item;
    const inside = converter.inMacro(variable.name, item);
    inner = method === "map" ? listItem(inside, body) : inside.condition(body);
    parameter = inside.parameter;
    return inner.value;
  };

  let value = run(build);
  const named = inner === undefined;
  if (named) value = run(build, variable.name);
  if (inner === undefined) throw new NotTyped();
  const second = named ? `, ${stringCode(variable.name)}` : "";
  return { code: code`${list.code}.${method}((${parameter}) => ${inner.code}${second})`, value };
}

type RunMacro = (build: (item: AnyExpression) => AnyExpression, name?: string) => AnyExpression;

const methods = {
  all: "every",
  exists: "some",
  exists_one: "exactlyOne",
  filter: "filter",
  map: "map",
} as const;

function listItem(converter: Converter, body: Expression): Built<AnyExpression> {
  const item = converter.expression(body);
  if (!isNamedKind(kindOf(item.value))) throw new NotTyped();
  return item;
}
