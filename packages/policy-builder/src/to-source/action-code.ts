import { compare, directionsDialect, type JsonValue } from "@traffic-policy/policy-language";
import * as actions from "../actions.generated.ts";
import { action, type ActionBuilder } from "../action.ts";
import { places } from "../expressions/cel-expression.ts";
import type { PlaceSet, Restriction } from "../restriction.generated.ts";
import { camelCase } from "./camel-case.ts";
import { code, imported, type Built } from "./code.ts";
import { typedConfig } from "./config.ts";
import { jsonCode, stringCode } from "./literal-code.ts";

/** An action of a document that the builder can write. */
export interface WritableAction {
  readonly type: string;
  readonly config?: object | null;
}

/** Whether the builder can write it: nothing but a type, and a config that is one. */
export function isWritableAction(value: unknown): value is WritableAction {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== "string") return false;
  const { config = null, ...unknown } = others;
  return typeof config === "object" && Object.keys(unknown).length === 0;
}

/**
 * An action as a call of its own function; of `action()` when the types of that do not allow it, or
 * it would not come out the same, or may not stand in any of these places.
 */
export function actionCode(
  written: WritableAction,
  allowed: PlaceSet,
): Built<ActionBuilder<Restriction>> {
  return typed(written, allowed, false) ?? typed(written, allowed, true) ?? untyped(written);
}

type ActionFunction = (config?: object) => ActionBuilder<Restriction>;

function typed(
  written: WritableAction,
  allowed: PlaceSet,
  plain: boolean,
): Built<ActionBuilder<Restriction>> | undefined {
  const { type, config } = written;
  const definition = directionsDialect.actions.get(type);
  if (definition === undefined || config === null) return undefined;
  const name = camelCase(type);
  const build = (actions as Readonly<Record<string, unknown>>)[name] as ActionFunction;
  const built = typedConfig(definition, config ?? {}, plain);
  if (built === undefined) return undefined;
  const value = config === undefined ? build() : build(built.value);
  if ((value[places] & allowed) === 0 || !isSame(value.toAction(), written)) return undefined;
  const argument = config === undefined ? "" : built.code;
  return { code: code`${imported(name)}(${argument})`, value };
}

function untyped({ type, config }: WritableAction): Built<ActionBuilder<Restriction>> {
  const argument = config === undefined ? "" : `, ${jsonCode(config)}`;
  return {
    code: code`${imported("action")}(${stringCode(type)}${argument})`,
    value: action(type, config),
  };
}

function isSame(one: object, other: object): boolean {
  return compare(one as JsonValue, other as JsonValue).state === "identical";
}
