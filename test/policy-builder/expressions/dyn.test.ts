import {
  cel,
  dyn,
  DynExpression,
  listOf,
  literal,
  req,
  type Kind,
} from "@traffic-policy/policy-builder";
import { expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";
import { kindOf, type AnyExpression } from "../written.ts";

const value = dyn(req.host);
const inner = req.Headers.at("a");

describeMethods(DynExpression, {
  as: [["dyn(req.host)", value.as("dyn")]],
  eq: [
    ["dyn(req.host) == 'a'", value.eq("a")],
    ["dyn(req.host) == 5", value.eq(5)],
    ["dyn(req.host) == 0.5", value.eq(0.5)],
    ["dyn(req.host) == null", value.eq(null)],
    ["dyn(req.host) == [1, 'a', [true]]", value.eq([1, "a", [true]])],
    ["dyn(req.host) == b'A'", value.eq(new Uint8Array([65]))],
    ["dyn(req.host) == timestamp('1970-01-01T00:00:00.000Z')", value.eq(new Date(0))],
    ["dyn(req.host) == req.content_length", value.eq(req.contentLength)],
  ],
  ne: [["req.Headers['a'] != 'a'", inner.ne("a")]],
  lt: [["dyn(req.host) < 5", value.lt(5)]],
  le: [["dyn(req.host) <= 5", value.le(5n)]],
  gt: [["dyn(req.host) > req.host", value.gt(req.host)]],
  ge: [["dyn(req.host) >= 0.5", value.ge(0.5)]],
  isIn: [["dyn(req.host) in ['a', 1, req.host]", value.isIn("a", 1, req.host)]],
  includes: [
    ["'a' in req.Headers['a']", inner.includes("a")],
    ["req.host in req.Headers['a']", inner.includes(req.host)],
  ],
  at: [
    ["dyn(req.host)['a'][0]", value.at("a").at(0)],
    ["dyn(req.host)[req.host]", value.at(req.host)],
  ],
  field: [["dyn(req.host).a.b", value.field("a").field("b")]],
  startsWith: [["dyn(req.host).startsWith('a')", value.startsWith("a")]],
  endsWith: [["dyn(req.host).endsWith(req.host)", value.endsWith(req.host)]],
  contains: [["dyn(req.host).contains('a')", value.contains("a")]],
  matches: [["dyn(req.host).matches('a')", value.matches("a")]],
  size: [["size(dyn(req.host))", value.size()]],
  some: [["dyn(req.host).exists(v, v == 1)", value.some((item) => item.eq(1))]],
  every: [["dyn(req.host).all(v, v.startsWith('a'))", value.every((item) => item.startsWith("a"))]],
  exactlyOne: [["dyn(req.host).exists_one(v, v == 1)", value.exactlyOne((item) => item.eq(1))]],
  filter: [["dyn(req.host).filter(v, v == 1)", value.filter((item) => item.eq(1))]],
  map: [["dyn(req.host).map(v, v.a)", value.map((item) => item.field("a"))]],
});

const kinds: readonly Kind[] = [
  "bool",
  "bytes",
  "cookie",
  "double",
  "duration",
  "dyn",
  "extension",
  "int",
  "list(bool)",
  "list(bytes)",
  "list(cookie)",
  "list(double)",
  "list(duration)",
  "list(dyn)",
  "list(extension)",
  "list(int)",
  "list(string)",
  "list(timestamp)",
  "list(uint)",
  "string",
  "timestamp",
  "uint",
];

test.each(kinds)("as(%j) has the class of that type, and the same text", (kind) => {
  const taken: AnyExpression = value.as(kind);
  expect(kindOf(taken)).toBe(kind);
  expect(taken.toString()).toBe("dyn(req.host)");
  const list: AnyExpression = listOf(kind, []);
  expect(kindOf(list)).toBe(`list(${kind})`);
});

test("as() keeps the text of cel", () => {
  expect(cel.as("dyn")`a   == "b"`.as("bool").toString()).toBe('a   == "b"');
});

test("as() of no type is refused", () => {
  expect(() => value.as("text" as "string")).toThrow(
    new RangeError('"text" is not a type of expressions.'),
  );
});

test("a field that is no name is refused when it is written", () => {
  expect(() => value.field("a b")).toThrow(new RangeError('"a b" is not a name in CEL.'));
});

test("a value without a literal is refused", () => {
  expect(() => value.eq(literal as unknown as string)).toThrow(
    new TypeError("CEL has no literal for a function."),
  );
});
