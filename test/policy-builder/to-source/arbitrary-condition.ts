import {
  directionsDialect,
  printExpression,
  type BinaryOperator,
  type Expression,
} from "@traffic-policy/policy-language";
import fc from "fast-check";

/** Trees by the type of their value. */
type Trees = {
  bool: Expression;
  double: Expression;
  duration: Expression;
  int: Expression;
  string: Expression;
  strings: Expression;
  timestamp: Expression;
};

const variables = directionsDialect.namespaces.flatMap((namespace) => namespace.variables);

function variableOf(type: string): fc.Arbitrary<Expression> {
  const names = variables.filter((one) => one.type === type).map(({ name }) => name);
  return fc.constantFrom(...names).map((name) => {
    const [first = "", ...fields] = name.split(".");
    return fields.reduce<Expression>((operand, field) => ({ kind: "select", operand, field }), {
      kind: "identifier",
      name: first,
    });
  });
}

function text(value: string): Expression {
  return { kind: "literal", type: "string", value };
}

function call(name: string, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, arguments: args };
}

function method(target: Expression, name: string, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, target, arguments: args };
}

function binary(left: Expression, operator: BinaryOperator, right: Expression): Expression {
  return { kind: "binary", operator, left, right };
}

const texts = fc.oneof(
  fc.constantFrom("GET", "a b", "x-key", "/v1/", "^\\d+$", "it's", '"', "`", "${", "\n", ""),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const lists = (items: fc.Arbitrary<Expression>) =>
  fc
    .array(items, { minLength: 1, maxLength: 3 })
    .map((elements): Expression => ({ kind: "list", elements }));
const comparison = fc.constantFrom<BinaryOperator>("==", "!=", "<", "<=", ">", ">=");
const test = fc.constantFrom("startsWith", "endsWith", "contains", "matches");
const headers = fc.constantFrom("x-key", "accept", "eq", "size");

const { bool } = fc.letrec<Trees>((tie) => {
  const compared = (operand: fc.Arbitrary<Expression>) =>
    fc.tuple(operand, comparison, operand).map((parts) => binary(...parts));
  const listed = (operand: fc.Arbitrary<Expression>) =>
    fc.tuple(operand, lists(operand)).map(([one, list]) => binary(one, "in", list));
  return {
    bool: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(compared(tie("string")), compared(tie("int"))),
      compared(tie("double")),
      compared(tie("duration")),
      compared(tie("timestamp")),
      listed(tie("string")),
      listed(tie("int")),
      fc.tuple(tie("string"), test, texts.map(text)).map(([one, ...rest]) => method(one, ...rest)),
      fc.tuple(tie("string"), tie("strings")).map(([one, list]) => binary(one, "in", list)),
      headers.map((name) =>
        binary(text(name), "in", {
          kind: "select",
          operand: { kind: "identifier", name: "req" },
          field: "headers",
        }),
      ),
      fc
        .constantFrom("hasReqHeader", "hasQueryParam", "hasReqCookie")
        .map((name) => call(name, text("A"))),
      variableOf("int").map((field) => call("has", field)),
      tie("string").map((one) => call("inCidrRange", one, text("192.0.2.0/24"))),
      fc
        .tuple(
          tie("strings"),
          fc.constantFrom("exists", "all", "exists_one"),
          fc.constantFrom("v", "x", "text", "class", "req", "_a"),
          tie("string"),
          tie("bool"),
        )
        .map(([list, macro, name, other, condition]) => {
          const item: Expression = { kind: "identifier", name };
          const body = binary(binary(item, "==", other), "||", condition);
          return method(list, macro, item, body);
        }),
      fc.record({
        kind: fc.constant("unary"),
        operator: fc.constant("!"),
        operand: tie("bool"),
      }) as fc.Arbitrary<Expression>,
      fc
        .tuple(tie("bool"), fc.constantFrom<BinaryOperator>("&&", "||"), tie("bool"))
        .map((parts) => binary(...parts)),
    ),
    double: fc.oneof(
      { maxDepth: 2 },
      tie("string").map((one) => call("double", one)),
      fc
        .tuple(
          tie("double"),
          fc.constantFrom<BinaryOperator>("+", "/"),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        )
        .map(([left, operator, value]) =>
          binary(left, operator, { kind: "literal", type: "double", value }),
        ),
    ),
    duration: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom("1s", "90m").map((length) => call("duration", text(length))),
      fc.tuple(tie("timestamp"), tie("timestamp")).map(([one, other]) => binary(one, "-", other)),
      fc.tuple(tie("duration"), tie("duration")).map(([one, other]) => binary(one, "+", other)),
    ),
    int: fc.oneof(
      { maxDepth: 2 },
      variableOf("int"),
      fc
        .oneof(fc.nat(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
        .map((value): Expression => ({ kind: "literal", type: "int", value: BigInt(value) })),
      tie("string").map((one) => call("size", one)),
      tie("strings").map((one) => call("size", one)),
      fc
        .tuple(tie("int"), fc.constantFrom<BinaryOperator>("+", "-", "*", "/", "%"), tie("int"))
        .map((parts) => binary(...parts)),
      tie("timestamp").map((one) => method(one, "getHours")),
    ),
    string: fc.oneof(
      { maxDepth: 2 },
      variableOf("string"),
      texts.map(text),
      tie("int").map((one) => call("string", one)),
      fc.tuple(tie("string"), tie("string")).map(([one, other]) => binary(one, "+", other)),
      tie("strings").map((operand): Expression => ({
        kind: "index",
        operand,
        index: { kind: "literal", type: "int", value: 0n },
      })),
    ),
    strings: fc.oneof(
      { maxDepth: 2 },
      variableOf("list(string)"),
      lists(tie("string")),
      fc.constantFrom("User-Agent", "X-A").map((name) => call("getReqHeader", text(name))),
      fc.tuple(tie("strings"), tie("string")).map(([list, other]) => {
        const item: Expression = { kind: "identifier", name: "v" };
        return method(list, "filter", item, binary(item, "!=", other));
      }),
    ),
    timestamp: fc.oneof(
      { maxDepth: 2 },
      variableOf("timestamp"),
      fc.constant(call("timestamp", text("2024-01-31T00:00:00Z"))),
      fc
        .tuple(tie("timestamp"), fc.constantFrom<BinaryOperator>("+", "-"), tie("duration"))
        .map((parts) => binary(...parts)),
    ),
  };
});

/** Conditions of right types, over all variables there are. */
export const arbitraryCondition: fc.Arbitrary<string> = bool.map(printExpression);
