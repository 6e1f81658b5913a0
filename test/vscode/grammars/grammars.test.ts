import { dialects } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { celGrammars } from "../../../scripts/vscode/grammars/index.ts";
import { tokenized } from "./tokens.ts";

/** The scopes of the languages that CEL is written in. */
const languages = {
  cel: "source.cel",
  json: "source.json",
  jsonc: "source.json.comments",
  yaml: "source.yaml",
  typescript: "source.ts",
  typescriptreact: "source.tsx",
  javascript: "source.js",
  javascriptreact: "source.js.jsx",
} as const;

/** A language, a text of it with one place in « and », and the innermost scope there. */
type Row = readonly [language: keyof typeof languages, text: string, scope: string];

const rows: readonly Row[] = [
  ["cel", "«req».method", "support.variable.cel"],
  ["cel", "req.«method»", "variable.other.property.cel"],
  ["cel", "req«.»method", "punctuation.accessor.cel"],
  ["cel", "«other».req", "variable.other.cel"],
  ["cel", "other.«req»", "variable.other.property.cel"],
  ["cel", "«size»(x)", "support.function.cel"],
  ["cel", "x.«startsWith»('a')", "support.function.cel"],
  ["cel", "«startsWith»('a')", "entity.name.function.cel"],
  ["cel", "x.«unknown»()", "entity.name.function.cel"],
  ["cel", "«has»(x.y)", "support.function.macro.cel"],
  ["cel", "x.«exists_one»(i, i)", "support.function.macro.cel"],
  ["cel", "«true» && a", "constant.language.boolean.cel"],
  ["cel", "«trueish» && a", "variable.other.cel"],
  ["cel", "a == «null»", "constant.language.null.cel"],
  ["cel", "a «in» b", "keyword.operator.in.cel"],
  ["cel", "a «==» b", "keyword.operator.comparison.cel"],
  ["cel", "a «&&» !b", "keyword.operator.logical.cel"],
  ["cel", "a && «!»b", "keyword.operator.logical.cel"],
  ["cel", "a «?» b : c", "keyword.operator.ternary.cel"],
  ["cel", "a «%» b", "keyword.operator.arithmetic.cel"],
  ["cel", "«0x1Fu»", "constant.numeric.hex.cel"],
  ["cel", "«1.5e-3»", "constant.numeric.float.cel"],
  ["cel", "a + «.5»", "constant.numeric.float.cel"],
  ["cel", "«12u» + a", "constant.numeric.integer.cel"],
  ["cel", "'a«b»' + c", "string.quoted.single.cel"],
  ["cel", String.raw`"a«\n»b"`, "constant.character.escape.cel"],
  ["cel", String.raw`"a«\»qb"`, "invalid.illegal.escape.cel"],
  ["cel", String.raw`r"a«\q»b"`, "string.quoted.double.raw.cel"],
  ["cel", `"""a\n"«b»"""`, "string.quoted.triple.cel"],
  ["cel", `"a\n«c»"`, "variable.other.cel"],
  ["cel", "«br»'a'", "storage.type.string.cel"],
  ["cel", "a //« b»", "comment.line.double-slash.cel"],
  ["cel", "a // b\n«c»", "variable.other.cel"],

  ["json", `{"expressions": ["«req».method == 1"]}`, "support.variable.cel"],
  ["json", `{"expressions": ["a", "«req».method"]}`, "support.variable.cel"],
  ["json", `{"expressions": [\n"«req».method"\n]}`, "support.variable.cel"],
  ["json", `{"expressions" : [ "«req».method" ]}`, "support.variable.cel"],
  [
    "json",
    String.raw`{"expressions": ["a == «\"»b\""]}`,
    "punctuation.definition.string.begin.cel",
  ],
  ["json", String.raw`{"expressions": ["a == \"«b»\" + c"]}`, "string.quoted.double.cel"],
  ["json", String.raw`{"expressions": ["a == \"b\" + «c»"]}`, "variable.other.cel"],
  ["json", String.raw`{"expressions": ["a == \"b«\\\"»c\""]}`, "constant.character.escape.cel"],
  ["json", String.raw`{"expressions": ["a == 'b«\\»d'"]}`, "invalid.illegal.escape.cel"],
  ["json", String.raw`{"expressions": ["a == r'b«\\»d'"]}`, "constant.character.escape.cel"],
  ["json", String.raw`{"expressions": ["a «\u0026\u0026» b"]}`, "keyword.operator.logical.cel"],
  ["json", String.raw`{"expressions": ["a «\u003C=» b"]}`, "keyword.operator.comparison.cel"],
  ["json", String.raw`{"expressions": ["a // b\n&& «c»"]}`, "variable.other.cel"],
  ["json", `{"expressions": ["'open", "«b»"]}`, "variable.other.cel"],
  ["json", `{"expressions": ["(open["], "name": "«b»"}`, "string.quoted.double.json"],
  ["json", `{"expressions": [], "name": "«req»"}`, "string.quoted.double.json"],
  ["json", `{"«expressions»": []}`, "support.type.property-name.json"],
  ["json", `["expressions", "«req»"]`, "string.quoted.double.json"],
  ["json", `{"name": "expressions", "type": "«req»"}`, "string.quoted.double.json"],
  ["json", `{"body": "a «\${»req.url} b"}`, "punctuation.section.interpolation.begin.cel"],
  ["json", `{"body": "a \${«req».url} b"}`, "support.variable.cel"],
  ["json", `{"body": "a \${req.url}« b»"}`, "string.quoted.double.json"],
  ["json", `["a \${«req».url} b"]`, "support.variable.cel"],
  ["json", `{"body": "\${ {'a': '}'}['a'] + «b» } c"}`, "variable.other.cel"],
  ["json", String.raw`{"body": "${"$"}{ \"}\" + «b» } c"}`, "variable.other.cel"],
  ["json", `{"body": "\${ open", "name": "«req»"}`, "string.quoted.double.json"],
  ["json", `{"body": "«\${{ secrets.A }}»"}`, "string.quoted.double.json"],
  ["json", `{"«\${req}»": 1}`, "support.type.property-name.json"],

  ["jsonc", `{ // c\n"expressions": [ // c\n"«req».method", ], }`, "support.variable.cel"],
  ["jsonc", `{"expressions": ["a", //« b»\n] }`, "comment.line.double-slash.js"],
  [
    "jsonc",
    `{ //« "expressions": ["b"]»
}`,
    "comment.line.double-slash.js",
  ],

  ["yaml", "expressions:\n  - «req».method == 'GET'", "support.variable.cel"],
  ["yaml", "expressions:\n- «req».method", "support.variable.cel"],
  ["yaml", "- name: a\n  expressions:\n    - «req».method", "support.variable.cel"],
  ["yaml", "- expressions:\n    - «req».method", "support.variable.cel"],
  ["yaml", "- expressions:\n    - req\n  name: «req»", "string.unquoted.plain.out.yaml"],
  ["yaml", "- expressions:\n    - req\n  «name»: req", "entity.name.tag.yaml"],
  ["yaml", "- expressions:\n    - req\n- «name»: req", "entity.name.tag.yaml"],
  ["yaml", "- expressions:\n  - a\n  actions:\n  - type: «req»", "string.unquoted.plain.out.yaml"],
  ["yaml", "expressions:\n  - a == b #« c»", "comment.line.number-sign.yaml"],
  ["yaml", "expressions:\n  - a ==\n    «b»", "variable.other.cel"],
  ["yaml", "expressions:\n  - 'a == ''«b»'' + c'", "string.quoted.single.cel"],
  ["yaml", "expressions:\n  - 'a == ''b'' + «c»'", "variable.other.cel"],
  ["yaml", String.raw`expressions:${"\n"}  - "a == \"«b»\" + c"`, "string.quoted.double.cel"],
  [
    "yaml",
    String.raw`expressions:${"\n"}  - "a == \"b«\\n»\" + c"`,
    "constant.character.escape.cel",
  ],
  ["yaml", `expressions:\n  - "a &&\n    «b»"`, "variable.other.cel"],
  ["yaml", "expressions:\n  - |\n    a &&\n      «b»\n  - c", "variable.other.cel"],
  ["yaml", "expressions:\n  - >-\n    a == '\n  - «c»", "variable.other.cel"],
  ["yaml", 'expressions:\n  - |\n    """a\n    «b»"""', "string.quoted.triple.cel"],
  ["yaml", `expressions: ["«a» == 'b'", 'c', d]`, "variable.other.cel"],
  ["yaml", `expressions: ["a == 'b'", 'c', «d»]`, "variable.other.cel"],
  ["yaml", `expressions: ["a == 'b'",\n  '«c»']`, "variable.other.cel"],
  ["yaml", `{ expressions: ["«a»"], name: b }`, "variable.other.cel"],
  ["yaml", `{ expressions: ["a"], name: «b» }`, "string.unquoted.plain.in.yaml"],
  ["yaml", `"expressions":\n  - «a»`, "variable.other.cel"],
  ["yaml", "my-expressions:\n  - «a»", "string.unquoted.plain.out.yaml"],
  ["yaml", "#« expressions:»\n  - a", "comment.line.number-sign.yaml"],
  ["yaml", "expressions:\n  - '«a»".replace("«a»", "«a»b"), "variable.other.cel"],
  ["yaml", "body: a ${«req».url} b", "support.variable.cel"],
  ["yaml", "body: a ${req.url}« b»", "string.unquoted.plain.out.yaml"],
  ["yaml", "body: 'a ${f(''}'') + «b»} c'", "variable.other.cel"],
  ["yaml", String.raw`body: "a ${"$"}{f(\"}\") + «b»} c"`, "variable.other.cel"],
  ["yaml", "body: |\n  a ${«req».url} b\n  c", "support.variable.cel"],
  ["yaml", "body: |\n  a ${req.url} b\n  «c»", "string.unquoted.block.yaml"],
  ["yaml", `{ body: "a \${«req».url} b" }`, "support.variable.cel"],
  ["yaml", "run: echo «${{ secrets.A }}»", "string.unquoted.plain.out.yaml"],

  ["typescript", "rule(cel`«req».method == 'GET'`)", "support.variable.cel"],
  ["typescript", "cel`req.method == ${«prefix»} && a`", "variable.other.readwrite.ts"],
  ["typescript", "cel`req.method == ${prefix} && «a»`", "variable.other.cel"],
  ["typescript", "cel`a == ${`b ${«c»} d`} && e`", "variable.other.readwrite.ts"],
  ["typescript", "cel`a == ${{ b: 1 }.b} && «e»`", "variable.other.cel"],
  ["typescript", "cel`a == ${cel`'«b»'`}`", "string.quoted.single.cel"],
  ["typescript", 'cel.as("string")`«req».url`', "support.variable.cel"],
  ["typescript", "cel.as('list(string)')`«req».url`", "support.variable.cel"],
  ["typescript", 'cel.«as»("string")`req.url`', "entity.name.function.ts"],
  ["typescript", 'cel.as(«"string"»)`req.url`', "string.quoted.ts"],
  ["typescript", "«cel»`req.url`", "entity.name.function.tagged-template.ts"],
  ["typescript", "policy.cel`«req».url`", "support.variable.cel"],
  ["typescript", "cel`a &&\n  «req».url`", "support.variable.cel"],
  ["typescript", 'cel`"a\n`; «b»', "variable.other.readwrite.ts"],
  ["typescript", "excel`«req.url»`", "string.template.ts"],
  ["typescript", "`«req.url»`", "string.template.ts"],
  ["typescript", "cel`a`.and(«b»)", "variable.other.readwrite.ts"],
  ["typescript", "//« cel`a`»", "comment.line.double-slash.ts"],
  ["typescript", '"«cel`a`»"', "string.quoted.double.ts"],
  ["typescript", "cel`a //` + «b»", "variable.other.readwrite.ts"],
  ["typescriptreact", "<a b={cel`«req».url`} />", "support.variable.cel"],
  ["typescriptreact", "cel`a == ${«b»}`", "variable.other.readwrite.tsx"],
  ["javascript", "cel`«req».url`", "support.variable.cel"],
  ["javascript", "cel`a == ${«b»}`", "variable.other.readwrite.js"],
  ["javascriptreact", "<a b={cel`a == ${«b»}`} />", "variable.other.readwrite.js.jsx"],
];

test.each(rows)("in %s: %s is %s", async (language, marked, scope) => {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const lines = await tokenized(languages[language], marked.replace(/[«»]/g, ""));
  // With the line break, each line is one longer than its pieces.
  const scopes = lines.flatMap((line) => [
    ...line.flatMap(({ text, scopes: all }) => [...text].map(() => all.at(-1))),
    "",
  ]);
  expect(new Set(scopes.slice(start, end))).toEqual(new Set([scope]));
});

test("CEL in another language is code, not text, for themes and for completion while typing", async () => {
  const inside = [
    ["source.json", `{"expressions": ["a == 1"]}`],
    ["source.yaml", `expressions:\n  - "a == 1"`],
    ["source.ts", "cel`a == 1`"],
  ] as const;
  for (const [scope, text] of inside) {
    const tokens = (await tokenized(scope, text)).flat();
    const { scopes = [] } = tokens.find((token) => token.text === "a") ?? {};
    expect(scopes, scope).toContain("meta.embedded.inline.cel");
  }
});

describe.each(Object.values(dialects))("names come from the catalogue of $name", (dialect) => {
  const scopeOf = async (text: string, name: string): Promise<string | undefined> =>
    (await tokenized("source.cel", text))[0]?.find((token) => token.text === name)?.scopes.at(-1);
  const functions = [...dialect.functions.values()];

  test.each(dialect.namespaces.map(({ name }) => name))("%s", async (name) => {
    expect(await scopeOf(`${name}.a`, name)).toBe("support.variable.cel");
  });

  test.each(functions.filter(({ name }) => !name.includes(".")))(
    "$name",
    async ({ name, overloads }) => {
      const isMethod = overloads.some(({ target }) => target !== undefined);
      const isFunction = overloads.some(({ target }) => target === undefined);
      const unless = (is: boolean) => (is ? "support.function.cel" : "entity.name.function.cel");
      expect(await scopeOf(`a.${name}()`, name)).toBe(unless(isMethod));
      expect(await scopeOf(`${name}()`, name)).toBe(unless(isFunction));
    },
  );

  test.each(functions.filter(({ name }) => name.includes(".")))("$name", async ({ name }) => {
    const parts = name.split(".");
    for (const part of parts) {
      expect(await scopeOf(`${name}()`, part)).toBe("support.function.cel");
    }
    expect(await scopeOf(`a.${name}()`, parts[0] ?? "")).toBe("variable.other.property.cel");
  });
});

test("the grammars with a selector are injected into others, and no others are", () => {
  for (const { path, text, contribution } of celGrammars()) {
    expect(text.includes('"injectionSelector"'), path).toBe(contribution.injectTo !== undefined);
  }
});
