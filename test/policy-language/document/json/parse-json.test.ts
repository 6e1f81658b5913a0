import { describe, expect, test } from "vitest";
import { jsonPolicySource, parseJson, serialize } from "@traffic-policy/policy-language";
import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import { howMany } from "../../../seeded.ts";

const megabytes = howMany(2, 10);

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

  test("keys that differ only in their escapes are the same key", () => {
    expect(parseJson('{"a": 1, "\\u0061": 2}').errors).toMatchObject([
      { code: "duplicate-key", detail: "a", span: { start: 9, end: 17 } },
    ]);
    expect(parseJson('{"\\ud800": 1, "\ud800": 2, "\\ud801": 3}').errors).toHaveLength(1);
  });

  test("keys stay in the author's order, also those that are whole numbers", () => {
    const text = '{"b":1,"10":{"1":1,"0":2},"2":[{"a":1,"0":2}],"a":1}';
    expect(serialize(parseJson(text).value)).toBe(text);
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

  test.each([
    ["unclosed lists", "[".repeat(10_000)],
    ["unclosed objects", '{"a":'.repeat(10_000)],
    ["closed lists", "[".repeat(10_000) + "]".repeat(10_000)],
  ])("10,000 nested, %s, are an error, not a stack overflow", (_what, text) => {
    const { value, errors } = parseJson(text);
    expect(errors.map(({ code }) => code)).toEqual(["too-deep"]);
    expect(value).toBeUndefined();
  });

  test("500 levels are not too deep", () => {
    const text = "[".repeat(500) + "]".repeat(500);
    expect(parseJson(text).errors).toEqual([]);
    expect(serialize(parseJson(text).value)).toBe(text);
  });

  test.each([
    ["", [0, 0], "EmptyDocument"],
    ["  \n", [3, 3], "EmptyDocument"],
    ['{"a": 1,}', [8, 9], "PropertyNameExpected"],
    ["[1,]", [3, 4], "ValueExpectedAfterComma"],
    ["[,1]", [1, 2], "ValueExpectedBeforeComma"],
    ['{"a" 1}', [5, 6], "ColonExpected"],
    ['{"a": tru}', [6, 9], "InvalidSymbol"],
    ['{"a": True}', [6, 10], "InvalidSymbol"],
    ["[NaN]", [1, 4], "InvalidSymbol"],
    ["[-Infinity]", [1, 10], "InvalidNumberFormat"],
    ["{'a': 1}", [1, 4], "InvalidSymbol"],
    ["[1 2]", [3, 4], "CommaExpected"],
    ['// no\n{"a": 1}', [0, 5], "InvalidCommentToken"],
    ["[1 /* one */]", [3, 12], "InvalidCommentToken"],
    ['{"a": 1} x', [9, 10], "InvalidSymbol"],
    ["{} {}", [3, 4], "EndOfFileExpected"],
    ["{}]", [2, 3], "EndOfFileExpected"],
    ['["a\\x"]', [3, 5], "InvalidEscapeCharacter"],
    ['["a\\u00g0"]', [3, 7], "InvalidUnicode"],
    ['["a\\u12"]', [3, 7], "InvalidUnicode"],
    ['["a\tb\\x"]', [3, 4], "InvalidCharacter"],
    ['["a\u0000"]', [3, 4], "InvalidCharacter"],
    ['{"a\\x": 1}', [3, 5], "InvalidEscapeCharacter"],
    ['["a\nb"]', [1, 3], "UnexpectedEndOfString"],
    ["[01]", [1, 3], "InvalidNumberFormat"],
    ["[-01]", [1, 4], "InvalidNumberFormat"],
    ["[+1]", [1, 3], "InvalidNumberFormat"],
    ["[.5]", [1, 3], "InvalidNumberFormat"],
    ["[0x1F]", [1, 5], "InvalidNumberFormat"],
    ["[1_000]", [1, 6], "InvalidNumberFormat"],
    ["[1.2.3]", [1, 6], "InvalidNumberFormat"],
    ["[1.]", [1, 3], "UnexpectedEndOfNumber"],
    ["[1e]", [1, 3], "UnexpectedEndOfNumber"],
    ["\ufefftru", [1, 4], "InvalidSymbol"],
    ["[\ufeff]", [1, 2], "InvalidSymbol"],
    ["\ufeff\ufeff{}", [1, 2], "InvalidSymbol"],
    ["[\u00a01]", [1, 3], "InvalidSymbol"],
  ])("%j has one syntax error, where it is", (text, [start, end], detail) => {
    const { value, errors } = parseJson(text);
    expect(errors).toEqual([{ code: "syntax", detail, pointer: "", span: { start, end } }]);
    expect(value).toBeUndefined();
    for (const error of errors) {
      const { message, help } = describeDocumentError(error);
      expect(message).toMatch(/^[^\n]+\.$/);
      expect(help).toMatch(/^[^\n]+\.$/);
      expect(message).not.toBe("This is not allowed here.");
    }
  });

  const whole = '{"a": [1, "b\\u0026", {"c": -1.5e+3, "d": [true, null]}]}';

  test.each(Array.from(whole, (_character, end) => whole.slice(0, end)))(
    "%j, cut off, has one error with a place",
    (text) => {
      const { errors } = parseJson(text);
      expect(errors).toMatchObject([{ code: "syntax" }]);
      for (const { span } of errors) {
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
    },
  );

  test("nothing is said of what follows the first syntax error", () => {
    expect(parseJson('{"a": 1 "b": 2, "b": 3, [}').errors).toHaveLength(1);
  });

  test("what stands before the first syntax error is told", () => {
    expect(parseJson('{"a": 1, "a": 2, ').errors.map(({ code }) => code)).toEqual([
      "duplicate-key",
      "syntax",
    ]);
  });

  test("10 MB are parsed, and a place in them is found", () => {
    const rule = '{"name":"a\\u0026b","expressions":["x == 1"],"actions":[{"type":"deny"}]}';
    const text = `{"inbound":[${Array(150_000).fill(rule).join(",")}]}`;
    expect(text.length).toBeGreaterThan(10_000_000);
    const { errors, positions } = parseJson(text);
    expect(errors).toEqual([]);
    const start = text.lastIndexOf('b","expressions"');
    expect(positions.within("/inbound/149999/name", { start: 2, end: 3 })).toEqual({
      start,
      end: start + 1,
    });
  });

  test.each(["[", "{", '"', "\\", "1", " ", "-", "/*", '{"a":', "[[],"])(
    `${megabytes} MB of %j are read in one go`,
    (part) => {
      const text = part.repeat(Math.floor((megabytes * 1_000_000) / part.length));
      expect(parseJson(text).errors).toHaveLength(1 - Number(part === "1"));
    },
  );
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

  test("a byte order mark has no column", () => {
    const marked = jsonPolicySource("web.json", '\ufeff{"a": 1}');
    expect(marked.locate("/a")?.start).toEqual({ line: 1, column: 7 });
  });

  test.each(["/inbound/", "/inbound/00", "/inbound/-1", "/inbound/0/expressions/0/0"])(
    "the pointer %s leads nowhere",
    (pointer) => {
      const parent = pointer.slice(0, pointer.lastIndexOf("/"));
      expect(source.locate(pointer, { start: 0, end: 1 })).toEqual(source.locate(parent));
    },
  );

  test("a place that does not exist is the nearest one around it", () => {
    expect(source.locate("/inbound/0/actions/0")).toEqual(source.locate("/inbound/0"));
  });
});
