import { parse } from "yaml";
import { expect, test } from "vitest";
import { TestEditor } from "./editor.ts";

interface Edit {
  readonly range: Record<"start" | "end", { readonly line: number; readonly character: number }>;
  readonly newText: string;
}

/** The text after edits that are each in one line. */
function edited(text: string, edits: readonly Edit[]): string {
  const lines = text.split("\n");
  for (const { range, newText } of edits.toReversed()) {
    const { line, character } = range.start;
    const before = lines[line] ?? "";
    lines[line] = before.slice(0, character) + newText + before.slice(range.end.character);
  }
  return lines.join("\n");
}

const uri = "file:///work/web.policy.yaml";

test.each([
  ["a word", "Old", "New", "name: New"],
  ["what would be a member", "Old", "a: b", 'name: "a: b"'],
  ["what would be a number", "Old", "12", 'name: "12"'],
  ["what would be a comment", "Old", "a #b", 'name: "a #b"'],
  ["a name in quotes", "'Old'", "it's", "name: 'it''s'"],
])("a rule is renamed to %s", async (_, name, newName, expected) => {
  const editor = await TestEditor.start();
  const text = `inbound:\n  - name: ${name}\n    actions: [{ type: deny }]\n`;
  await editor.open(uri, text);
  const { changes } = await editor.request<{ changes: Record<string, Edit[]> }>(
    "textDocument/rename",
    uri,
    { position: { line: 1, character: 12 }, newName },
  );
  const after = edited(text, changes[uri] ?? []);
  expect(after).toContain(expected);
  expect(parse(after)).toMatchObject({ inbound: [{ name: newName }] });
  await editor.close();
});

test.each([
  ["- req.method=='GET'", "- req.method == 'GET'"],
  ["- (!hasReqHeader('A'))", `- "!hasReqHeader('A')"`],
  ["- ('a' in req.headers)", `- "'a' in req.headers"`],
  ["- req.method=='GET'?true:false", `- "req.method == 'GET' ? true : false"`],
  [`- "('a'   in req.headers)"`, `- "'a' in req.headers"`],
  ["- &a 'true&&true'\n      - *a", "- &a 'true && true'\n      - *a"],
])("formatting the expression of %j leaves YAML that means it", async (written, expected) => {
  const editor = await TestEditor.start();
  const text = `inbound:\n  - expressions:\n      ${written}\n`;
  await editor.open(uri, text);
  const edits = await editor.request<Edit[]>("textDocument/rangeFormatting", uri, {
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    options: { tabSize: 2, insertSpaces: true },
  });
  expect(edited(text, edits)).toBe(`inbound:\n  - expressions:\n      ${expected}\n`);
  await editor.close();
});
