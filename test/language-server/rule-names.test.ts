import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { CodeAction, CompletionItem, TextEdit } from "vscode-languageserver";
import { projectOf } from "../cli/project.ts";
import { edited } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// Where a document means rules of a policy, their names are offered.

const policy = `inbound:
  - name: "a: b"
    actions: [{ type: deny }]
  - name: Größe
    expressions: [req.Method == 'GET']
    actions: [{ type: deny }]
`;

/** What is offered at the mark of a file, after it was the other text. */
async function offered(
  name: string,
  marked: string,
  { before = "", more = {} }: { before?: string; more?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly text: string; readonly items: readonly CompletionItem[] }> {
  const { text, position } = unmarked(marked);
  const { folder } = projectOf({ "web.policy.yaml": policy, ...more, [name]: before });
  const editor = await TestEditor.start({ folder });
  const uri = pathToFileURL(`${folder}/${name}`).href;
  await editor.open(uri, before);
  await editor.change(uri, [{ text }]);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  await editor.close();
  return { text, items };
}

test.each([
  ["web.cases.yaml", `cases:\n  - expect:\n      matched:\n        - ${mark}`, '- "a: b"'],
  ["web.cases.yaml", `cases:\n  - expect:\n      matched: [${mark}]`, '["a: b"]'],
  ["web.cases.yaml", `cases:\n  - expect: { notMatched: [a, ${mark}] }`, '[a, "a: b"]'],
  ["web.cases.yaml", `cases:\n  - expect: { by: { rule: ${mark} } }`, 'rule: "a: b" }'],
  ["web.cases.yaml", `cases:\n  - each:\n      - expect: { onlyMatched: ["${mark}"] }`, '["a: b"]'],
  ["web.cases.json", `{"cases": [{"expect": {"matched": [${mark}]}}]}`, '["a: b"]'],
  ["web.cases.json", `{"cases": [{"expect": {"by": {"rule": "${mark}"}}}]}`, '"rule": "a: b"}'],
  ["web.assertions.yaml", `assertions:\n  - never:\n      matched: [${mark}]`, '["a: b"]'],
  ["web.assertions.json", `{"assertions": [{"always": {"by": {"rule": ${mark}}}}]}`, '"a: b"}}}]}'],
])("in %s, at %j", async (name, marked, expected) => {
  const { text, items } = await offered(name, marked);
  expect(items.map(({ label }) => label)).toEqual(["a: b", "Größe"]);
  expect(edited(text, [items[0]?.textEdit as TextEdit], "utf-16")).toContain(expected);
});

const target = { kind: "https-route", edge: "e", route: "r", policy: "web.policy.yaml" };
const configuration = { service: "emulator", targets: { web: target } };
const half = (part: object): string => JSON.stringify({ ...configuration, ...part });

test("in a configuration that is half written, they are those of the policies that it had before", async () => {
  const marked = half({ lint: { ignoreFindings: [{ policyRule: mark }] } });
  const { items } = await offered("traffic-policy.config.json", marked, { before: half({}) });
  expect(items.map(({ label }) => label)).toEqual(["a: b", "Größe"]);
});

test.each([
  ["traffic-policy.config.json", half({ targets: { web: { [mark]: "" } } }), "kind"],
  ["web.cases.yaml", `cases:\n  - ${mark}`, "expect"],
  ["web.cases.yaml", `cases:\n  - expect: { matched: [${mark}] }`, "Größe"],
])(
  "a configuration that is wrong keeps nothing from being offered in %s, at %j",
  async (name, marked, label) => {
    const more = { "traffic-policy.config.json": half({ targets: { web: {} } }) };
    const { items } = await offered(name, marked, { more });
    expect(items.map((one) => one.label)).toContain(label);
  },
);

test("a configuration that is wrong leaves nothing to fix, and is no error", async () => {
  const { folder } = projectOf({ "traffic-policy.config.json": half({ targets: { web: {} } }) });
  const editor = await TestEditor.start({ folder });
  const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
  await editor.open(uri, "inbound: []\n");
  await editor.change(uri, [{ text: policy }]);
  const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [], only: ["source.fixAll"] },
  });
  expect(actions).toEqual([]);
  await editor.close();
});
