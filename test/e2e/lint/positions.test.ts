import type { Diagnostic } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { project } from "../command.ts";
import { lint } from "./findings.ts";

/** Lints a text in which « and » stand around the only place that is found, and gives both places. */
async function places(
  name: string,
  marked: string,
  rule: string,
): Promise<{ found: unknown; marked: unknown }> {
  const lines = (text: string): string[] => text.split(/\r\n|\n|\r/);
  const at = (text: string): { line: number; column: number } => ({
    line: lines(text).length,
    column: (lines(text).at(-1)?.length ?? 0) + 1,
  });
  const [before = "", inside = "", after = ""] = marked.split(/[«»]/);
  const cwd = project({ [name]: before + inside + after });
  const { diagnostics } = await lint([name], { cwd });
  const own = diagnostics.filter((diagnostic) => diagnostic.rule === rule);
  return {
    found: own.map(({ location }: Diagnostic) => location),
    marked: [{ file: name, start: at(before), end: at(before + inside) }],
  };
}

describe("JSON", () => {
  test.each([
    [
      "a name in an expression",
      `{"inbound": [{"name": "a", "expressions": ["«req.metod» == 'GET'"], "actions": [{"type": "deny"}]}]}`,
      "expression/unknown-name",
    ],
    [
      "after escapes of all kinds",
      String.raw`{"inbound": [{"name": "a", "expressions": ["\u0027\ud83c\udf89\"\t\u0027 == req.host && «\u0072eq.metod» == \u0027\u0027"], "actions": [{"type": "deny"}]}]}`,
      "expression/unknown-name",
    ],
    [
      "after wide characters, in UTF-16 units",
      `{"inbound": [{"name": "日本 🎉", "expressions": ["req.host == '🎉' && «req.metod» == ''"], "actions": [{"type": "deny"}]}]}`,
      "expression/unknown-name",
    ],
    [
      "with tabs and Windows line ends",
      `{\r\n\t"inbound": [\r\n\t\t{\r\n\t\t\t"name": "a",\r\n\t\t\t"actions": «[]»\r\n\t\t}\r\n\t]\r\n}\r\n`,
      "document/rule-actions",
    ],
    [
      "with the line ends of old",
      `{\r"inbound": [\r{ "name": "a",\r"actions": «[]» }] }`,
      "document/rule-actions",
    ],
    [
      "an interpolation",
      `{"inbound": [{"name": "a", "actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": {"content-type": "text/plain"}, "content": "Hi \${«req.metod»}!"}}]}]}`,
      "expression/unknown-name",
    ],
    [
      "a key",
      `{"inbound": [{"name": "a", "actions": [{"type": "deny", "config": {«"status"»: 403}}]}]}`,
      "action/config",
    ],
    [
      "a value over several lines",
      `{"inbound": [\n  {\n    "name": "a",\n    "actions": «[\n    ]»\n  }\n]}`,
      "document/rule-actions",
    ],
    ["the end of a text that is too short", `{"inbound": [«`, "document/syntax"],
  ])("%s", async (_what, marked, rule) => {
    const { found, marked: expected } = await places("a.json", marked, rule);
    expect(found).toEqual(expected);
  });
});

describe("YAML", () => {
  const policy = (expression: string): string =>
    `inbound:\n  - name: a\n    expressions:\n      - ${expression}\n    actions:\n      - type: deny\n`;

  test.each([
    ["a plain scalar", policy("«req.metod» == 'GET'")],
    [
      "double quotes with escapes",
      policy(String.raw`"\x27\U0001F389\x27 == req.host && «req.met\x6fd» == ''"`),
    ],
    ["single quotes with doubled ones", policy("'''GET'' == «req.metod»'")],
    ["a folded block", policy(">-\n        req.host == 'a'\n        && «req.metod» == 'GET'")],
    ["a literal block", policy("|\n        req.host == '🎉' &&\n          «req.metod» == 'GET'")],
    [
      "a flow list",
      "inbound: [{ name: a, expressions: [ 'req.host == ''a'' && «req.metod» == req.host' ], actions: [{ type: deny }] }]\n",
    ],
    [
      "Windows line ends",
      policy("|\n        req.host == 'a' &&\n        «req.metod» == 'GET'").replaceAll(
        "\n",
        "\r\n",
      ),
    ],
    ["behind an anchor", `x: &it "«req.metod» == 'GET'"\n${policy("*it")}`],
  ])("%s", async (_what, marked) => {
    const { found, marked: expected } = await places("a.yaml", marked, "expression/unknown-name");
    expect(found).toEqual(expected);
  });

  test("a key, and a value", async () => {
    const key = await places(
      "a.yaml",
      "inbound:\n  - name: a\n    actions:\n      - type: deny\n        config:\n          «status»: 403\n",
      "action/config",
    );
    expect(key.found).toEqual(key.marked);
    const value = await places(
      "a.yaml",
      "inbound:\n  - name: a\n    actions:\n      - type: «dney»\n",
      "action/unknown-type",
    );
    expect(value.found).toEqual(value.marked);
  });
});

describe("TypeScript: what is wrong where it is written, or else the call that built it", () => {
  const imports =
    'import { anyOf, cel, conn, customResponse, deny, policy, req, rule, text } from "@traffic-policy/policy-builder";\n';

  test.each([
    [
      "a rule",
      "interface A { a: string }\n\nexport default policy().inbound(\n  «»rule().do(deny()),\n);\n",
      "document/rule-name",
    ],
    [
      "an expression as text",
      "type T = string;\nconst a = cel`«req.metod» == 'GET'` as never;\nexport default policy().inbound(rule('a').when(a).do(deny()));\n",
      "expression/unknown-name",
    ],
    [
      "a method of the builder",
      "const host: unknown = 1;\nexport default policy().inbound(\n  rule('a')\n    .when(req.method.eq('«post»'))\n    .do(deny()),\n);\n",
      "expression/method-case",
    ],
    [
      "an action",
      "const status = 200 as number;\nexport default policy().inbound(rule('a').do(\n  customResponse({ statusCode: status, «content: 'a'» }),\n));\n",
      "action/content-type",
    ],
    [
      "after a tab and a wide character",
      "\texport default policy().inbound(rule('日本🎉').when(req.method.eq('«post»')).do(deny()));\n",
      "expression/method-case",
    ],
    [
      "behind a gap of a template",
      "const from = (country: string) => cel`conn.geo.country_code == ${country} && «req.metod» == 'GET'`;\nexport default policy().inbound(rule('a').when(from('NO')).do(deny()));\n",
      "expression/unknown-name",
    ],
    [
      "after escapes in a text",
      "export default policy().inbound(rule('a').when(cel.text('\\'\\u0061\\' == «req.metod»')).do(deny()));\n",
      "expression/unknown-name",
    ],
    [
      "a number in the config of an action",
      "export default policy().inbound(rule('a').do(customResponse({ «statusCode: 999», content: '', headers: { 'content-type': 'a/b' } })));\n",
      "action/status-code",
    ],
    [
      "an interpolation in the config of an action",
      "export default policy().inbound(rule('a').do(customResponse({ statusCode: 200, content: 'is ${«req.metod»}', headers: { 'content-type': 'a/b' } })));\n",
      "expression/unknown-name",
    ],
    [
      "in a module that exports the document",
      "const status: number = 403;\nexport default { inbound: [{ name: 'a', expressions: [\"«req.metod» == 'GET'\"], actions: [{ type: 'deny', config: { status_code: status } }] }] };\n",
      "expression/unknown-name",
    ],
    [
      "a text that is there twice",
      "export default policy().inbound(rule('a').when(«»anyOf(req.method.eq('post'), req.url.path.eq('post'))).do(deny()));\n",
      "expression/method-case",
    ],
    [
      "a text from elsewhere",
      "const name = ['po', 'st'].join('');\nexport default policy().inbound(rule('a').when(req.method.«»eq(name)).do(deny()));\n",
      "expression/method-case",
    ],
    [
      "after types that are taken out",
      "interface E { A: 'post' }\nconst e: E = { A: 'post' };\nfunction f<T extends string>(this: void, x?: T): T | undefined { return x satisfies unknown as T; }\nexport default policy().inbound(rule('a').when(req.method.«»eq(f<string>(e.A)!)).do(deny()));\n",
      "expression/method-case",
    ],
    [
      "with Windows line ends",
      "type T = 1;\r\n\r\nexport default policy().inbound(\r\n  «»rule().do(deny()),\r\n);\r\n",
      "document/rule-name",
    ],
  ])("%s", async (_what, marked, rule) => {
    // A call is a point: it has no end that could be known.
    const { found, marked: expected } = await places("a.ts", imports + marked, rule);
    expect(found).toEqual(expected);
  });
});
