import { cel, customResponse, listOf, req, res, Text, text } from "@traffic-policy/policy-builder";
import { interpolations, printExpression } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../any-text.ts";
import { treeOf } from "../policy-language/expression/without-spans.ts";
import { seeded } from "../seeded.ts";
import type { AnyExpression } from "./written.ts";

test.each<[string, Text<never> | Text<"HTTP"> | Text<"HTTP outbound">]>([
  ["", text``],
  ["a", text`a`],
  ["${req.host}", text`${req.host}`],
  ["host: ${req.host}, path: ${req.url.path}.", text`host: ${req.host}, path: ${req.url.path}.`],
  ["${req.host + '}'}", text`${req.host.plus("}")}`],
  ["${req.host == '${'}", text`${req.host.eq("${")}`],
  ["a 5 -1 0.5", text`a ${5} ${-1n} ${0.5}`],
  ["a'b\"c\\d`e\u2028", text`a${"'"}b${'"'}c${"\\"}d${"`"}e${"\u2028"}`],
  ["$1 $ $", text`$1 $ ${"$"}`],
  ["${'$'}{req.host}", text`\${req.host}`],
  ["${'$'}{req.host}", text`${"${req.host}"}`],
  ["${'$'}{req.host}", text`${"$"}{req.host}`],
  ["${'$'}{req.host}", text`${"$"}${"{"}req.host}`],
  ["${'$$'}{a}", text`$$${"{a}"}`],
  ["${'$'}${req.host}", text`$${req.host}`],
  ["${'$$'}${req.host}", text`$$${req.host}`],
  ["$a${'$'}${req.host}", text`$a${"$"}${req.host}`],
  ["${res.status_code}", text`${res.statusCode}`],
])("%j", (written, built) => {
  expect(built).toBeInstanceOf(Text);
  expect(String(built)).toBe(written);
});

describe("cel in it", () => {
  test("stands as it is written", () => {
    expect(String(text`a ${cel.as("string")`a  ==  "}"`} b`)).toBe('a ${a  ==  "}"} b');
  });

  test("cannot hide the brace after it", () => {
    expect(String(text`${cel`a == "b" // why`} }`)).toBe("${a == 'b'} }");
  });

  test("cannot end the interpolation before its brace", () => {
    expect(() => text`${cel.text("a} ${b")}`).toThrow(/^cel`a} \$\{b` has a syntax error: /);
    expect(() => text`${cel.text("'a")} it's`).toThrow(/^cel`'a` has a syntax error: /);
    expect(() => text`${cel.text("")}`).toThrow(/has a syntax error: /);
  });
});

const expressions: fc.Arbitrary<AnyExpression> = fc.oneof(
  fc.constantFrom(req.host, cel`a == "}" // b`, cel`{"}": '''}'\x24{'''}["}"]`),
  anyText().map((value) => req.host.plus(value)),
  fc
    .array(fc.string({ unit: fc.constantFrom("$", "{", "}", "'", '"', "\\", "`", "\n", "a") }))
    .map((values) => listOf("string", values)),
);
const literals = fc.oneof(
  fc.string({ unit: fc.constantFrom("$", "{", "}", "'", '"', "\\", "`", "a", "\u2028") }),
  anyText(),
);

test("any text and any expressions survive", () => {
  seeded(
    fc.property(fc.array(fc.oneof(literals, expressions)), (values) => {
      const raw = Array.from({ length: values.length + 1 }, () => "");
      const template = Object.assign([...raw], { raw });
      const { parts, errors } = interpolations(String(text(template, ...values)));
      expect(errors).toEqual([]);
      const found: string[] = [""];
      for (const part of parts) {
        const dollars = part.kind === "text" ? part.text : dollarsOf(part.expression);
        if (dollars !== undefined) found[found.length - 1] += dollars;
        else if (part.kind === "interpolation") found.push(part.expression, "");
      }
      const expected: string[] = [""];
      for (const value of values) {
        if (typeof value === "string") expected[expected.length - 1] += value;
        else expected.push(normal(value.toString()), "");
      }
      expect(found.map((part, at) => (at % 2 === 0 ? part : normal(part)))).toEqual(expected);
    }),
  );
});

/** The dollar signs that an interpolation stands for, if it is one of those. */
function dollarsOf(expression: string): string | undefined {
  return /^'(\$+)'$/.exec(expression)?.[1];
}

/** The tree of an expression as text, whatever spaces and comments it has. */
function normal(expression: string): string {
  return printExpression(treeOf(expression));
}

describe("what is neither text nor a number nor an expression is refused:", () => {
  test.each([
    ["undefined", undefined],
    ["null", null],
    ["true", true],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["an object", {}],
    ["an array", ["a"]],
    ["a Date", new Date(0)],
    ["a function", text],
    ["a Text", text`a`],
  ])("%s", (what, value) => {
    expect(() => text`a${value as string}`).toThrow(
      new TypeError(`text\`…\` takes text, finite numbers and expressions, not ${what}.`),
    );
  });

  test("a call", () => {
    expect(() => (text as unknown as (given: string) => unknown)("a")).toThrow(
      new TypeError("text is a tag, as in text`…`."),
    );
  });

  test("an escape that is none", () => {
    // oxlint-disable-next-line no-useless-escape
    expect(() => text`\u`).toThrow(new SyntaxError("text`…` has an invalid escape."));
  });
});

test("it is written in configs", () => {
  const built = customResponse({
    statusCode: 451,
    content: text`no ${req.host}`,
    headers: { "x-a": text`$${req.method}`, "x-b": "${req.host}" },
  });
  expect(built.toAction().config).toEqual({
    status_code: 451,
    content: "no ${req.host}",
    headers: { "x-a": "${'$'}${req.method}", "x-b": "${req.host}" },
  });
});
