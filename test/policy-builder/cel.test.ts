import { cel, CelTextError, policy, req, rule, type Kind } from "@traffic-policy/policy-builder";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../any-text.ts";
import { treeOf } from "../policy-language/expression/without-spans.ts";
import { seeded } from "../seeded.ts";
import { kindOf } from "./written.ts";

test("the text stands in the policy as it is written", () => {
  const built = rule("a").when(cel`req.url.path.matches("\\d+\n")   // why`, cel.text("a  ==  b"));
  expect(built.toRule().expressions).toEqual([
    'req.url.path.matches("\\\\d+\\n")   // why',
    "a  ==  b",
  ]);
});

describe("an embedded value cannot break out:", () => {
  test.each([
    ["a quote", "' || true || '", `a == "' || true || '"`],
    ["both quotes", `'"`, `a == '\\'"'`],
    ["a backslash", "\\", "a == '\\\\'"],
    ["a newline", "x\ny", "a == 'x\\ny'"],
    ["an interpolation", "${conn.client_ip}", "a == '${conn.client_ip}'"],
    ["a backtick", "`", "a == '`'"],
    ["a line separator", "\u2028", "a == '\\u2028'"],
    ["a comment", "// x", "a == '// x'"],
    ["a whole number", 200, "a == 200"],
    ["a fraction", 0.5, "a == 0.5"],
    ["a bigint", -5n, "a == -5"],
    ["true", true, "a == true"],
    ["null", null, "a == null"],
    ["bytes", new Uint8Array([39]), `a == b"'"`],
    ["a date", new Date(0), "a == timestamp('1970-01-01T00:00:00.000Z')"],
    ["a list", ["x", 1, [true]], "a == ['x', 1, [true]]"],
    ["a variable", req.method, "a == req.method"],
    ["a comparison", req.method.eq("x"), "a == (req.method == 'x')"],
    ["a sum", req.host.plus("x"), "a == (req.host + 'x')"],
    ["text", cel`b || c`, "a == (b || c)"],
    ["text with a comment", cel`b // c`, "a == b"],
    ["text of a type", cel.as("string")`b`, "a == b"],
  ])("%s", (_what, value, text) => {
    expect(cel`a == ${value}`.toString()).toBe(text);
  });

  test("any text survives", () => {
    seeded(
      fc.property(anyText(), (value) => {
        expect(treeOf(cel`f(${value}) == ${value}`.toString())).toMatchObject({
          left: { arguments: [{ kind: "literal", value }] },
          right: { kind: "literal", value },
        });
      }),
    );
  });
});

describe("several values", () => {
  test("stand where they are written", () => {
    expect(cel`${1} + -${2} == ${req.host}.size() ? ${"a"} : {${"b"}: [${3}]}`.toString()).toBe(
      "1 + -2 == req.host.size() ? 'a' : {'b': [3]}",
    );
    expect(cel`has(${req.url.port}) && f(${1}, ${2})`.toString()).toBe(
      "has(req.url.port) && f(1, 2)",
    );
  });

  test("are refused unless all of them can stand there", () => {
    expect(() => cel`${"a"} == '${"b"}'`).toThrow(TypeError);
  });
});

describe("an embedded value that is no operand is refused", () => {
  const message =
    "An embedded value of cel`…` replaces an operand: it cannot be inside quotes or a comment, nor touch a name or a number.";
  const value = "|| true ||";

  test.each([
    ["inside single quotes", () => cel`a == '${value}'`],
    ["inside double quotes", () => cel`a == "${value}"`],
    ["inside three quotes", () => cel`a == '''${value}'''`],
    ["inside a comment", () => cel`a == b // ${value}`],
    ["after the prefix of a raw string", () => cel`a == r${value}`],
    ["after the prefix of bytes", () => cel`a == b${value}`],
    ["after a name", () => cel`a == x${5}`],
    ["before a suffix", () => cel`a == ${5}u`],
    ["beside a number", () => cel`a == 1${5}`],
    ["a field", () => cel`a.${req.host}`],
    ["a function", () => cel`${req.host}(a)`],
  ])("%s", (_where, build) => {
    expect(build).toThrow(new TypeError(message));
  });

  test("each time, not only at first", () => {
    const build = (host: string): unknown => cel`a == '${host}'`;
    expect(() => build("|| true ||")).toThrow(new TypeError(message));
    expect(() => build("|| false ||")).toThrow(new TypeError(message));
  });
});

test("what has a syntax error either way is left to those who report it", () => {
  expect(cel`a == (${"x"}`.toString()).toBe("a == ('x'");
  expect(cel`a ==`.toString()).toBe("a ==");
});

describe("a value without a literal is refused where it is written:", () => {
  test.each<[string, unknown, Error]>([
    ["undefined", undefined, new TypeError("CEL has no literal for undefined.")],
    ["an object", {}, new TypeError("CEL has no literal for an object.")],
    ["a function", cel, new TypeError("CEL has no literal for a function.")],
    ["a map", new Map(), new TypeError("CEL has no literal for a Map.")],
    ["a hole in a list", Array(1), new TypeError("CEL has no literal for undefined.")],
    ["NaN", Number.NaN, new RangeError("CEL has no literal for NaN.")],
    [
      "a number that is not exact",
      2 ** 60,
      new RangeError(
        "1152921504606847000 is not exact as a number; write it as a bigint, like 123n.",
      ),
    ],
    ["a date that is none", new Date("never"), new RangeError("The date is not valid.")],
    [
      "half a surrogate pair",
      "\ud800",
      new RangeError("CEL has no literal for text with half a surrogate pair."),
    ],
  ])("%s", (_what, value, error) => {
    expect(() => cel`a == ${value as string}`).toThrow(error);
  });

  test("text with a syntax error", () => {
    const broken = cel.text("b) || (c");
    expect(() => cel`a == ${broken}`).toThrow(
      expect.objectContaining({
        name: "CelTextError",
        message: "cel`b) || (c` has a syntax error: ) does not close a bracket that is open here.",
        text: "b) || (c",
      }),
    );
    expect(() => cel`a == ${broken}`).toThrow(CelTextError);
  });
});

test("where its parts may be used, it may be used", () => {
  const misplaced = rule("a").when(cel`${req.host} == "a"`) as never;
  expect(() => policy({ protocol: "tcp" }).inbound(misplaced)).toThrow(
    "req.host does not exist in a policy for tcp.",
  );
});

test("as() gives the class of a type", () => {
  const kinds: readonly Kind[] = ["bool", "cookie", "duration", "dyn", "list(string)", "string"];
  for (const kind of kinds) expect(kindOf(cel.as(kind)`a`)).toBe(kind);
  expect(cel.as("string")`a ? b : c`.startsWith("x").toString()).toBe(
    "(a ? b : c).startsWith('x')",
  );
  expect(cel.as("int")`1  +  1`.toString()).toBe("1  +  1");
  expect(() => cel.as("text" as "string")`a`).toThrow(
    new RangeError('"text" is not a type of expressions.'),
  );
});

test("what is no template or text is refused", () => {
  expect(() => (cel as unknown as (text: string) => unknown)("a == b")).toThrow(
    new TypeError("cel is a tag, as in cel`…`; cel.text(text) takes a text."),
  );
  expect(() => (cel as unknown as () => unknown)()).toThrow(TypeError);
  expect(() => cel.text(5 as unknown as string)).toThrow(
    new TypeError("cel.text() takes a text, not 5."),
  );
});
