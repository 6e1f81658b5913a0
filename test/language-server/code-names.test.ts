import { TextsHost } from "@traffic-policy/language-server";
import type { CompletionItem, Location, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { expect, test } from "vitest";
import { edited } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { unmarked } from "./syntaxes.ts";

const module = "file:///work/web.policy.ts";
const policy = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" }).inbound(
  rule("Admins \\"only\\"").do(deny({ statusCode: 403 })),
  other.rule("Others"),
);
`;
const cases = "file:///work/web.cases.yaml";
const { text, position } = unmarked(`cases:
  - name: Denied
    request: { url: https://example.com/ }
    expect: { matched: ['Adm‸ins "only"'] }
`);
const place = { start: { line: 2, character: 8 }, end: { line: 2, character: 23 } };

test("the name of a rule in a case leads to the call that builds it in a module", async () => {
  const editor = await TestEditor.start({ host: new TextsHost({ protocol: "http" }) });
  await editor.open(module, policy);
  await editor.open(cases, text);
  const definition = await editor.request<Location[]>("textDocument/definition", cases, {
    position,
  });
  expect(definition).toEqual([{ uri: module, range: place }]);
  await editor.close();
});

test.each([
  ["'", String.raw`it\'s "one" \\ two`],
  ['"', String.raw`it's \"one\" \\ two`],
])("in %s, a new name of a rule is written with the escapes of code", async (quote, written) => {
  const editor = await TestEditor.start({ host: new TextsHost() });
  const code = `const a = rule(${quote}Ad‸mins${quote});\n`;
  const marked = unmarked(code);
  await editor.open(module, marked.text);
  const { changes } = await editor.request<WorkspaceEdit>("textDocument/rename", module, {
    position: marked.position,
    newName: String.raw`it's "one" \ two`,
  });
  await editor.close();
  expect(edited(marked.text, changes?.[module] ?? [], "utf-16")).toBe(
    `const a = rule(${quote}${written}${quote});\n`,
  );
});

test.each([
  ["cel.text('req.method == P‸')", String.raw`cel.text('req.method == \'PATCH\'')`],
  ['cel.text("req.method == P‸")', `cel.text("req.method == 'PATCH'")`],
  ["cel`req.method == P‸`", "cel`req.method == 'PATCH'`"],
])("in %s, what is completed stays inside of the quotes", async (code, expected) => {
  const editor = await TestEditor.start({ host: new TextsHost() });
  const marked = unmarked(code);
  await editor.open(module, marked.text);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", module, {
    position: marked.position,
  });
  await editor.close();
  const edit = items.find(({ label }) => label === "'PATCH'")?.textEdit as TextEdit;
  expect(edited(marked.text, [edit], "utf-16")).toBe(expected);
});
