import { conn, listOf, literal, req, type Kind } from "@traffic-policy/policy-builder";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../any-text.ts";
import { treeOf } from "../policy-language/expression/without-spans.ts";
import { seeded } from "../seeded.ts";
import { written } from "./written.ts";

test.each([
  ["''", literal("")],
  ["'a'", literal("a")],
  ["5", literal(5)],
  ["-5", literal(-5n)],
  ["0", literal(-0)],
  ["true", literal(true)],
  ["b'A'", literal(new Uint8Array([65]))],
  ["timestamp('1970-01-01T00:00:00.000Z')", literal(new Date(0))],
  ["['a', conn.geo.city]", listOf("string", ["a", conn.geo.city])],
  ["[1, -2, req.content_length]", listOf("int", [1, -2n, req.contentLength])],
  ["[1u, 2u]", listOf("uint", [1, 2n])],
  ["[1.0, 0.5]", listOf("double", [1, 0.5])],
  ["[true, req.host == 'a']", listOf("bool", [true, req.host.eq("a")])],
  ["[b'A']", listOf("bytes", [new Uint8Array([65])])],
  ["[duration('1s')]", listOf("duration", ["1s"])],
  [
    "[timestamp('2024-01-31T00:00:00Z'), timestamp('1970-01-01T00:00:00.000Z')]",
    listOf("timestamp", ["2024-01-31T00:00:00Z", new Date(0)]),
  ],
  ["[getReqCookie('a')]", listOf("cookie", [req.cookie("a")])],
  ["[conn.tls.client.extensions[0]]", listOf("extension", [conn.tls.client.extensions.at(0)])],
  ["[['a'], getReqHeader('B')]", listOf("list(string)", [["a"], req.header("b")])],
  [
    "[['a'], ['b']][0][0] + 'c'",
    listOf("list(string)", [["a"], ["b"]])
      .at(0)
      .at(0)
      .plus("c"),
  ],
])("%s", (text, built) => {
  expect(written(built)).toBe(text);
});

test("an empty list fits every use", () => {
  expect(listOf("string", []).includes("a").toString()).toBe("'a' in []");
});

test("any text survives", () => {
  seeded(
    fc.property(anyText(), (value) => {
      expect(treeOf(literal(value).toString())).toMatchObject({ type: "string", value });
      expect(treeOf(req.host.eq(value).toString())).toMatchObject({ right: { value } });
    }),
  );
});

test("any whole number, fraction and bytes survive", () => {
  seeded(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.uint8Array(),
      (whole, fraction, bytes) => {
        expect(treeOf(literal(whole).toString())).toMatchObject({ type: "int", value: whole });
        expect(treeOf(listOf("double", [fraction]).toString())).toMatchObject({
          elements: [{ type: "double", value: fraction }],
        });
        const parsed = treeOf(literal(bytes).toString()) as { value: Uint8Array };
        expect([...parsed.value]).toEqual([...bytes]);
      },
    ),
  );
});

test("later changes of bytes change nothing", () => {
  for (const bytes of [new Uint8Array([65]), Buffer.from("A")]) {
    const built = literal(bytes);
    bytes[0] = 66;
    expect(built.toString()).toBe("b'A'");
  }
});

describe("refused where it is written:", () => {
  const range = (message: string): RangeError => new RangeError(message);
  const type = (message: string): TypeError => new TypeError(message);

  test.each<[string, () => unknown, Error]>([
    ["NaN", () => literal(Number.NaN), range("NaN is not a whole number.")],
    ["a fraction", () => literal(1.5), range("1.5 is not a whole number.")],
    ["Infinity", () => req.contentLength.eq(Infinity), range("Infinity is not a whole number.")],
    [
      "a number that is not exact",
      () => literal(2 ** 53),
      range("9007199254740992 is not exact as a number; write it as a bigint, like 123n."),
    ],
    [
      "a number over 64 bits",
      () => literal(2n ** 63n),
      range("9223372036854775808 does not fit into the CEL type int."),
    ],
    [
      "a negative uint",
      () => listOf("uint", [-1]),
      range("-1 does not fit into the CEL type uint."),
    ],
    ["a double NaN", () => listOf("double", [Number.NaN]), range("CEL has no literal for NaN.")],
    ["a date that is none", () => literal(new Date("never")), range("The date is not valid.")],
    [
      "half a surrogate pair",
      () => req.host.eq("a\ud800"),
      range("CEL has no literal for text with half a surrogate pair."),
    ],
    [
      "the same in a list",
      () => req.host.isIn("a", "\udc00"),
      range("CEL has no literal for text with half a surrogate pair."),
    ],
    [
      "the same in a duration",
      () => listOf("duration", ["\udc00"]),
      range("CEL has no literal for text with half a surrogate pair."),
    ],
    [
      "null",
      () => literal(null as unknown as string),
      type("literal() takes text, a whole number, true or false, a date or bytes, not null."),
    ],
    [
      "an object",
      () => literal({} as unknown as string),
      type("literal() takes text, a whole number, true or false, a date or bytes, not an object."),
    ],
    [
      "an expression",
      () => literal(req.contentLength as unknown as string),
      type(
        "literal() takes text, a whole number, true or false, a date or bytes, not an IntExpression.",
      ),
    ],
    [
      "a number for text",
      () => req.host.eq(5 as unknown as string),
      type("A value of the CEL type string is needed, not 5."),
    ],
    [
      "text for a number",
      () => req.contentLength.gt("5" as unknown as number),
      type('A value of the CEL type int is needed, not "5".'),
    ],
    [
      "undefined",
      () => req.host.startsWith(undefined as unknown as string),
      type("A value of the CEL type string is needed, not undefined."),
    ],
    [
      "no argument",
      () => (req.host.eq as () => unknown).call(req.host),
      type("A value of the CEL type string is needed, not undefined."),
    ],
    [
      "a list for an item",
      () => req.host.isIn(["a", "b"] as unknown as string),
      type("A value of the CEL type string is needed, not an array."),
    ],
    [
      "an object without a class",
      () => req.host.eq(Object.create(null) as string),
      type("A value of the CEL type string is needed, not an object."),
    ],
    [
      "a symbol",
      () => req.host.eq(Symbol("a") as unknown as string),
      type("A value of the CEL type string is needed, not Symbol(a)."),
    ],
    [
      "a date for a duration",
      () => listOf("duration", [new Date(0) as unknown as string]),
      type("A value of the CEL type duration is needed, not a Date."),
    ],
    [
      "a plain value for a cookie",
      () => listOf("cookie", ["a" as never]),
      type('A value of the CEL type cookie is needed, not "a".'),
    ],
    [
      "an unknown type",
      () => listOf("text" as Kind, []).at(0),
      range('"text" is not a type of expressions.'),
    ],
  ])("%s", (_what, build, error) => {
    expect(build).toThrow(error);
  });
});
