import { callSite } from "./call-site.ts";
import { call } from "./expressions/build.ts";
import { CelExpression } from "./expressions/cel-expression.ts";
import type {
  BoolValue,
  BytesExpression,
  Condition,
  DoubleExpression,
  DurationExpression,
  DurationValue,
  DynExpression,
  IntExpression,
  StringExpression,
  StringValue,
  TimestampExpression,
  TimestampValue,
  UintExpression,
} from "./expressions/index.ts";
import { makeExpression } from "./expressions/kinds.ts";
import { operand } from "./operand.ts";
import { everywhere } from "./places.ts";
import type { Restriction } from "./restriction.ts";

type NumberOf<R extends Restriction> = IntExpression<R> | UintExpression<R> | DoubleExpression<R>;

/** `bool`: true or false, from text like `true`. */
export function bool<R extends Restriction = never>(
  value: StringValue<R> | BoolValue<R>,
): Condition<R> {
  const input = operand(typeof value === "boolean" ? "bool" : "string", value);
  return call("bool", "bool", [input], { site: callSite() });
}

/** `bytes`: the text in UTF-8. */
export function bytes<R extends Restriction = never>(value: StringValue<R>): BytesExpression<R> {
  return call("bytes", "bytes", [operand("string", value)]);
}

/** `double`: a floating-point number. Text that is none fails at run time. */
export function double<R extends Restriction = never>(
  value: StringValue<R> | NumberOf<R>,
): DoubleExpression<R> {
  return call("double", "double", [operand("string", value)]);
}

/** `duration`: a duration, from text like `90s` or `1h30m`. */
export function duration<R extends Restriction = never>(
  value: DurationValue<R> | StringExpression<R>,
): DurationExpression<R> {
  return converted("duration", value);
}

/** `dyn`: the same value, whose type is not checked. */
export function dyn<R extends Restriction = never>(value: CelExpression<R>): DynExpression<R> {
  return call("dyn", "dyn", [operand("dyn", value)]);
}

/**
 * `int`: a whole number: of a point in time the seconds since 1970, of a duration its nanoseconds.
 * Text that is none fails at run time.
 */
export function int<R extends Restriction = never>(
  value: StringValue<R> | NumberOf<R> | TimestampExpression<R> | DurationExpression<R>,
): IntExpression<R> {
  return call("int", "int", [operand("string", value)]);
}

/** `string`: the value as text. */
export function string<R extends Restriction = never>(
  value:
    | StringValue<R>
    | NumberOf<R>
    | Condition<R>
    | BytesExpression<R>
    | TimestampExpression<R>
    | DurationExpression<R>,
): StringExpression<R> {
  return call("string", "string", [operand("string", value)]);
}

/** `timestamp`: a point in time, from RFC 3339 text, such as `timestamp(time.now)`. */
export function timestamp<R extends Restriction = never>(
  value: TimestampValue<R> | StringExpression<R> | IntExpression<R>,
): TimestampExpression<R> {
  return converted("timestamp", value);
}

/** `uint`: a whole number that is not negative. Text that is none fails at run time. */
export function uint<R extends Restriction = never>(
  value: StringValue<R> | NumberOf<R>,
): UintExpression<R> {
  return call("uint", "uint", [operand("string", value)]);
}

function converted<T extends CelExpression<Restriction>>(kind: string, value: unknown): T {
  return value instanceof CelExpression
    ? call(kind, kind, [operand(kind, value)])
    : makeExpression(kind, operand(kind, value).tree, everywhere);
}
