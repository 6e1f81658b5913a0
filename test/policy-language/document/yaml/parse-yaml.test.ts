import { describe, expect, test } from "vitest";
import { parseJson, serialize, type DocumentError } from "@traffic-policy/policy-language";
import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import type { DocumentErrorCode } from "../../../../packages/policy-language/src/document/document-error.ts";
import { parseYaml } from "@traffic-policy/policy-language/yaml";

/** The value of a YAML text as JSON text. */
function json(text: string): string {
  const { value, errors } = parseYaml(text);
  expect(errors).toEqual([]);
  return serialize(value);
}

/** Finds what « and » stand around. */
function marked(text: string): { text: string; span: { start: number; end: number } } {
  const start = text.indexOf("«");
  return { text: text.replaceAll(/[«»]/g, ""), span: { start, end: text.indexOf("»") - 1 } };
}

describe("values, by the core schema of YAML 1.2", () => {
  test.each([
    [
      "true, false",
      "[true, True, TRUE, false, False, FALSE]",
      "[true,true,true,false,false,false]",
    ],
    ["null", "[~, null, Null, NULL, !!null '']", "[null,null,null,null,null]"],
    ["a value that is left out", "a:\nb: 1\n? c\n", '{"a":null,"b":1,"c":null}'],
    ["words of YAML 1.1", "[yes, no, on, off, y, n]", '["yes","no","on","off","y","n"]'],
    ["dates and times", "[2024-01-01, 12:30:45]", '["2024-01-01","12:30:45"]'],
    ["whole numbers", "[0, 12, -3, +4, 007, 0o17, 0xFf]", "[0,12,-3,4,7,15,255]"],
    ["fractions", "[1.5, .5, 1., -.25e1, 1e3]", "[1.5,0.5,1,-2.5,1000]"],
    ["not numbers", "[1_000, 0b1, 1e, 0o8, .]", '["1_000","0b1","1e","0o8","."]'],
    ["text in quotes", "['1', \"true\", 'null']", '["1","true","null"]'],
    ["text in blocks", "a: |-\n  1\nb: >-\n  true\n", '{"a":"1","b":"true"}'],
    ["tags of the core schema", "[!!str 1, !!int '1', !!float 1, ! 2]", '["1",1,1,"2"]'],
    ["JSON", '{"a": [1, "b\\u0026", null]}', '{"a":[1,"b&",null]}'],
  ])("%s", (_what, text, expected) => {
    expect(json(text)).toBe(expected);
  });

  test.each([
    ["12345678901234567890", "12345678901234567890"],
    ["+00012345678901234567890", "12345678901234567890"],
    ["0xFFFFFFFFFFFFFFFF", "18446744073709551615"],
    ["1e400", "1e400"],
    [".1234567890123456789", "0.1234567890123456789"],
  ])("the number %s, which no double holds, keeps its digits", (text, digits) => {
    expect(json(`[${text}]`)).toBe(`[${digits}]`);
  });

  test("keys stay in the author's order, whatever they are called", () => {
    expect(json('b: 1\n"10": 1\n"2": 1\n__proto__: {a: 1}\nconstructor: 1\n')).toBe(
      '{"b":1,"10":1,"2":1,"__proto__":{"a":1},"constructor":1}',
    );
  });

  test("a byte order mark, CRLF and lone surrogates survive", () => {
    const text = '\ufeffa: "\\ud800\ud801"\r\nb: |\r\n  x\r\n  y\r\n';
    expect(parseYaml(text).value).toEqual(parseJson('{"a":"\ud800\ud801","b":"x\\ny\\n"}').value);
  });
});

describe("merge keys", () => {
  test.each<[text: string, value: object]>([
    ["a: &a {x: 1, y: 2}\nb: {<<: *a}", { x: 1, y: 2 }],
    ["a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}", { x: 1, y: 3 }],
    ["a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a}", { x: 1, y: 3 }],
    ["a: [&a {x: 1}, &c {x: 2, y: 2}]\nb: {<<: [*a, *c]}", { x: 1, y: 2 }],
    ["a: [&a {x: 1}, &c {<<: *a, y: 2}]\nb:\n  <<: *c\n  z: 3", { x: 1, y: 2, z: 3 }],
    ['a: 1\nb: {"<<": 1}', { "<<": 1 }],
  ])("%j", (text, expected) => {
    const { value, errors } = parseYaml(text);
    expect(errors).toEqual([]);
    expect(value).toMatchObject({ b: expected });
  });

  test("a value is where it is written", () => {
    const text = "a: &a {x: one}\nb: {<<: *a}";
    const { start, end } = parseYaml(text).positions.value("/b/x") ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe("one");
  });

  test("they are bounded like aliases", () => {
    const lines = ["a0: &a0 {x: yyyyyyyyyyyyyyyy}\n"];
    for (let level = 1; level < 30; level++) {
      const [one, other] = [`<<: *a${level - 1}`, `b${level}: *a${level - 1}`];
      lines.push(`a${level}: &a${level} {${one}, ${other}}\n`);
    }
    expect(parseYaml(lines.join("")).errors.map(({ code }) => code)).toEqual(["aliases-too-large"]);
  });
});

describe("aliases", () => {
  test("stand for what they name", () => {
    expect(json("a: &x {b: [1]}\nc: *x\nd: [*x, &x 2, *x]\n&k e: *x\nf: {*k : 1}\n")).toBe(
      '{"a":{"b":[1]},"c":{"b":[1]},"d":[{"b":[1]},2,2],"e":2,"f":{"e":1}}',
    );
  });

  test("have their own place, and what is in them that of the anchor", () => {
    const { positions } = parseYaml("a: &x [one]\nb: *x\n");
    expect(positions.value("/b")).toEqual({ start: 15, end: 17 });
    expect(positions.within("/b/0", { start: 1, end: 2 })).toEqual({ start: 8, end: 9 });
  });

  test("that multiply are an error", () => {
    const lines = Array.from({ length: 30 }, (_line, index) => {
      const items = Array.from({ length: 9 }, () => (index === 0 ? "lol" : `*a${index - 1}`));
      return `a${index}: &a${index} [${items.join(", ")}]\n`;
    });
    expect(parseYaml(lines.join("")).errors.map(({ code }) => code)).toEqual(["aliases-too-large"]);
  });

  test("of a long text that multiply are an error", () => {
    const text = `a: &a ${"x".repeat(100_000)}\nb: [${Array(1000).fill("*a").join(", ")}]\n`;
    expect(parseYaml(text).errors.map(({ code }) => code)).toEqual(["aliases-too-large"]);
  });

  test("that nest too deep are an error", () => {
    const nested = (inner: string): string => "[".repeat(300) + inner + "]".repeat(300);
    const text = `a: &a ${nested("1")}\nb: ${nested("*a")}\n`;
    expect(parseYaml(text).errors.map(({ code }) => code)).toEqual(["too-deep"]);
  });
});

describe("errors", () => {
  test("a duplicate key is an error with both places", () => {
    const text = 'inbound:\n  - name: a\n    "\\u006eame": b\n';
    const { errors, value } = parseYaml(text);
    expect(errors).toEqual([
      {
        code: "duplicate-key",
        detail: "name",
        pointer: "/inbound/0/name",
        span: { start: 25, end: 36 },
        first: { start: 13, end: 17 },
      },
    ]);
    expect(text.slice(25, 36)).toBe('"\\u006eame"');
    expect(serialize(value)).toBe('{"inbound":[{"name":"b"}]}');
  });

  test.each<[text: string, code: DocumentErrorCode, detail: string, pointer: string]>([
    ["a: «.inf»", "number-not-finite", ".inf", "/a"],
    ["a: [1, «-.Inf»]", "number-not-finite", "-.Inf", "/a/1"],
    ["a: «.nan»", "number-not-finite", ".nan", "/a"],
    ["«1»: a", "key-not-text", "1", "/1"],
    ["«true»: a", "key-not-text", "true", "/true"],
    ["«~»: a", "key-not-text", "~", "/~0"],
    ["? «[a]»\n: b", "key-not-text", "[…]", "/[…]"],
    ["«<<»: {a: 1}", "merge-key", "<<", "/<<"],
    ["a: &a [1]\nb: {«<<»: *a}", "merge-key", "<<", "/b/<<"],
    ["b: {<<: «*a»}", "alias-unknown", "a", "/b/<<"],
    ["a: &a {<<: «*a»}", "alias-recursive", "a", "/a/<<"],
    ["«<<»:", "merge-key", "<<", "/<<"],
    ["a: !local «b»", "tag-unknown", "!local", "/a"],
    ["a: !!binary «aGk=»", "tag-unknown", "!!binary", "/a"],
    ["a: !!set «{b}»", "tag-unknown", "!!set", "/a"],
    ["a: !!int «b»", "tag-mismatch", "!!int", "/a"],
    ["a: !!map «[]»", "tag-mismatch", "!!map", "/a"],
    ["a: «*b»\nb: &b 1", "alias-unknown", "b", "/a"],
    ["a: &a [«*a»]", "alias-recursive", "a", "/a/0"],
    ["a: 1\n«---»\nb: 1", "several-documents", "", ""],
    ["«%YAML 1.1»\n--- {}", "yaml-version", "1.1", ""],
  ])("%s", (withMarks, code, detail, pointer) => {
    const { text, span } = marked(withMarks);
    const { value, errors } = parseYaml(text);
    expect(errors).toEqual([{ code, detail, pointer, span }]);
    expect(value).toBeUndefined();
    expectSentences(errors);
  });

  test("all that is no JSON is told, not only the first", () => {
    const { errors } = parseYaml("a: .inf\n1: [.nan]\nb: 1\nb: 2\n");
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["number-not-finite", "/a"],
      ["key-not-text", "/1"],
      ["number-not-finite", "/1/0"],
      ["duplicate-key", "/b"],
    ]);
  });

  test.each([
    ["AliasWithProperties", "a: &a 1\nb: !!str «*a»"],
    ["AnchorTwice", "a: &a «&b» 1"],
    ["BlockInFlow", "{a: «- »b}"],
    ["CarriageReturn", "a: 1«\r»b: 2"],
    ["ColonMissing", "a: 1\n«b»\n"],
    ["CommaMissing", "a: ['b' «'»c']"],
    ["CommentSpace", "a: 'b'«#c»"],
    ["ControlCharacter", 'a: "«\u0007»"'],
    ["Directive", "«%TAG»\n--- {}"],
    ["EmptyDocument", "«»"],
    ["EmptyDocument", "«»# closed on Sundays\n"],
    ["EmptyDocument", "«»---\n"],
    ["EscapeUnknown", 'a: "b«\\q»"'],
    ["EscapeUnknown", 'a: "b«\\🙂»"'],
    ["FlowUnclosed", "a: «[»b, [c]"],
    ["FlowUnclosed", "«{»a: b"],
    ["Indentation", "a:\n  - b\n« »- c"],
    ["IndentationOfText", "a: |\n    \n  «b»\n"],
    ["KeyNotOneLine", "«a\nb»: 1"],
    ["KeyTwoColons", "a: «'»b': c"],
    ["PlainStart", "a: [«@»b]"],
    ["QuoteUnclosed", 'a: «"b»'],
    ["QuoteUnclosed", 'a: «"b\\"»'],
    ["QuoteUnclosed", "a: «'b''»"],
    ["QuoteUnclosed", "a: «'b\nc: d»"],
    ["TabAsIndentation", "a:\n«\t»b: 1"],
    ["Tag", "a: «!none!b» c"],
    ["Unexpected", "a: «]»"],
  ])("%s: %j", (kind, withMarks) => {
    const { text, span } = marked(withMarks);
    const { value, errors } = parseYaml(text);
    expect(errors).toEqual([{ code: "syntax", detail: kind, pointer: "", span }]);
    expect(value).toBeUndefined();
    expectSentences(errors);
  });

  test.each(["[", "{", "- ", "? ", "a: [", "[a: "])("10,000 nested %j", (opening) => {
    const { errors } = parseYaml(opening.repeat(10_000));
    expect(errors.map(({ code }) => code)).toEqual(["too-deep"]);
  });

  test("10,000 nested brackets that are closed", () => {
    const { errors } = parseYaml("[".repeat(10_000) + "]".repeat(10_000));
    expect(errors.map(({ code }) => code)).toEqual(["too-deep"]);
  });
});

describe("what YAML reads otherwise than its writer means it", () => {
  test.each([
    ["!", "- «!a.b('c')»", "!a.b('c')"],
    ["!", '- «!a.b("c")» # why', '!a.b("c")'],
    ["!", "- «! a.b»", "! a.b"],
    ["!", '- «!(a == "b" && c)»', '!(a == "b" && c)'],
    ["!", '- «!a.b("c") &&\n  d == 1»\n- e', '!a.b("c") &&\n  d == 1'],
    ['"', 'x: «"a" in b.c»', '"a" in b.c'],
    ["'", "- «'a' in b.c»", "'a' in b.c"],
    ["[", "- «['a'].exists(x, x == b)»", "['a'].exists(x, x == b)"],
    ["{", `- «{"a": 1}.size() == 1»`, `{"a": 1}.size() == 1`],
    [":", `- «a["b"] == "c: d"»`, `a["b"] == "c: d"`],
    [":", "- «a.b() ? c : d»", "a.b() ? c : d"],
    [":", `x: «a == "b: c"»`, `a == "b: c"`],
    ["#", `- «a == "b #c"»`, `a == "b #c"`],
    ["!", `x: [«!a("b")»]`, `!a("b")`],
    ['"', `x: [a, «"b" in c»]`, `"b" in c`],
    [",", `x: [«a["b"]» ]`, `a["b"]`],
    [",", "x: [«a(b, c)», d]", "a(b, c)"],
    [",", "- { x: [«a(b, c)», d], y: e }", "a(b, c)"],
  ])("%s in %j", (detail, withMarks, expression) => {
    const { text, span } = marked(withMarks);
    const { value, errors } = parseYaml(text);
    const [error] = errors;
    expect(errors).toHaveLength(1);
    expect(error).toMatchObject({ code: "expression-unquoted", detail, span });
    expect(value).toBeUndefined();
    expectSentences(errors);
    const fixed = withCorrection(text, error);
    expect(parseYaml(fixed).errors).toEqual([]);
    const texts = JSON.stringify(parseYaml(fixed).value);
    expect(texts).toContain(JSON.stringify(expression.replace(/\n */, " ")));
  });

  test("each item of a list is put in quotes that has to be", () => {
    const text = `x: [!a("b"), c, "d" in e, 'f']`;
    const { value } = parseYaml(withCorrection(text, parseYaml(text).errors[0]));
    expect(value).toEqual({ x: ['!a("b")', "c", '"d" in e', "f"] });
  });

  test.each([
    ["@", "a: «@b» # c", "@b", true],
    ["%", "a: «%b c»", "%b c", true],
    ["`", "a: «`b`»", "`b`", true],
    ["*", "a: «*.b.example»", "*.b.example", true],
    [":", "a: «b: c»", "b: c", false],
  ])("a text with %s: %j", (detail, withMarks, value, safe) => {
    const { text, span } = marked(withMarks);
    const [error] = parseYaml(text).errors;
    expect(error).toMatchObject({ code: "text-unquoted", detail, span, correction: { safe } });
    expect(parseYaml(withCorrection(text, error)).value).toEqual({ a: value });
  });

  test.each([
    ["- a: b\n   «c»:\n    d: 1", '"c" is indented by 1 space more than "a"'],
    ["- a: b\n «c»: d", '"c" is indented by 1 space less than "a"'],
    ["e:\n  - a: b\n    f: b\n   «c»: d", '"c" is indented by 1 space less than "f"'],
    ["e:\n    - a: b\n   «c»: d", '"c" is indented by 3 spaces less than "a"'],
  ])("a key in another column: %j", (withMarks, detail) => {
    const { text, span } = marked(withMarks);
    const { errors } = parseYaml(text);
    expect(errors).toEqual([{ code: "indentation", detail, pointer: "", span }]);
    expectSentences(errors);
  });

  test.each([
    "- a == 1 # b",
    "- a('b') # c",
    '- "a" # b',
    "- a b: c",
    "- a ? b\n- c : d",
    "x: [a, b(c), d]",
    "- ! 'a'",
    "- |\n  !a('b')\n- >\n  a == 'b: #c'",
  ])("%j is as it is", (text) => {
    expect(parseYaml(text).errors).toEqual([]);
  });
});

function withCorrection(text: string, error: DocumentError | undefined): string {
  let fixed = text;
  for (const { span, text: part } of error?.correction?.edits.toReversed() ?? []) {
    fixed = fixed.slice(0, span.start) + part + fixed.slice(span.end);
  }
  return fixed;
}

function expectSentences(errors: ReturnType<typeof parseYaml>["errors"]): void {
  for (const error of errors) {
    const { message, help } = describeDocumentError(error);
    expect(message).toMatch(/^[^\n]+\.$/);
    expect(help).toMatch(/^[^\n]+\.$/);
  }
}
