import { CelExpression } from "../../expressions/cel-expression.ts";
import { code, imported, listed, type Built } from "../code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Whether an object of the builder has such a method. */
export function hasMethod(target: object, name: string): boolean {
  // Not just read: a map of headers has a member for every key.
  return name in target && typeof Reflect.get(target, name) === "function";
}

/** The call of a method, which is really made. */
export function invoke(
  target: Built<object>,
  name: string,
  args: readonly Built<unknown>[],
): Built<AnyExpression> {
  if (!hasMethod(target.value, name)) throw new NotTyped();
  const method = Reflect.get(target.value, name) as AnyFunction;
  return {
    code: code`${target.code}.${name}(${listed(args.map((arg) => arg.code))})`,
    value: expression(Reflect.apply(method, target.value, values(args))),
  };
}

/** The call of a function of this package, which is really made. */
export function invokeFunction(
  name: string,
  called: AnyFunction,
  args: readonly Built<unknown>[],
): Built<AnyExpression> {
  return {
    code: code`${imported(name)}(${listed(args.map((arg) => arg.code))})`,
    value: expression(called(...values(args))),
  };
}

function values(args: readonly Built<unknown>[]): unknown[] {
  return args.map(({ value }) => value);
}

function expression(value: unknown): AnyExpression {
  if (value instanceof CelExpression) return value;
  throw new NotTyped();
}
