import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { directionsDialect, policySchema } from "@traffic-policy/policy-language";
import { EditorDocument } from "../../packages/language-server/src/documents/editor-document.ts";
import { PositionedText } from "../../packages/language-server/src/documents/positioned-text.ts";
import { TreeMemory } from "../../packages/language-server/src/documents/tree-memory.ts";
import { yaml } from "../../packages/language-server/src/documents/yaml.ts";
import { completionItems } from "../../packages/language-server/src/features/completion.ts";
import { labels, taken, withItem } from "./completion-editor.ts";
import { mark } from "./syntaxes.ts";

// What is inserted fits what stands around it: the document says what somebody who takes an item expects.

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const inRule = (rule: string): string => `{"inbound": [{${rule}}]}`;
const rule = (value: object): object => ({ inbound: [value] });

describe.each([
  ["a client with snippets", undefined],
  ["a client without snippets", { textDocument: {} }],
])("for %s", (_, capabilities) => {
  test.each([
    [`req.host.star${mark}tsWith('a')`, "startsWith", "req.host.startsWith('a')"],
    [`hasReq${mark}('a')`, "hasReqHeader", "hasReqHeader('a')"],
    [`req.headers['a'].ex${mark}(v, true)`, "exists", "req.headers['a'].exists(v, true)"],
    [`req.${mark}metod == 'GET'`, "method", "req.method == 'GET'"],
  ])("at %s, taking %s gives %s", async (condition, label, expected) => {
    const text = `{"inbound": [{"expressions": ["${condition}"]}]}`;
    const after = await taken("web.policy.json", text, label, capabilities);
    expect(JSON.parse(after)).toEqual({ inbound: [{ expressions: [expected] }] });
  });
});

describe("in JSON", () => {
  const method = { expressions: ["req"] };

  test.each<[what: string, text: string, label: string, expected: object]>([
    ["the first item", inRule(`"expressions": [${mark}]`), "req", rule(method)],
    ["a word", inRule(`"expressions": [re${mark}]`), "req", rule(method)],
    [
      "a name with a dot",
      inRule(`"expressions": [req.me${mark}]`),
      "method",
      rule({ expressions: ["req.method"] }),
    ],
    [
      "an item behind others",
      inRule(`"expressions": ["a", ${mark}]`),
      "req",
      rule({ expressions: ["a", "req"] }),
    ],
    [
      "an item before another",
      inRule(`"expressions": [${mark} "a"]`),
      "req",
      rule({ expressions: ["req", "a"] }),
    ],
    [
      "an item behind another, without a comma",
      inRule(`"expressions": ["a" ${mark}]`),
      "req",
      rule({ expressions: ["a", "req"] }),
    ],
    [
      "an item right behind another",
      inRule(`"expressions": ["a"${mark}]`),
      "req",
      rule({ expressions: ["a", "req"] }),
    ],
    [
      "a call",
      inRule(`"expressions": [${mark}]`),
      "hasReqHeader",
      rule({ expressions: ["hasReqHeader('name')"] }),
    ],
  ])("an expression has its quotes: %s", async (_, text, label, expected) => {
    expect(JSON.parse(await taken("web.policy.json", text, label))).toEqual(expected);
  });

  test("an expression has its quotes for a client without snippets", async () => {
    const text = inRule(`"expressions": [${mark}]`);
    const after = await taken("web.policy.json", text, "hasReqHeader", { textDocument: {} });
    expect(JSON.parse(after)).toEqual(rule({ expressions: ["hasReqHeader("] }));
  });

  test("a condition of an assertion has its quotes", async () => {
    const text = `{"assertions": [{"name": "a", "when": ${mark} "always": "denied"}]}`;
    expect(JSON.parse(await taken("web.assertions.json", text, "req"))).toEqual({
      assertions: [{ name: "a", when: "req", always: "denied" }],
    });
  });

  test.each<[text: string, label: string, expected: object]>([
    [`{${mark} "outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{in${mark} "outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{"in${mark}" "outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{"in${mark}", "outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{"in${mark}"\n"outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{"in${mark}" : [], "outbound": []}`, "inbound", { inbound: [], outbound: [] }],
    [`{"outbound": [] ${mark}}`, "inbound", { outbound: [], inbound: [] }],
    [`{"outbound": []${mark}}`, "inbound", { outbound: [], inbound: [] }],
    [`{"outbound": []\n"${mark}"}`, "inbound", { outbound: [], inbound: [] }],
    [`{"outbound": [], ${mark}}`, "inbound", { outbound: [], inbound: [] }],
    [
      inRule(`"actions": [{"type": ${mark} "config": {}}]`),
      "deny",
      rule({ actions: [{ type: "deny", config: {} }] }),
    ],
    [
      inRule(`"actions": [{"type": "de${mark}" "config": {}}]`),
      "deny",
      rule({ actions: [{ type: "deny", config: {} }] }),
    ],
    [
      inRule(`"name": "a // b" "${mark}" "expressions": []`),
      "actions",
      rule({ name: "a // b", actions: [], expressions: [] }),
    ],
    [
      inRule(`"actions": [{"type": "deny"} ${mark} {"type": "log"}]`),
      "custom-response",
      rule({
        actions: [
          { type: "deny" },
          { type: "custom-response", config: { status_code: 503 } },
          { type: "log" },
        ],
      }),
    ],
  ])("%j has its commas after %s is inserted", async (text, label, expected) => {
    expect(JSON.parse(await taken("web.policy.json", text, label))).toEqual(expected);
  });

  test.each([
    `${mark}{"inbound": []}`,
    inRule(`"actions": [{"type": ${mark}"deny"}]`),
    inRule(`"actions": [{"type":${mark} "deny", "config": {}}]`),
  ])("at %j, before a value, no other one is offered", async (text) => {
    expect(await labels("web.policy.json", text)).toEqual([]);
  });

  test.each<[name: string, text: string, label: string, expected: string]>([
    [
      "web.policy.json",
      inRule(`"name": "x", "expressions${mark}: ["true"], "actions": []`),
      "expressions",
      inRule(`"name": "x", "expressions": ["true"], "actions": []`),
    ],
    [
      "web.policy.json",
      inRule(`"${mark}"expressions": ["true"]`),
      "name",
      inRule(`"name": "","expressions": ["true"]`),
    ],
    [
      "web.policy.json",
      inRule(`\n"${mark}\n"expressions": ["true"]`),
      "name",
      inRule(`\n"name": "",\n"expressions": ["true"]`),
    ],
    [
      "web.cases.json",
      `{"cases": [{"request": {"method":"${mark}, "url":"https://a/"}}]}`,
      "GET",
      `{"cases": [{"request": {"method":"GET", "url":"https://a/"}}]}`,
    ],
    [
      "web.cases.json",
      `{"cases": [{"request": {"method":"G${mark}\n, "url":"https://a/"}}]}`,
      "GET",
      `{"cases": [{"request": {"method":"GET"\n, "url":"https://a/"}}]}`,
    ],
    [
      "web.policy.json",
      inRule(`"expressions": ["req.me${mark}, "name": "x"`),
      "method",
      inRule(`"expressions": ["req.method, "name": "x"`),
    ],
  ])("in %s, at %j, %s replaces only the word behind an open quote", async (...all) => {
    const [name, text, label, expected] = all;
    expect(await taken(name, text, label)).toBe(expected);
  });

  test.each([
    inRule(`"name": "x, "expressions": ["${mark}"]`),
    inRule(`"actions": [{"type": 'de${mark}'}]`),
    inRule(`"expressions": ["req.host == \\${mark}"a\\""]`),
  ])("at %j, nothing is offered", async (text) => {
    expect(await labels("web.policy.json", text)).toEqual([]);
  });

  test("a comma stands behind what is before it", async () => {
    const text = `{\n  "outbound": [] // one\n  "${mark}"\n}`;
    expect(await taken("web.policy.json", text, "inbound")).toBe(
      `{\n  "outbound": [], // one\n  "inbound": []\n}`,
    );
  });

  test.each([
    `{${mark} "inbound": []}`,
    `{ou${mark} "inbound": []}`,
    `{"ou${mark}" "inbound": []}`,
    `{"${mark}"\n"inbound": []}`,
  ])("at %j, a key is not offered that comes later", async (text) => {
    expect(await labels("web.policy.json", text)).toContain("outbound");
    expect(await labels("web.policy.json", text)).not.toContain("inbound");
  });

  test("at each place of a document, it can be read after each item is taken", () => {
    const text = `{"inbound": [ {
  "name": "a" ,"expressions": ["req.host == 'a'" ] , "actions": [ {"type": "deny", "config": { }},
    {"type": "add-headers", "config": {"headers": {"a": "b" } } } ] }, { } ], "outbound": [ ] }`;
    const positions = PositionedText.of("file:///work/web.policy.json", text, "utf-16");
    const document = new EditorDocument(positions, "json");
    const schema = policySchema(directionsDialect);
    const sources = { schema, ruleNames: [], hasSnippets: true };
    const unreadable: string[] = [];
    let count = 0;
    for (let offset = 0; offset <= text.length; offset++) {
      for (const item of completionItems(document, offset, sources)) {
        count += 1;
        // What is a number is left to whoever writes it.
        const after = withItem(text, item).replaceAll(/: (?=\s*[,}])/g, ": 0");
        const before = after.slice(Math.max(0, offset - 20), offset + 40);
        if (!isJson(after)) unreadable.push(`${item.label} at ${offset}: ${before}`);
      }
    }
    expect(count).toBeGreaterThan(1000);
    expect(unreadable).toEqual([]);
  });

  test.each(["\t", "    ", "  "])("a rule is indented by %j, as the document is", async (unit) => {
    const text = ["{", `${unit}"inbound": [`, `${unit}${unit}${mark}`, `${unit}]`, "}"].join("\n");
    const after = await taken("web.policy.json", text, "rule");
    expect(after).toBe(
      JSON.stringify(
        rule({ name: "", expressions: [""], actions: [{ type: "" }] }),
        undefined,
        unit,
      ),
    );
  });

  test.each([
    ["web.policy.json", mark, "inbound", { inbound: [] }],
    ["web.policy.json", `in${mark}`, "inbound", { inbound: [] }],
    ["web.policy.json", `\n${mark}\n`, "outbound", { outbound: [] }],
    ["web.cases.json", mark, "cases", { cases: [] }],
    ["web.cases.json", mark, "$schema", { $schema: "" }],
  ])("%s gets its object when %j is all that is in it", async (name, text, label, expected) => {
    expect(JSON.parse(await taken(name, text, label))).toEqual(expected);
  });
});

describe("in YAML", () => {
  const expressionsIn = (text: string): unknown =>
    (parse(text) as { inbound: { expressions: unknown }[] }).inbound[0]?.expressions;

  test.each<[text: string, label: string, expected: readonly string[]]>([
    [`[${mark}]`, "req", ["req"]],
    [`[${mark}]`, "true", ["true"]],
    [`[${mark}]`, "hasReqHeader", ["hasReqHeader('name')"]],
    [`[${mark}]`, "inCidrRange", ["inCidrRange(address, 'cidr')"]],
    [`[a, b && inCidr${mark}]`, "inCidrRange", ["a", "b && inCidrRange(address, 'cidr')"]],
    [`[us${mark} in req.headers]`, "'user-agent'", ["'user-agent' in req.headers"]],
    [`["${mark}"]`, "inCidrRange", ["inCidrRange(address, 'cidr')"]],
    [`\n      - us${mark} in req.headers`, "'user-agent'", ["'user-agent' in req.headers"]],
    [`\n      - ${mark}`, "inCidrRange", ["inCidrRange(address, 'cidr')"]],
    [`\n      - tru${mark}`, "true", ["true"]],
    [`\n      - req.method == ${mark}`, "'GET'", ["req.method == 'GET'"]],
    [`\n      ${mark}`, "- req", ["req"]],
    [`\n      ${mark}`, "- hasReqHeader", ["hasReqHeader('name')"]],
    [`\n      - a\n      ${mark}\n      - b`, "- req", ["a", "req", "b"]],
    [`\n      - a\n      ${mark}`, "- true", ["a", "true"]],
  ])("in %j, %s is an expression", async (expressions, label, expected) => {
    const text = `inbound:\n  - expressions: ${expressions}\n    name: a\n`;
    const after = await taken("web.policy.yaml", text, label);
    expect(expressionsIn(after)).toEqual(expected);
  });

  test("what is written already is kept, with what means something in snippets", async () => {
    const host = String.raw`req.host == '$1}\\\\'`;
    const text = `inbound:\n  - expressions:\n    - us${mark} in req.headers && ${host}\n`;
    const after = await taken("web.policy.yaml", text, "'user-agent'");
    expect(expressionsIn(after)).toEqual([`'user-agent' in req.headers && ${host}`]);
    const call = `inbound:\n  - expressions: [${host.replace("}", "")} && hasReq${mark}]\n`;
    expect(expressionsIn(await taken("web.policy.yaml", call, "hasReqHeader"))).toEqual([
      `${host.replace("}", "")} && hasReqHeader('name')`,
    ]);
  });

  test("an expression without quotes stays without them where it needs none", async () => {
    const text = `inbound:\n  - expressions: [req.me${mark} == 1]\n`;
    const after = await taken("web.policy.yaml", text, "method");
    expect(after).toBe(`inbound:\n  - expressions: [req.method == 1]\n`);
  });

  test.each<[name: string, text: string, label: string, expected: unknown]>([
    [
      "web.policy.yaml",
      `inbound:\n  ${mark}\n`,
      "- rule",
      { inbound: [{ name: null, expressions: [null], actions: [{ type: null }] }] },
    ],
    ["web.policy.yaml", `inbound:\n${mark}\n`, "- name", { inbound: [{ name: null }] }],
    ["web.policy.yaml", `inbound:\n${mark}\n`, "outbound", { inbound: null, outbound: null }],
    [
      "web.policy.yaml",
      `inbound:\n  - name: a\n  ${mark}\noutbound: []\n`,
      "- name",
      { inbound: [{ name: "a" }, { name: null }], outbound: [] },
    ],
    [
      "web.policy.yaml",
      `inbound:\n  - actions:\n      ${mark}\n`,
      "- add-headers",
      {
        inbound: [
          {
            actions: [
              {
                type: "add-headers",
                config: { headers: { "x-client-country": "${conn.geo.country_code}" } },
              },
            ],
          },
        ],
      },
    ],
    ["web.cases.yaml", `cases:\n  ${mark}`, "- name", { cases: [{ name: null }] }],
    [
      "web.assertions.yaml",
      `assertions:\n  - when:\n      ${mark}`,
      "- connection",
      { assertions: [{ when: [{ connection: null }] }] },
    ],
  ])("in %s, at %j, %s begins an item of a list", async (name, text, label, expected) => {
    expect(parse(await taken(name, text, label))).toEqual(expected);
  });

  test.each([
    `inbound:\n  - name: a\n    ${mark}\n`,
    `inbound: [\n  ${mark}\n  ]\n`,
    `inbound:\n  - name: |\n      ${mark}\n`,
    `inbound:\n  - actions:\n      - type: deny\n        config:\n          ${mark}\n`,
  ])("at %j, no item of a list is offered", async (text) => {
    const found = await labels("web.policy.yaml", text);
    expect(found.filter((label) => label.startsWith("- "))).toEqual([]);
  });

  test.each<[text: string, label: string, expected: unknown]>([
    [`[!${mark}]`, "hasReqHeader", ["!hasReqHeader('name')"]],
    [`[!has(${mark})]`, "req", ["!has(req)"]],
    [`\n      - !${mark}`, "hasReqHeader", ["!hasReqHeader('name')"]],
    [`\n      - !has(req.${mark}) # why`, "user_agent", ["!has(req.user_agent)"]],
    [`\n      - |\n        a &&\n        ${mark}\n`, "conn", ["a &&\nconn\n"]],
    [`\n      - a &&\n        ${mark}\n`, "conn", ["a && conn"]],
  ])("in %j, %s keeps what is before it", async (expressions, label, expected) => {
    const text = `inbound:\n  - expressions: ${expressions}\n    name: a\n`;
    expect(expressionsIn(await taken("web.policy.yaml", text, label))).toEqual(expected);
  });

  const inExpressions = (text: string): string => `inbound:\n  - expressions:${text}\n`;

  test.each<[what: string, name: string, text: string]>([
    [
      "in the indentation of a key",
      "web.cases.yaml",
      `cases:\n  - name: x\n    request:\n${mark}      method: GET\n`,
    ],
    ["left of items", "web.policy.yaml", `inbound:\n  - name: A\n${mark}\n  - name: B\n`],
    ["left of all items", "web.assertions.yaml", `assertions:\n${mark}\n  - name: A\n`],
    ["right of the keys around", "web.policy.yaml", `outbound: []\n    ${mark}\ninbound: []\n`],
    ["before a text", "web.policy.yaml", inExpressions(` [${mark} 'true']`)],
    ["before brackets", "web.policy.yaml", `inbound:\n  - actions: [${mark}{ type: deny }]\n`],
    [
      "before the value of a key",
      "web.policy.yaml",
      `inbound:\n  - actions: [{ type: deny, config: ${mark}{ status_code: 403 } }]\n`,
    ],
    [
      "before a key without a comma",
      "web.cases.yaml",
      `cases:\n  - request: {method: GET, ${mark}\n      headers: {a: b}}\n`,
    ],
    [
      "behind an item without a comma",
      "web.policy.yaml",
      `inbound:\n  - actions: [{ type: deny } ${mark}]\n`,
    ],
    ["before a quote", "web.policy.yaml", inExpressions(`\n      - ${mark}"a == 'GET'"`)],
    ["behind a quote", "web.policy.yaml", inExpressions(`\n      - "a && req."${mark}`)],
    ["behind a quote in brackets", "web.policy.yaml", inExpressions(` ['a'${mark}]`)],
    ["in an escape", "web.policy.yaml", inExpressions(` ['req.method == '${mark}'a''']`)],
    [
      "in an empty line of a folded text",
      "web.policy.yaml",
      inExpressions(`\n      - >-\n        a &&\n${mark}\n        b`),
    ],
    [
      "in an empty line of a text in quotes",
      "web.policy.yaml",
      inExpressions(`\n      - "a\n        ${mark}\n        b"`),
    ],
    [
      "in an empty line of a text without quotes",
      "web.policy.yaml",
      inExpressions(`\n      - a\n        ${mark}\n        && b`),
    ],
    [
      "behind the sign of a folded text",
      "web.policy.yaml",
      inExpressions(`\n      - >${mark}\n        a`),
    ],
    ["right behind a dash", "web.policy.yaml", `inbound:\n  -${mark} name: b\n`],
    ["right behind a colon", "web.policy.yaml", `inbound:\n  - actions:\n      - type:${mark} a\n`],
    ["in a name of two lines", "web.policy.yaml", `inbound:\n  - name: "A\n    ${mark}B"\n`],
    [
      "below the name of a rule",
      "web.cases.yaml",
      `cases:\n  - expect:\n      matched:\n        - A\n          ${mark}\n      status: 200\n`,
    ],
    ["behind a tab", "web.policy.yaml", `inbound:\n  - actions:\n      -\t${mark}\n`],
    ["behind a tag", "web.policy.yaml", inExpressions(`\n      - !has(a) ${mark}`)],
  ])("%s, in %s, nothing is offered: %j", async (_, name, text) => {
    expect(await labels(name, text)).toEqual([]);
  });

  test.each<[text: string, expected: readonly string[]]>([
    [`inbound:\n  - ${mark}\n    expressions: []\n`, ["actions", "name"]],
    [`inbound:\n  - na${mark}\n    expressions: []\n`, ["actions", "name"]],
    [`inbound:\n  - name: A\n    expr${mark}\n    actions: []\n`, ["expressions"]],
    [`inbound:\n  - { na${mark}, actions: [] }\n`, ["expressions", "name"]],
  ])("at %j, a key is not offered that comes later", async (text, expected) => {
    expect((await labels("web.policy.yaml", text)).toSorted()).toEqual(expected);
  });

  test("what follows a new key stays beside it", async () => {
    const text = `inbound:\n  - na${mark}\n    expressions: []\n`;
    const after = await taken("web.policy.yaml", text, "name");
    expect(parse(after)).toEqual({ inbound: [{ name: null, expressions: [] }] });
  });

  test("a rule without a name is not offered by its name", () => {
    const text = "cases:\n  - expect:\n      matched: []\n";
    const positions = PositionedText.of("file:///work/web.cases.yaml", text, "utf-16");
    const document = new EditorDocument(positions, "yaml", {}, new TreeMemory(yaml));
    const sources = { schema: undefined, ruleNames: ["A", ""], hasSnippets: true };
    const items = completionItems(document, text.indexOf("]"), sources);
    expect(items.map(({ label }) => label)).toEqual(["A"]);
  });
});
