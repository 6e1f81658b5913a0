import type { Expression } from "@traffic-policy/policy-language";
import type { CallSite } from "../call-site.ts";
import type { LiteralInput } from "../literal-tree.ts";
import type { Records } from "../records.generated.ts";
import type { PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import type { CelExpression } from "./cel-expression.ts";
import type { Condition } from "./condition.ts";
import type { DoubleExpression, IntExpression, UintExpression } from "./number.ts";
import type { DynExpression } from "./dyn.ts";
import type { ListExpression } from "./list.ts";
import type { BytesExpression, StringExpression } from "./string.ts";
import type { DurationExpression, TimestampExpression } from "./time.ts";

/** The class of expressions for each CEL type, by the CEL name of the type. */
export interface Expressions<R extends Restriction> extends Records<R> {
  bool: Condition<R>;
  bytes: BytesExpression<R>;
  double: DoubleExpression<R>;
  duration: DurationExpression<R>;
  dyn: DynExpression<R>;
  int: IntExpression<R>;
  string: StringExpression<R>;
  timestamp: TimestampExpression<R>;
  uint: UintExpression<R>;
  "list(bool)": ListExpression<"bool", R>;
  "list(bytes)": ListExpression<"bytes", R>;
  "list(double)": ListExpression<"double", R>;
  "list(duration)": ListExpression<"duration", R>;
  "list(dyn)": ListExpression<"dyn", R>;
  "list(int)": ListExpression<"int", R>;
  "list(string)": ListExpression<"string", R>;
  "list(timestamp)": ListExpression<"timestamp", R>;
  "list(uint)": ListExpression<"uint", R>;
}

/** The name of a CEL type that expressions have a class for. */
export type Kind = keyof Expressions<never>;

/** The accepted values for each CEL type: an expression, or a plain value where its meaning is clear. */
export interface Values<R extends Restriction> extends Records<R> {
  bool: BoolValue<R>;
  bytes: BytesValue<R>;
  double: DoubleValue<R>;
  duration: DurationValue<R>;
  dyn: DynValue<R>;
  int: IntValue<R>;
  string: StringValue<R>;
  timestamp: TimestampValue<R>;
  uint: UintValue<R>;
  "list(bool)": ListValue<"bool", R>;
  "list(bytes)": ListValue<"bytes", R>;
  "list(double)": ListValue<"double", R>;
  "list(duration)": ListValue<"duration", R>;
  "list(dyn)": ListValue<"dyn", R>;
  "list(int)": ListValue<"int", R>;
  "list(string)": ListValue<"string", R>;
  "list(timestamp)": ListValue<"timestamp", R>;
  "list(uint)": ListValue<"uint", R>;
}

export type BoolValue<R extends Restriction> = boolean | Condition<R>;
export type BytesValue<R extends Restriction> = Uint8Array | BytesExpression<R>;
type DoubleValue<R extends Restriction> = number | DoubleExpression<R>;
/** A length of time. As text it is written as in CEL: `90s`, `1h30m`. */
export type DurationValue<R extends Restriction> = string | DurationExpression<R>;
/** Anything that CEL has a literal for, and any expression. */
export type DynValue<R extends Restriction> = LiteralInput | CelExpression<R>;
export type IntValue<R extends Restriction> = number | bigint | IntExpression<R>;
export type StringValue<R extends Restriction> = string | StringExpression<R>;
/** A point in time. As text it is written as in RFC 3339: `2024-01-31T00:00:00Z`. */
export type TimestampValue<R extends Restriction> = Date | string | TimestampExpression<R>;
/** A whole number that is not negative. */
export type UintValue<R extends Restriction> = number | bigint | UintExpression<R>;
export type ListValue<K extends Kind, R extends Restriction> =
  | readonly Values<R>[K][]
  | ListExpression<K, R>;

type Make = (
  tree: Expression | string,
  places: PlaceSet,
  callSite: CallSite | undefined,
  part: string,
) => CelExpression<Restriction>;

const makers = new Map<string, Make>();

/** Registers how expressions of a kind are made; `list` and `map` receive the kind of their parts. */
export function defineKind(name: string, make: Make): void {
  makers.set(name, make);
}

/**
 * Creates an expression of a kind. The type argument is not checked: the caller knows the class and its restrictions.
 */
export function makeExpression<T extends CelExpression<Restriction>>(
  kind: string,
  tree: Expression | string,
  places: PlaceSet,
  callSite?: CallSite | undefined,
): T {
  const open = kind.indexOf("(");
  const make = makers.get(open < 0 ? kind : kind.slice(0, open));
  if (make === undefined) throw new RangeError(`"${kind}" is not a type of expressions.`);
  return make(tree, places, callSite, open < 0 ? "" : partOf(kind)) as T;
}

/** Returns the type of a list's items, or of a map's values. */
function partOf(kind: string): string {
  return kind.replace(/^(?:list\(|(?:map|fields)\(string, )/, "").slice(0, -1);
}
