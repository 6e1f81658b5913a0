import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { directionsDialect, policySchema, type JsonSchema } from "@traffic-policy/policy-language";
import { caseFileSchema } from "@traffic-policy/policy-engine/formats";
import { assertionFileSchema } from "@traffic-policy/policy-proof/formats";
import { CompletionItemKind, type CompletionItem, type TextEdit } from "vscode-languageserver";
import { EditorDocument } from "../../packages/language-server/src/documents/editor-document.ts";
import { PositionedText } from "../../packages/language-server/src/documents/positioned-text.ts";
import { TreeMemory } from "../../packages/language-server/src/documents/tree-memory.ts";
import { yaml } from "../../packages/language-server/src/documents/yaml.ts";
import { completionItems } from "../../packages/language-server/src/features/completion.ts";
import { seeded } from "../seeded.ts";
import { offsetOf } from "./client-text.ts";
import { withItem } from "./completion-editor.ts";

// Whatever is offered, and wherever, taking it changes one value or adds one, and nothing else of the document.

const policy = policySchema(directionsDialect);

const documents: readonly (readonly [name: string, schema: JsonSchema, text: string])[] = [
  [
    "blocks.policy.yaml",
    policy,
    `# A 😀
inbound:
  - name: A 😀
    expressions:
      - req.method == 'POST' && req.url.path.startsWith('/a')
      - "conn.geo.country_code in ['DE', 'FR']"
      - >-
        req.host == 'a'
        && req.method == 'GET'

      - |
        hasReqHeader('X')
    actions:
      - type: custom-response
        config:
          status_code: 451
          content: Not \${conn.geo.country} x

          headers:
            x-a: "\${req.method}"
      - type: deny # why
  - expressions: []
    actions: [{ type: deny, config: { status_code: 403 } }]
outbound:
  - { name: B, expressions: [res.status_code < 300, "req.method == 'GET'"], actions: [{ type: compress-response, config: { algorithms: [br, gzip] } }] }
`,
  ],
  [
    "left.policy.yaml",
    policy,
    `inbound:
- name: 'it''s
    A'
  expressions:
  - 'req.method == ''GET'' && true'
  - req.host == "b"
    && req.method == "PUT"
  - true
  - "req.url.path

    .startsWith('/a')"
  actions:
  - {type: set-vars, config: {vars: {a: 1, b: "\${req.method}"}}}
  -
    type: deny

- actions:
  - type: deny
`,
  ],
  [
    "web.cases.yaml",
    caseFileSchema as JsonSchema,
    `cases:
  - name: A large
    connection: { geo: { countryCode: BR } }
    request: { method: POST,
      url: https://shop.example/orders, bodySize: 20000 }
    expect:
      outcome: answered
      status: 451
      matched:
        - A
        - B
      body: { matches: "^Not" }

  - name: Crawlers
    request:
      method: GET
      headers: { user-agent: x }
    expect: { outcome: denied, by: deny }
    each:
      - request: { headers: { user-agent: GPTBot/1.2 } }
      - name: b
        expect: { outcome: forwarded, by: null }
`,
  ],
  [
    "web.assertions.yaml",
    assertionFileSchema as JsonSchema,
    `assertions:
  - name: No crawler
    when: { request: { headers: { user-agent: { matches: "(?i)g" } } } }
    never: forwarded
  - name: Only
    when: req.method != 'POST' || !has(conn.geo.country_code)
    never: { by: custom-response }
  - name: N
    when:
      - { connection: { geo: { countryCode: "NO" } } }
      - "!hasReqHeader('User-Agent')"
    always: { outcome: forwarded, by: null }
`,
  ],
  [
    "web.policy.json",
    policy,
    `{
  "inbound": [
    { "name": "A, B: 😀", "expressions": ["req.method in ['GET', 'PUT'] && !has(req.host)", "true"],
      "actions": [{ "type": "custom-response", "config": { "status_code": 403, "content": "a \${req.method}", "headers": { "x": "y" } } }] },
    { "actions": [{"type":"deny"}, { "type": "set-vars", "config": { "vars": { "a": "x" } } }] }
  ], "outbound": []
}
`,
  ],
  [
    "web.cases.json",
    caseFileSchema as JsonSchema,
    `{ "cases": [
  { "name": "x", "request": { "method": "GET", "url": "https://a/" },
    "expect": { "outcome": "denied", "by": "deny", "matched": ["a"], "status": 403 } }
] }
`,
  ],
];

/** A document that is so long that its rules are parsed one by one. */
function long([name, schema, text]: (typeof documents)[number]): (typeof documents)[number] {
  const [rules = "", rest = ""] = text.split(/^(?=outbound)/m);
  const [head = "", ...lines] = rules.split(/(?<=^inbound:\n)/m);
  return [`long.${name}`, schema, head + lines.join("").repeat(6) + rest];
}

const all = [...documents, ...documents.slice(0, 1).map(long)];

/** A document as it is, or as it is while somebody writes in it, and where they do. */
const written = fc
  .record({
    document: fc.constantFrom(...all),
    at: fc.nat(),
    change: fc.oneof(
      { weight: 2, arbitrary: fc.constant({ cut: 0, piece: "" }) },
      fc.record({
        cut: fc.constant(0),
        piece: fc.constantFrom(
          ..."re na ! !has( - -\t # ' \" '' \"\" , : [ { ${ &a | >- && .".split(" "),
          " ",
          "- ",
          ", ",
          "\t",
        ),
      }),
      fc.record({
        cut: fc.constant(0),
        piece: fc.nat({ max: 12 }).map((spaces) => `\n${" ".repeat(spaces)}`),
      }),
      fc.record({ cut: fc.nat({ max: 12 }), piece: fc.constantFrom("", "re") }),
      fc.record({ cut: fc.constant(Infinity), piece: fc.constantFrom("", "re", "\n    ") }),
    ),
    isAtLineEnd: fc.boolean(),
    hasCarriageReturns: fc.boolean(),
  })
  .map(({ document: [name, , text], at, change, isAtLineEnd, hasCarriageReturns }) => {
    let start = at % (text.length + 1);
    const isNewLine = change.piece.startsWith("\n");
    if (isAtLineEnd && isNewLine) start = text.indexOf("\n", start);
    if (start < 0) start = text.length;
    const rest = text.slice(start);
    const word = /^(?:"[^"\n]*"|[^\s:,[\]{}]+|\S)?/.exec(rest)?.[0].length ?? 0;
    const left = text.slice(0, start) + change.piece;
    const [before, after] = [left, rest.slice(Math.min(change.cut, word))].map((part) =>
      hasCarriageReturns ? part.replaceAll("\n", "\r\n") : part,
    );
    return { name, before: before ?? "", after: after ?? "" };
  });

test("taking an item changes nothing else", () => {
  seeded(
    fc.property(written, ({ name, before, after }) => {
      const text = before + after;
      const isJson = name.endsWith(".json");
      // A position in the middle of a character or a line break is none.
      fc.pre(!/^[\udc00-\udfff]/.test(after) && !(before.endsWith("\r") && after.startsWith("\n")));
      const positions = PositionedText.of(`file:///work/${name}`, text, "utf-16");
      const memory = isJson ? undefined : new TreeMemory(yaml);
      const document = new EditorDocument(positions, isJson ? "json" : "yaml", {}, memory);
      const [, schema] = all.find(([one]) => one === name) ?? [];
      const sources = { schema, ruleNames: ["A", "b c"], hasSnippets: true };
      const items = completionItems(document, before.length, sources);
      const ranges = items.map(({ textEdit }) => JSON.stringify((textEdit as TextEdit).range));
      expect(new Set(ranges).size, `${before}‸${after}`).toBeLessThanOrEqual(1);
      const old = readIn(text, isJson);
      for (const item of oneOfEachForm(items)) {
        const result = withItem(text, item);
        const what = `${item.label} at ${before}‸${after} gives ${result}`;
        expect(old !== undefined || keepsText(text, before.length, item), what).toBe(true);
        if (old === undefined) continue;
        // What is a number is left to whoever writes it.
        const now = readIn(result.replaceAll(/: (?=\s*[,}])/g, isJson ? ": 0" : "$&"), isJson);
        expect(now, what).toBeDefined();
        const changed = changes(old.value, now?.value);
        expect(changed.length, what).toBeLessThanOrEqual(1);
        // Quotes of the document would be in a text that is written before another one.
        const inserted = quotesIn((item.textEdit as TextEdit).newText);
        for (const [one, other] of changed) {
          if (typeof one !== "string" || typeof other !== "string") continue;
          expect(quotesIn(other), what).toBeLessThanOrEqual(quotesIn(one) + inserted);
        }
        if (item.kind !== CompletionItemKind.Value && item.kind !== CompletionItemKind.Property) {
          continue;
        }
        const label = item.label.replace(/^- /, "");
        expect(JSON.stringify(now?.value), what).toContain(JSON.stringify(label).slice(1, -1));
      }
    }),
    600,
    50_000,
    30,
  );
});

/** The first of the items that are written alike. */
function oneOfEachForm(items: readonly CompletionItem[]): CompletionItem[] {
  const forms = items.map((item) => {
    const { newText } = item.textEdit as TextEdit;
    return [`${item.kind} ${newText.replaceAll(/\w+/g, "x")}`, item] as const;
  });
  return [...new Map(forms.toReversed()).values()];
}

function readIn(text: string, isJson: boolean): { readonly value: unknown } | undefined {
  if (!isJson) {
    const document = parseDocument(text, { logLevel: "silent" });
    return document.errors.length > 0 ? undefined : { value: document.toJS() as unknown };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether what an item replaces is a word, with its quotes, or is kept. */
function keepsText(text: string, offset: number, { textEdit, ...others }: CompletionItem): boolean {
  const { range, newText } = textEdit as TextEdit;
  const [start, end] = [range.start, range.end].map((at) => offsetOf(text, at, "utf-16"));
  if (start === undefined || end === undefined || offset < start || end < offset) return false;
  if (others.additionalTextEdits?.some((edit) => edit.newText !== ",") === true) return false;
  const replaced = text.slice(start, end);
  if (/^["']?[^\s"',:]*["']?$/.test(replaced)) return true;
  const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(replaced);
  const isWholeText = /^(?:[^,:[\]{}#]|:(?=\S))*$/.test(replaced);
  if (isQuoted || isWholeText) return true;
  // In an expression, all but the word at the cursor stays.
  const kept = /^[\s"']*([^]*?)(?:[\w']*[^\w]*)$/.exec(text.slice(start, offset))?.[1] ?? "";
  return newText.replaceAll("\\", "").includes(kept.replaceAll("\\", "").trim());
}

function quotesIn(text: string): number {
  return text.match(/["']/g)?.length ?? 0;
}

type Change = readonly [old: unknown, now: unknown];

/** The values that are something else in the second document, or only in it; more than one for what is lost. */
function changes(old: unknown, now: unknown): Change[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (typeof old !== "object" || old === null) return [[old, now]];
  const isList = Array.isArray(old);
  if (typeof now !== "object" || now === null || Array.isArray(now) !== isList) return lost;
  return isList
    ? changesOfList(old, now as unknown[])
    : changesOfList(Object.entries(old), Object.entries(now));
}

const lost: Change[] = Array.from({ length: 2 }, () => ["", undefined]);

function changesOfList(old: readonly unknown[], now: readonly unknown[]): Change[] {
  if (old.length === now.length) return old.flatMap((one, index) => changes(one, now[index]));
  const isNew = (one: unknown, index: number): boolean =>
    JSON.stringify(one) !== JSON.stringify(old[index]);
  const at = now.findIndex(isNew);
  const isAdded = JSON.stringify(old) === JSON.stringify(now.toSpliced(at, 1));
  return isAdded ? [[undefined, now[at]]] : lost;
}
