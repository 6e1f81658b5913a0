import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { edited, positionOf } from "./client-text.ts";
import { hostHere, TestEditor, type TestEncoding } from "./editor.ts";
import { stateOf, wrongIn, type Asked } from "./state.ts";
import { encodings } from "./syntaxes.ts";
import { howMany, seededAsync } from "../seeded.ts";

// After any edits, a server knows a document as one does that was started with its text.

const policy = {
  inbound: [
    {
      name: "Größe 📏",
      expressions: [
        "req.method == 'GÉT' && req.host == '🙂' || 'a' in req.headers['x-ä']",
        "duration('90s') > duration('1m') && req.Host.startsWith('b')",
      ],
      actions: [
        { type: "custom-response", config: { status_code: 200, content: "ä ${req.method} 🙂" } },
      ],
    },
    { name: "Größe 📏", actions: [{ type: "deny" }] },
  ],
  outbound: [
    { expressions: ["res.status_code == 200"], actions: [{ type: "add-headers", config: {} }] },
  ],
};

const anchors = `# ä🙂
inbound:
  - &rule
    name: &name Größe 📏
    expressions:
      - &when req.method=='GET'
      - "req.host == \\"\\u00e4\\" && req.url.path == '\\
        /a'"
      - 'req.host == ''🙂'' || !req.method
        == ''a'''
    actions: [{ type: deny }]
  - name: *name
    expressions: [*when, "!(req.method == '🙂')"]
    actions:
      - type: >-
          custom-response
        config: { status_code: 200, content: "\${req.host}
          ä \${conn.geo.city}" }
  - *rule
`;

function inYaml(type: "BLOCK_FOLDED" | "BLOCK_LITERAL" | "PLAIN" | "QUOTE_DOUBLE"): string {
  return stringify(policy, { defaultStringType: type, defaultKeyType: "PLAIN", lineWidth: 40 });
}

const phases = `on_http_request:
  - name: Größe 📏
    expressions: ["req.method == 'GÉT' || req.host == '🙂'", "req.Host == 'b'"]
    # ä
    actions: [{ type: custom-response, config: { status_code: 200, body: "ä \${req.method} 🙂" } }]
  - name: Größe 📏
    actions:
      - type: deny
`;
const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));

const manifests = `# ä🙂
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: a }
spec:
  policy:
${indented(phases, 4)}---
kind: Service
spec: { ports: [{ name: "🙂" }] }
---
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: AgentEndpoint
metadata: { name: "ä" }
spec:
  url: tls://a
  trafficPolicy:
    inline: { on_tcp_connect: [{ name: "🙂", expressions: ["conn.geo.city == 'ä'"], actions: [{ type: deny }] }] }
`;
const agent = `version: 3
endpoints:
  - name: ä🙂
    url: https://a.example
    traffic_policy:
${indented(phases, 6)}
  - url: tcp://1.example:22
    traffic_policy: { on_tcp_connect: [{ name: "🙂", actions: [{ type: deny }] }] }
`;

const pretty = JSON.stringify(policy, undefined, 2);
const escaped = JSON.stringify(policy).replaceAll(
  /[=öa]|[\ud800-\udfff]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const many = { inbound: Array.from({ length: 60 }, () => policy.inbound).flat() };

const documents: readonly (readonly [uri: string, text: string])[] = [
  ["web.policy.json", pretty],
  ["web.policy.json", JSON.stringify(policy, undefined, "\t").replaceAll("\n", "\r\n")],
  ["web.policy.json", escaped],
  ["web.policy.json", `\ufeff${pretty}`],
  ["web.policy.yaml", inYaml("PLAIN")],
  ["web.policy.yaml", inYaml("BLOCK_FOLDED")],
  ["web.policy.yaml", inYaml("BLOCK_LITERAL").replaceAll("\n", "\r\n")],
  ["web.policy.yaml", inYaml("QUOTE_DOUBLE")],
  ["web.policy.yml", anchors],
  ["app.yaml", manifests],
  ["app.yaml", manifests.replaceAll("\n", "\r\n")],
  ["ngrok.yml", agent],
  [
    "app.json",
    JSON.stringify({
      kind: "List",
      apiVersion: "v1",
      items: [parse(manifests.split("---")[0] ?? "")],
    }),
  ],
  ["web.json", pretty],
  [
    "web.ts",
    `import { cel } from "x";\ncel\`req.host == '🙂' && \${a(\`b\`)}\`;\ncel.text("req.m\\u0065thod");\n`,
  ],
  [
    "web.cases.yaml",
    "cases:\n  - name: ä🙂\n    request: { url: https://a.example/ }\n    expect: { matched: [Größe 📏] }\n",
  ],
  [
    "web.assertions.json",
    `{"assertions": [{"name": "🙂", "when": "req.host == 'ä'", "never": "forwarded"}]}`,
  ],
  [
    "traffic-policy.config.json",
    `{"service": "emulator", "targets": {"ä🙂": {"kind": "https-route"}}}`,
  ],
  ["long.policy.json", JSON.stringify(many, undefined, 1)],
  ["long.policy.yaml", stringify(many, { lineWidth: 60 })],
];

const pieces = [
  ..."\" ' { } [ ] ( ) , : | > # & * ! - \\ $ ` . / = \t \n \ufeff \u0085 \u2028 ä 🙂 0".split(" "),
  " ",
  "\r\n",
  "\n\n  ",
  "\n  - ",
  "\n      - name: x\n",
  ": ",
  ", ",
  " #",
  "\\u00e4",
  "\\n",
  "//",
  "/*",
  "---\n",
  "&a ",
  "*a",
  "|-\n",
  ">-\n",
  "${",
  "req.",
  "req.method == 'GET'",
  "&& !",
  '"name": "x", ',
  "inbound:",
  "traffic_policy:\n",
  "kind: List\n",
  '{"type": "deny"},',
  "name",
  "type",
];

const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.nat({ max: 12 }),
    fc.nat({ max: 80 }),
  ),
  piece: fc.oneof(fc.constant(""), fc.constantFrom(...pieces)),
});

/** Ten edits, some of them in one notification, and some of these notifications at once. */
const batches = fc
  .record({
    edits: fc.array(edit, { minLength: 10, maxLength: 10 }),
    notifications: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
    together: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
  })
  .map(({ edits, notifications, together }) => {
    const changes = inGroups(edits, notifications);
    return inGroups(changes, together);
  });

function inGroups<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const groups: Item[][] = [];
  let from = 0;
  for (const size of sizes) {
    if (from < items.length) groups.push(items.slice(from, from + size));
    from += size;
  }
  return groups;
}

/** An offset that a position can name: not inside of a character or a line break. */
function placeIn(text: string, at: number): number {
  const offset = at % (text.length + 1);
  const pair = text.slice(Math.max(0, offset - 1), offset + 1);
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(pair) ? offset - 1 : offset;
}

async function started(encoding: TestEncoding): Promise<{
  readonly editor: TestEditor;
  readonly given: Map<string, string | undefined>;
}> {
  const host = await hostHere("/work");
  const given = new Map<string, string | undefined>();
  const editor = await TestEditor.start({
    encoding,
    initializationOptions: { inlayHints: { enabled: true } },
    host: {
      ...host,
      give(uri, text, language) {
        given.set(uri, text);
        host.give(uri, text, language);
      },
    },
  });
  return { editor, given };
}

test(
  "after any edits, everything is as for a server that starts with the text",
  async () => {
    await seededAsync(
      fc.asyncProperty(
        fc.nat({ max: documents.length - 1 }),
        fc.constantFrom(...encodings),
        batches,
        fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
        fc.boolean(),
        async (index, encoding, edits, places, isReopened) => {
          const [name, start] = documents[index] as (typeof documents)[number];
          const uri = `file:///work/${name}`;
          const { editor, given } = await started(encoding);
          const { legend } = editor.capabilities["semanticTokensProvider"] as {
            legend: { tokenTypes: string[] };
          };
          let text = start;
          await editor.open(uri, isReopened ? "{}" : text);
          if (isReopened) {
            await editor.closeDocument(uri);
            await editor.open(uri, text);
          }
          let version = 1;
          for (const notifications of edits) {
            version += notifications.length;
            for (const [number, changes] of notifications.entries()) {
              const contentChanges: Parameters<TestEditor["change"]>[1][number][] = [];
              for (const { at, remove, piece } of changes) {
                const from = placeIn(text, at);
                const to = Math.max(from, placeIn(text, Math.min(from + remove, text.length)));
                const range = {
                  start: positionOf(text, from, encoding),
                  end: positionOf(text, to, encoding),
                };
                const change = { range, newText: piece };
                contentChanges.push({ range, text: piece });
                text = edited(text, [change], encoding);
              }
              // The last one has the greatest version, those before it have theirs in the wrong order.
              const isLast = number === notifications.length - 1;
              void editor.change(uri, contentChanges, isLast ? version : version - 1 - number);
            }
            const found = await editor.diagnostics(uri);
            expect(given.get(uri)).toBe(text);
            const offsets = places.map((at) => placeIn(text, at));
            const asked: Asked = { uri, text, encoding, offsets };
            const state = { diagnostics: found, ...(await stateOf(editor, asked)) };
            expect(wrongIn(state, asked, legend)).toEqual([]);
            const fresh = await started(encoding);
            const expected = {
              diagnostics: await fresh.editor.open(uri, text),
              ...(await stateOf(fresh.editor, asked)),
            };
            expect(state).toEqual(expected);
            await fresh.editor.close();
          }
          expect(editor.messages).toEqual([]);
          await editor.close();
        },
      ),
      30,
      1000,
      6,
    );
  },
  howMany(120_000, 3_600_000),
);

test("the documents are what they are meant to be", () => {
  for (const [name, text] of documents) {
    if (!/policy\.ya?ml$/.test(name) || name.startsWith("long") || text === anchors) continue;
    expect(parse(text)).toEqual(policy);
  }
});
