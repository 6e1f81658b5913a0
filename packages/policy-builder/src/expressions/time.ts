import { operand } from "../operand.ts";
import type { Restriction } from "../restriction.ts";
import { binary, method } from "./build.ts";
import { kind } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import type { IntExpression } from "./number.ts";
import { defineKind, type DurationValue, type TimestampValue } from "./kinds.ts";

/**
 * A point in time. Its parts are those in UTC, or in the time zone that is named: as the IANA
 * database does, `Europe/Oslo`, or as a distance, `+02:00`.
 */
export class TimestampExpression<out R extends Restriction = never> extends ComparableExpression<
  "timestamp",
  R
> {
  get [kind](): "timestamp" {
    return "timestamp";
  }

  /** `+`: this much later. */
  plus<Q extends Restriction = never>(duration: DurationValue<Q>): TimestampExpression<R | Q> {
    return binary("timestamp", this, "+", operand("duration", duration));
  }
  /** `-`: this much earlier. */
  minus<Q extends Restriction = never>(duration: DurationValue<Q>): TimestampExpression<R | Q> {
    return binary("timestamp", this, "-", operand("duration", duration));
  }
  /** `-`: how much time has passed since then. */
  since<Q extends Restriction = never>(time: TimestampValue<Q>): DurationExpression<R | Q> {
    return binary("duration", this, "-", operand("timestamp", time));
  }
  /** `getFullYear`: the year. */
  getFullYear(timeZone?: string): IntExpression<R> {
    return part(this, "getFullYear", timeZone);
  }
  /** `getMonth`: the month; January is 0. */
  getMonth(timeZone?: string): IntExpression<R> {
    return part(this, "getMonth", timeZone);
  }
  /** `getDate`: the day of the month; the first is 1. */
  getDate(timeZone?: string): IntExpression<R> {
    return part(this, "getDate", timeZone);
  }
  /** `getDayOfMonth`: the day of the month; the first is 0. */
  getDayOfMonth(timeZone?: string): IntExpression<R> {
    return part(this, "getDayOfMonth", timeZone);
  }
  /** `getDayOfWeek`: the day of the week; Sunday is 0. */
  getDayOfWeek(timeZone?: string): IntExpression<R> {
    return part(this, "getDayOfWeek", timeZone);
  }
  /** `getDayOfYear`: the day of the year; the first is 0. */
  getDayOfYear(timeZone?: string): IntExpression<R> {
    return part(this, "getDayOfYear", timeZone);
  }
  /** `getHours`: the hour, from 0 to 23. */
  getHours(timeZone?: string): IntExpression<R> {
    return part(this, "getHours", timeZone);
  }
  /** `getMinutes`: the minute, from 0 to 59. */
  getMinutes(timeZone?: string): IntExpression<R> {
    return part(this, "getMinutes", timeZone);
  }
  /** `getSeconds`: the second, from 0 to 59. */
  getSeconds(timeZone?: string): IntExpression<R> {
    return part(this, "getSeconds", timeZone);
  }
  /** `getMilliseconds`: the millisecond, from 0 to 999. */
  getMilliseconds(timeZone?: string): IntExpression<R> {
    return part(this, "getMilliseconds", timeZone);
  }
}

function part<R extends Restriction>(
  time: TimestampExpression<R>,
  name: string,
  timeZone: string | undefined,
): IntExpression<R> {
  return method("int", time, name, timeZone === undefined ? [] : [operand("string", timeZone)]);
}

defineKind("timestamp", (tree, where, site) => new TimestampExpression(tree, where, site));

/** A length of time. */
export class DurationExpression<out R extends Restriction = never> extends ComparableExpression<
  "duration",
  R
> {
  get [kind](): "duration" {
    return "duration";
  }

  /** `+`: both together. */
  plus<Q extends Restriction = never>(duration: DurationValue<Q>): DurationExpression<R | Q> {
    return binary("duration", this, "+", operand("duration", duration));
  }
  /** `-`: what is left without this. */
  minus<Q extends Restriction = never>(duration: DurationValue<Q>): DurationExpression<R | Q> {
    return binary("duration", this, "-", operand("duration", duration));
  }
  /** `getHours`: all of it in whole hours. */
  getHours(): IntExpression<R> {
    return method("int", this, "getHours", []);
  }
  /** `getMinutes`: all of it in whole minutes. */
  getMinutes(): IntExpression<R> {
    return method("int", this, "getMinutes", []);
  }
  /** `getSeconds`: all of it in whole seconds. */
  getSeconds(): IntExpression<R> {
    return method("int", this, "getSeconds", []);
  }
  /**
   * `getMilliseconds`: its milliseconds. Implementations of CEL differ on whether the whole seconds
   * count among them.
   */
  getMilliseconds(): IntExpression<R> {
    return method("int", this, "getMilliseconds", []);
  }
}

defineKind("duration", (tree, where, site) => new DurationExpression(tree, where, site));
