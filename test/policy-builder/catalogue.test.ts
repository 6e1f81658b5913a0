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
  req,
  res,
  string,
  time,
  timestamp,
  uint,
  type ComparableExpression,
  type Restriction,
} from "@traffic-policy/policy-builder";
import {
  checkExpression,
  directionsDialect,
  typeText,
  type BinaryOperator,
  type Expression,
} from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import {
  standardMacros,
  standardOperators,
} from "../../packages/policy-language/src/catalogue/standard/operators.ts";
import type { AnyExpression } from "./written.ts";

const text = req.host;
const whole = req.contentLength;
const natural = uint(whole);
const real = double(text);
const octets = bytes(text);
const { start } = conn.ts;
const { maxAge, secure } = res.cookie("a");
const list = req.header("a");
const map = req.url.queryParams;

function comparisons<K extends "string">(
  one: ComparableExpression<K, Restriction>,
): readonly AnyExpression[] {
  return [one.lt("a"), one.le("a"), one.gt("a"), one.ge("a"), one.eq("a"), one.ne("a")];
}

const numbers = [whole, natural, real].flatMap((one) => [
  one.plus(1),
  one.minus(1),
  one.times(1),
  one.dividedBy(1),
  one.lt(1),
  one.le(1),
  one.gt(1),
  one.ge(1),
  double(one),
  int(one),
  uint(one),
  string(one),
]);

const times = (
  [
    "getFullYear",
    "getMonth",
    "getDate",
    "getDayOfMonth",
    "getDayOfWeek",
    "getDayOfYear",
    "getHours",
    "getMinutes",
    "getSeconds",
    "getMilliseconds",
  ] as const
).flatMap((name) => [start[name](), start[name]("Europe/Oslo")]);

/** One expression at least for everything that can be written without `cel`. */
const samples: readonly AnyExpression[] = [
  ...comparisons(text),
  ...numbers,
  ...times,
  octets.lt(octets),
  octets.le(octets),
  octets.gt(octets),
  octets.ge(octets),
  start.lt(start),
  start.le(start),
  start.gt(start),
  start.ge(start),
  maxAge.lt("1s"),
  maxAge.le("1s"),
  maxAge.gt("1s"),
  maxAge.ge("1s"),
  maxAge.plus("1s"),
  maxAge.minus("1s"),
  start.plus("1s"),
  start.minus("1s"),
  start.since(start),
  text.plus("a"),
  octets.plus(octets),
  list.plus(["a"]),
  whole.modulo(2),
  natural.modulo(2),
  text.isIn("a"),
  secure.and(secure),
  secure.or(secure),
  secure.not(),
  secure.eq(true),
  secure.ne(true),
  listOf("int", [1]),
  maxAge.getHours(),
  maxAge.getMinutes(),
  maxAge.getSeconds(),
  maxAge.getMilliseconds(),
  text.size(),
  octets.size(),
  list.size(),
  map.size(),
  list.at(0),
  map.at("a"),
  text.contains("a"),
  text.startsWith("a"),
  text.endsWith("a"),
  text.matches("a"),
  text.inCidr("192.0.2.0/24"),
  text.inCidr("192.0.2.0/24", "198.51.100.0/24"),
  bool(text),
  bool(secure),
  bytes(text),
  double(text),
  int(text),
  int(start),
  int(maxAge),
  uint(text),
  duration(text),
  duration(maxAge),
  timestamp(time.now),
  timestamp(start),
  timestamp(whole),
  string(text),
  string(secure),
  string(octets),
  string(start),
  string(maxAge),
  dyn(text),
  req.hasHeader("a"),
  req.header("a"),
  req.hasQueryParam("a"),
  req.queryParam("a"),
  req.hasCookie("a"),
  req.cookie("a"),
  res.hasHeader("a"),
  res.header("a"),
  res.hasCookie("a"),
  res.cookie("a"),
  has(req.url.port),
  literal(true),
  list.some((v) => v.eq("a")),
  list.every((v) => v.eq("a")),
  list.exactlyOne((v) => v.eq("a")),
  list.filter((v) => v.eq("a")),
  list.map((v) => v.size()),
];

/** What the samples use: `size(string)`, `string.contains(string)`, `int + int`. */
const uses = new Set<string>();
const names = new Set<string>();
const nodes = new Set<string>();

for (const sample of samples) {
  const tree = sample.toExpression();
  const { types } = checkExpression(tree);
  collect(tree, (node) => typeText(types.get(node) ?? { kind: "dyn" }));
}

function collect(node: Expression, typeOf: (node: Expression) => string): void {
  nodes.add(node.kind === "unary" ? node.operator : node.kind);
  if (node.kind === "call") {
    const target = node.target === undefined ? "" : `${typeOf(node.target)}.`;
    uses.add(`${target}${node.name}(${node.arguments.map(typeOf).join(", ")})`);
    names.add(node.name);
  } else if (node.kind === "binary") {
    uses.add(`${typeOf(node.left)} ${node.operator} ${typeOf(node.right)}`);
    names.add(node.operator);
  }
  for (const part of partsOf(node)) collect(part, typeOf);
}

function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "call":
      return [...(node.target === undefined ? [] : [node.target]), ...node.arguments];
    case "binary":
      return [node.left, node.right];
    case "select":
    case "unary":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    case "list":
      return node.elements;
    default:
      return [];
  }
}

/** Those of the signatures that no sample has; a capital letter in one stands for any type. */
function unused(signatures: readonly string[]): string[] {
  return signatures.filter((signature) => {
    const pattern = signature.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\b[A-Z]\b/g, ".+");
    return ![...uses].some((use) => new RegExp(`^${pattern}$`).test(use));
  });
}

test("the builder has every function, but for those with a reason", () => {
  const all = [...directionsDialect.functions.values()];
  // A type cannot be compared with anything that the builder has.
  expect(all.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(["type"]);
});

test("the builder has every way to call them, but for those with a reason", () => {
  const signatures = [...directionsDialect.functions.values()].flatMap(({ name, overloads }) =>
    overloads.map(({ target, parameters }) =>
      [target === undefined ? "" : `${target}.`, `${name}(${parameters.join(", ")})`].join(""),
    ),
  );
  expect(unused(signatures).toSorted()).toEqual(
    [
      // The same as the function size().
      "string.size()",
      "bytes.size()",
      "list(A).size()",
      "map(A, B).size()",
      // The same as the method matches().
      "matches(string, string)",
      // What is of that type already.
      "bytes(bytes)",
      "type(A)",
    ].toSorted(),
  );
});

test("the builder has every operator", () => {
  const others = { "&&": true, "||": true, "==": true, "!=": true, in: true } satisfies Record<
    Exclude<BinaryOperator, keyof typeof standardOperators>,
    true
  >;
  const operators = [...Object.keys(standardOperators), ...Object.keys(others)];
  expect(operators.filter((operator) => !names.has(operator))).toEqual([]);
});

test("the builder has every use of an operator, but for those with a reason", () => {
  const signatures = Object.entries(standardOperators).flatMap(([operator, overloads]) =>
    overloads.map(({ left, right }) => `${left} ${operator} ${right}`),
  );
  expect(unused(signatures).toSorted()).toEqual(
    [
      // Nobody asks which of true and false is less.
      "bool < bool",
      "bool <= bool",
      "bool > bool",
      "bool >= bool",
      // The same as a point in time plus a duration.
      "duration + timestamp",
    ].toSorted(),
  );
});

test("the builder has every macro", () => {
  expect(standardMacros.filter((name) => !names.has(name))).toEqual([]);
});

test("the builder has every kind of expression, but for those with a reason", () => {
  const kinds = {
    binary: true,
    call: true,
    conditional: true,
    identifier: true,
    index: true,
    list: true,
    literal: true,
    map: true,
    select: true,
    unary: true,
  } satisfies Record<Expression["kind"], true>;
  const all = [...Object.keys(kinds), "!", "-"].filter((kind) => kind !== "unary");
  // `a ? b : c`, a map `{a: b}` and the minus before an operand are written with cel.
  expect(all.filter((kind) => !nodes.has(kind))).toEqual(["conditional", "map", "-"]);
});
