import { describe, expect, test } from "vitest";
import {
  describeJsonError,
  jsonPolicySource,
  parseJson,
  serialize,
} from "@traffic-policy/policy-language";

describe("parseJson", () => {
  test("a duplicate key is an error with both places", () => {
    const text = '{"inbound": [{"name": "a", "name": "b"}]}';
    expect(parseJson(text).errors).toEqual([
      {
        code: "duplicate-key",
        detail: "name",
        pointer: "/inbound/0/name",
        span: { start: 27, end: 33 },
        first: { start: 14, end: 20 },
      },
    ]);
  });

  test("a key that JavaScript treats specially is a key like any other", () => {
    const { value, errors } = parseJson('{"__proto__": {"a": 1}, "constructor": 2}');
    expect(errors).toEqual([]);
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(serialize(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
    expect(parseJson('{"__proto__": 1, "__proto__": 2}').errors).toHaveLength(1);
  });

  test.each(["12345678901234567890", "1e400", "0.1234567890123456789", "-9007199254740993"])(
    "the number %s, which no double holds, keeps its digits",
    (digits) => {
      expect(serialize(parseJson(`[${digits}]`).value)).toBe(`[${digits}]`);
    },
  );

  test("a number that a double holds is a number", () => {
    expect(parseJson("[200, 200.0, 1e3, -0.5, 0.1]").value).toEqual([200, 200, 1000, -0.5, 0.1]);
  });

  test("a byte order mark, CRLF and lone surrogates survive", () => {
    const { value, errors } = parseJson('\ufeff{\r\n"a":\r\n"\\ud800\ud801"}');
    expect(errors).toEqual([]);
    expect((value as { a: string }).a).toBe("\ud800\ud801");
  });

  test.each(["[", "{"])("10,000 nested %s are an error, not a stack overflow", (bracket) => {
    const text = (bracket === "[" ? "[" : '{"a":').repeat(10_000);
    expect(parseJson(text).errors.map(({ code }) => code)).toContain("too-deep");
  });

  test.each([
    ["", [0, 0]],
    ['{"a": 1,}', [8, 9]],
    ['{"a" 1}', [5, 6]],
    ['{"a": tru}', [6, 9]],
    ["{'a': 1}", [1, 4]],
    ['{"a": "x', [6, 8]],
    ['// no\n{"a": 1}', [0, 5]],
    ['{"a": 1} x', [9, 10]],
    ['["\\x"]', [1, 5]],
    ['["a\tb"]', [1, 6]],
    ["[01]", [2, 3]],
    ['{"a": 1', [7, 7]],
  ])("%j has one syntax error, where it is", (text, [start, end]) => {
    const { errors } = parseJson(text);
    expect(errors).toMatchObject([{ code: "syntax", span: { start, end } }]);
    for (const error of errors) {
      const { message, help } = describeJsonError(error);
      expect(message).toMatch(/^[^\n]+\.$/);
      expect(help).toMatch(/^[^\n]+\.$/);
      expect(message).not.toBe("This is not valid JSON.");
    }
  });
});

describe("jsonPolicySource", () => {
  const text =
    '{\r\n  "inbound": [\r\n    {"expressions": ["a \\u0026\\u0026 b == \\"ü\\""]}\r\n  ]\r\n}';
  const source = jsonPolicySource("web.json", text);

  test("a key and a value have their own places", () => {
    expect(source.locate("/inbound", "key")).toEqual({
      file: "web.json",
      start: { line: 2, column: 3 },
      end: { line: 2, column: 12 },
    });
    expect(source.locate("/inbound")?.start).toEqual({ line: 2, column: 14 });
    expect(source.locate("/inbound")?.end).toEqual({ line: 4, column: 4 });
  });

  test("an offset inside a string goes through its escapes", () => {
    const value = 'a && b == "ü"';
    const at = (part: string): number => value.indexOf(part);
    const place = source.locate("/inbound/0/expressions/0", { start: at("b"), end: at("b") + 1 });
    const column = (text.split("\r\n")[2] ?? "").indexOf("b ==") + 1;
    expect(place?.start).toEqual({ line: 3, column });
    expect(place?.end).toEqual({ line: 3, column: column + 1 });
  });

  test("a place that does not exist is the nearest one around it", () => {
    expect(source.locate("/inbound/0/actions/0")).toEqual(source.locate("/inbound/0"));
  });
});
