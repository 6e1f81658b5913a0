import fc from "fast-check";
import type { BinaryOperator, Expression } from "@traffic-policy/policy-language";
import { anyText } from "../../any-text.ts";

// Names that begin like the prefixes of strings, and fields that are reserved words.
const names = fc.constantFrom(
  "a",
  "req",
  "url_path",
  "x1",
  "r",
  "b",
  "br",
  "e1",
  "_",
  "u",
  "index",
);
const fields = fc.oneof(names, fc.constantFrom("for", "package", "map", "has"));

const characters = fc.oneof(
  anyText(),
  fc.string({ unit: fc.constantFrom("'", '"', "\\", "n", "\n", "`", "${", "}", "\u202e") }),
);

const literals: fc.Arbitrary<Expression> = fc.oneof(
  characters.map((value): Expression => ({ kind: "literal", type: "string", value })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value): Expression => ({ kind: "literal", type: "int", value })),
  fc
    .bigInt({ min: 0n, max: 2n ** 64n - 1n })
    .map((value): Expression => ({ kind: "literal", type: "uint", value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): Expression => ({ kind: "literal", type: "double", value })),
  fc.boolean().map((value): Expression => ({ kind: "literal", type: "bool", value })),
  fc.uint8Array({ maxLength: 8 }).map((value): Expression => ({
    kind: "literal",
    type: "bytes",
    value: Uint8Array.from(value),
  })),
  fc.constant<Expression>({ kind: "literal", type: "null", value: null }),
);

const operators = fc.constantFrom<BinaryOperator>(
  ...(["||", "&&", "==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"] as const),
);

const macros = fc.constantFrom("all", "exists", "exists_one", "filter", "map");

const identifiers = names.map((name): Expression => ({ kind: "identifier", name }));

const absolute = fc.option(fc.constant(true as const), { nil: undefined });

function optional<T extends { absolute: true | undefined }>(record: fc.Arbitrary<T>) {
  return record.map(({ absolute: dot, ...rest }) => (dot ? { ...rest, absolute: dot } : rest));
}

const { expressions } = fc.letrec<{ expressions: Expression }>((tie) => {
  const inner = tie("expressions");
  return {
    expressions: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      literals,
      identifiers,
      optional(fc.record({ kind: fc.constant("identifier"), name: names, absolute })),
      fc.record({ kind: fc.constant("select"), operand: inner, field: fields }),
      fc.record({ kind: fc.constant("index"), operand: inner, index: inner }),
      optional(
        fc.record({
          kind: fc.constant("call"),
          name: names,
          arguments: fc.array(inner, { maxLength: 3 }),
          absolute,
        }),
      ),
      fc.record({
        kind: fc.constant("call"),
        name: names,
        target: inner,
        arguments: fc.array(inner, { maxLength: 2 }),
      }),
      fc.record({
        kind: fc.constant("call"),
        name: fc.constant("has"),
        arguments: fc.tuple(
          fc.record({ kind: fc.constant("select"), operand: inner, field: fields }),
        ),
      }),
      fc.record({
        kind: fc.constant("call"),
        name: macros,
        target: inner,
        arguments: fc.tuple(identifiers, inner),
      }),
      fc.record({
        kind: fc.constant("unary"),
        operator: fc.constantFrom("!", "-"),
        operand: inner,
      }),
      fc.record({ kind: fc.constant("binary"), operator: operators, left: inner, right: inner }),
      fc.record({
        kind: fc.constant("conditional"),
        condition: inner,
        whenTrue: inner,
        whenFalse: inner,
      }),
      fc.record({ kind: fc.constant("list"), elements: fc.array(inner, { maxLength: 3 }) }),
      fc.record({
        kind: fc.constant("map"),
        entries: fc.array(fc.record({ key: inner, value: inner }), { maxLength: 2 }),
      }),
    ) as fc.Arbitrary<Expression>,
  };
});

/** Trees as the parser gives them, without spans: every kind of node, literal and operator. */
export const arbitraryTree: fc.Arbitrary<Expression> = expressions;
