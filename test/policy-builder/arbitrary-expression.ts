import {
  bool,
  bytes,
  conn,
  double,
  duration,
  dyn,
  has,
  int,
  listOf,
  literal,
  allOf,
  anyOf,
  cel,
  not,
  req,
  res,
  string,
  time,
  timestamp,
  uint,
  type BytesExpression,
  type Condition,
  type CookieExpression,
  type DoubleExpression,
  type DurationExpression,
  type DynExpression,
  type IntExpression,
  type ListExpression,
  type Restriction,
  type StringExpression,
  type TimestampExpression,
  type UintExpression,
} from "@traffic-policy/policy-builder";
import fc from "fast-check";
import { anyText } from "../any-text.ts";
import type { AnyExpression } from "./written.ts";

type R = Restriction;

/** The expressions of each type. */
type Kinds = {
  any: AnyExpression;
  bool: Condition<R>;
  bytes: BytesExpression<R>;
  cookie: CookieExpression<R>;
  double: DoubleExpression<R>;
  duration: DurationExpression<R>;
  dyn: DynExpression<R>;
  int: IntExpression<R>;
  ints: ListExpression<"int", R>;
  string: StringExpression<R>;
  strings: ListExpression<"string", R>;
  timestamp: TimestampExpression<R>;
  uint: UintExpression<R>;
};

const characters = fc.oneof(
  anyText({ maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom("'", '"', "\\", "\n", "${", "}", "\u2028", "a"),
    maxLength: 6,
  }),
);
const wholes = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
const naturals = fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
const fractions = fc.double({ noNaN: true, noDefaultInfinity: true });
const octets = fc.uint8Array({ maxLength: 4 }).map((values) => Uint8Array.from(values));
const dates = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T00:00:00Z"),
  noInvalidDate: true,
});
const lengths = fc.constantFrom("1s", "90m", "1h30m");
const zones = fc.constantFrom(undefined, "UTC", "Europe/Oslo", "-02:00");
const names = fc.constantFrom("a", "x_1", "package", "map");

const { any } = fc.letrec<Kinds>((tie) => {
  const b = tie("bool");
  const s = tie("string");
  const i = tie("int");
  const u = tie("uint");
  const d = tie("double");
  const o = tie("bytes");
  const len = tie("duration");
  const t = tie("timestamp");
  const ss = tie("strings");
  const is = tie("ints");
  const dynamic = tie("dyn");
  const text = fc.oneof(characters, s);
  const whole = fc.oneof(wholes, i);
  const natural = fc.oneof(naturals, u);
  const fraction = fc.oneof(fractions, d);
  const octet = fc.oneof(octets, o);
  const length = fc.oneof(lengths, len);
  const point = fc.oneof(dates, t);
  const anything = fc.oneof(characters, wholes, fc.boolean(), fc.constant(null), tie("any"));
  const comparison = fc.constantFrom(...(["eq", "ne", "lt", "le", "gt", "ge"] as const));
  const sign = fc.constantFrom(...(["plus", "minus", "times", "dividedBy"] as const));
  const test = fc.constantFrom(...(["startsWith", "endsWith", "contains", "matches"] as const));
  const quantifier = fc.constantFrom(...(["some", "every", "exactlyOne"] as const));
  const few = { maxLength: 3 };
  const some = { minLength: 1, maxLength: 3 };

  return {
    any: fc.oneof(b, s, i, u, d, o, len, t, ss, is, dynamic, tie("cookie")),
    bool: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Condition<R>>(literal(true), res.cookie("a").secure, cel`a || b // c`),
      fc.tuple(s, comparison, text).map(([one, name, other]) => one[name](other)),
      fc.tuple(i, comparison, whole).map(([one, name, other]) => one[name](other)),
      fc.tuple(u, comparison, natural).map(([one, name, other]) => one[name](other)),
      fc.tuple(d, comparison, fraction).map(([one, name, other]) => one[name](other)),
      fc.tuple(o, comparison, octet).map(([one, name, other]) => one[name](other)),
      fc.tuple(len, comparison, length).map(([one, name, other]) => one[name](other)),
      fc.tuple(t, comparison, point).map(([one, name, other]) => one[name](other)),
      fc.tuple(dynamic, comparison, anything).map(([one, name, other]) => one[name](other)),
      fc.tuple(s, test, text).map(([one, name, other]) => one[name](other)),
      fc.tuple(dynamic, test, text).map(([one, name, other]) => one[name](other)),
      fc.tuple(s, fc.array(text, some)).map(([one, others]) => one.isIn(...others)),
      fc.tuple(s, fc.array(text, some)).map(([one, others]) => one.inCidr(...others)),
      fc.tuple(i, fc.array(whole, some)).map(([one, others]) => one.isIn(...others)),
      fc.tuple(dynamic, fc.array(anything, some)).map(([one, others]) => one.isIn(...others)),
      fc.tuple(dynamic, anything).map(([one, other]) => one.includes(other)),
      fc.tuple(ss, text).map(([list, one]) => list.includes(one)),
      fc.tuple(ss, fc.array(text, few)).map(([list, others]) => list.eq(others)),
      fc.tuple(is, is).map(([list, other]) => list.ne(other)),
      text.map((key) => req.headers.has(key)),
      text.map((name) => req.hasHeader(name)),
      fc.tuple(b, fc.array(b, few)).map(([one, others]) => one.and(...others)),
      fc.tuple(b, fc.array(b, few)).map(([one, others]) => one.or(...others)),
      fc.array(b, some).map((all) => allOf(...all)),
      fc.array(b, some).map((all) => anyOf(...all)),
      fc.tuple(b, fc.oneof(fc.boolean(), b)).map(([one, other]) => one.eq(other)),
      fc.tuple(b, fc.oneof(fc.boolean(), b)).map(([one, other]) => one.ne(other)),
      b.map((one) => one.not()),
      b.map((one) => not(one)),
      fc.oneof(b, s).map((one) => bool(one as StringExpression<R>)),
      fc.tuple(dynamic, names).map(([one, name]) => has(one.field(name))),
      dynamic.map((one) => one.as("bool")),
      fc.tuple(b, text).map(([one, other]) => cel`${one} ? ${other} == "x" : !${one}`),
      fc
        .tuple(ss, quantifier, comparison, text)
        .map(([list, name, compare, other]) => list[name]((item) => item[compare](other))),
      fc
        .tuple(ss, quantifier, is, quantifier, b)
        .map(([list, name, inner, other, condition]) =>
          list[name]((item) =>
            inner[other]((number) => item.size().eq(number).or(condition), "inner"),
          ),
        ),
      fc
        .tuple(dynamic, quantifier, ss)
        .map(([list, name, inner]) =>
          list[name]((item) => inner.some((other) => other.eq(item.as("string")))),
        ),
    ),
    bytes: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      octets.map((value) => literal(value)),
      text.map((one) => bytes(one)),
      fc.tuple(o, octet).map(([one, other]) => one.plus(other)),
      dynamic.map((one) => one.as("bytes")),
    ),
    cookie: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      text.map((name) => res.cookie(name)),
      fc.tuple(text, whole).map(([name, index]) => req.cookies.at(name).at(index)),
    ),
    double: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(double(conn.geo.latitude)),
      fc.oneof(text, i, u, d).map((one) => double(one)),
      fc.tuple(d, sign, fraction).map(([one, name, other]) => one[name](other)),
    ),
    duration: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(lengths, s, len).map((one) => duration(one)),
      tie("cookie").map(({ maxAge }) => maxAge),
      fc.tuple(len, length).map(([one, other]) => one.plus(other)),
      fc.tuple(len, length).map(([one, other]) => one.minus(other)),
      fc.tuple(t, point).map(([one, other]) => one.since(other)),
    ),
    dyn: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(req.Headers.at("a")),
      tie("any").map((one) => dyn(one)),
      fc.tuple(dynamic, anything).map(([one, key]) => one.at(key)),
      fc.tuple(dynamic, names).map(([one, name]) => one.field(name)),
      fc.tuple(tie("cookie"), names).map(([one, name]) => one.field(name)),
    ),
    int: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      wholes.map((value) => literal(value)),
      fc.constantFrom<IntExpression<R>>(req.contentLength, conn.serverPort),
      fc.oneof(text, i, u, d, t).map((one) => int(one)),
      fc.tuple(i, sign, whole).map(([one, name, other]) => one[name](other)),
      fc.tuple(i, whole).map(([one, other]) => one.modulo(other)),
      fc.oneof(s, o, ss, is, dynamic).map((one) => one.size()),
      len.map((one) => one.getMinutes()),
      fc.tuple(t, zones).map(([one, zone]) => one.getDayOfWeek(zone)),
      fc.tuple(is, whole).map(([list, index]) => list.at(index)),
    ),
    ints: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.array(whole, few).map((values) => listOf("int", values)),
      ss.map((list) => list.map((item) => item.size())),
      fc.tuple(is, i).map(([list, other]) => list.map((item) => item.times(other), "number")),
      fc
        .tuple(is, comparison, i)
        .map(([list, name, other]) => list.filter((item) => item[name](other))),
      fc.tuple(is, fc.array(whole, few)).map(([list, others]) => list.plus(others)),
    ),
    string: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      characters.map((value) => literal(value)),
      fc.constantFrom<StringExpression<R>>(req.host, time.now, cel.as("string")`a ? 'b' : "c"`),
      fc.tuple(s, text).map(([one, other]) => one.plus(other)),
      fc.oneof(text, i, u, d, b, o, t, len).map((one) => string(one)),
      fc.tuple(ss, whole).map(([list, index]) => list.at(index)),
      tie("cookie").map(({ value }) => value),
      fc.tuple(tie("cookie"), text).map(([one, key]) => one.unparsedAttributes.at(key)),
    ),
    strings: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.array(text, few).map((values) => listOf("string", values)),
      text.map((name) => req.header(name)),
      text.map((key) => req.headers.at(key)),
      fc.tuple(ss, fc.array(text, few)).map(([list, others]) => list.plus(others)),
      fc
        .tuple(ss, test, text)
        .map(([list, name, other]) => list.filter((item) => item[name](other))),
      fc.tuple(ss, text).map(([list, other]) => list.map((item) => item.plus(other))),
      text.map((other) => req.url.queryParams.filter((key) => key.ne(other))),
    ),
    timestamp: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      dates.map((value) => literal(value)),
      fc.constant(conn.ts.start),
      fc.oneof(s, i, point).map((one) => timestamp(one)),
      fc.tuple(t, length).map(([one, other]) => one.plus(other)),
      fc.tuple(t, length).map(([one, other]) => one.minus(other)),
    ),
    uint: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(uint(req.contentLength)),
      fc.oneof(text, i, u, d).map((one) => uint(one)),
      fc.tuple(u, sign, natural).map(([one, name, other]) => one[name](other)),
      fc.tuple(u, natural).map(([one, other]) => one.modulo(other)),
    ),
  };
});

/** Expressions as the builder's methods, functions and macros make them, whatever they mean. */
export const arbitraryExpression: fc.Arbitrary<AnyExpression> = any;
