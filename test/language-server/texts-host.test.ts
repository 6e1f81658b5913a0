import { TextsHost } from "@traffic-policy/language-server";
import type { CodeAction, TextEdit } from "vscode-languageserver";
import { afterAll, expect, test } from "vitest";
import { TestEditor } from "./editor.ts";

const editor = await TestEditor.start({ host: new TextsHost({ protocol: "http" }) });
afterAll(() => editor.close());

const json = `{"inbound": [{
  "name": "Old names",
  "expressions": ["req.Method == 'GET'", "conn.ClientIP == '192.0.2.1'"],
  "actions": [{"type": "deny"}]
}]}
`;
const yaml = `inbound:
    - name: Old names
      expressions: [ "req.Method == 'GET'", "conn.ClientIP == '192.0.2.1'" ]
      actions: [{type: deny}]
`;

test.each([
  ["json", json, `"req.method == 'GET'", "conn.client_ip == '192.0.2.1'"`],
  ["yaml", yaml, `"req.method == 'GET'", "conn.client_ip == '192.0.2.1'"`],
])("all safe fixes of a text in %s are one action", async (language, text, expected) => {
  const uri = `file:///all.policy.${language}`;
  await editor.open(uri, text);
  const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const [action, ...others] = await editor.request<CodeAction[]>("textDocument/codeAction", uri, {
    range: whole,
    context: { diagnostics: [], only: ["source.fixAll.traffic-policy"] },
  });
  expect(others).toEqual([]);
  const edits = action?.edit?.changes?.[uri] ?? [];
  expect(edits).toHaveLength(1);
  expect(applied(text, edits)).toBe(
    text.replace(/"req.Method == 'GET'", "conn.ClientIP == '192.0.2.1'"/, expected),
  );
});

test("a text is formatted; a broken one stays as it is", async () => {
  const options = { options: { tabSize: 2, insertSpaces: true } };
  const ask = (uri: string) => editor.request<TextEdit[]>("textDocument/formatting", uri, options);
  await editor.open("file:///format.policy.yaml", yaml);
  expect(applied(yaml, await ask("file:///format.policy.yaml"))).toContain(
    `inbound:\n  - name: Old names\n    expressions: ["req.Method`,
  );
  await editor.open("file:///broken.policy.json", `${json}}`);
  expect(await ask("file:///broken.policy.json")).toEqual([]);
});

test("a finding says what its fix is called", async () => {
  const found = await editor.open("file:///named.policy.json", json);
  const titles = found.map(({ data }) => (data as { fix?: string } | undefined)?.fix);
  expect(titles).toContain("Write req.method");
});

function applied(text: string, edits: readonly TextEdit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const [edit] = edits;
  if (edit === undefined || edits.length > 1) throw new Error(`${edits.length} edits`);
  const { start, end } = edit.range;
  const at = (place: typeof start): number => (starts[place.line] ?? text.length) + place.character;
  return text.slice(0, at(start)) + edit.newText + text.slice(at(end));
}
