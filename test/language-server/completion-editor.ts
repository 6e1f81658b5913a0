import { expect } from "vitest";
import type { CompletionItem, TextEdit } from "vscode-languageserver";
import { edited } from "./client-text.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { unmarked } from "./syntaxes.ts";

/** What is offered at the mark of a document, which nothing else is asked about. */
export async function complete(
  name: string,
  marked: string,
  capabilities?: object,
): Promise<{ readonly text: string; readonly items: readonly CompletionItem[] }> {
  const editor = await TestEditor.start({
    host: {
      ...(await hostHere()),
      check: async (uri: string) => ({ findings: { [uri]: [] } }),
      policiesOf: async () => [],
    },
    ...(capabilities && { capabilities }),
  });
  const uri = `file:///work/${name}`;
  const { text, position } = unmarked(marked);
  await editor.open(uri, text);
  const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
    position,
  });
  await editor.close();
  const ranges = items.map(({ textEdit }) => JSON.stringify((textEdit as TextEdit).range));
  // Some clients take the range of the first one for all.
  expect(new Set(ranges).size).toBeLessThanOrEqual(1);
  return { text, items };
}

export async function labels(name: string, marked: string): Promise<string[]> {
  const { items } = await complete(name, marked);
  return items.map(({ label }) => label);
}

/** The document after an item is taken at its mark. */
export async function taken(
  name: string,
  marked: string,
  label: string,
  capabilities?: object,
): Promise<string> {
  const { text, items } = await complete(name, marked, capabilities);
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`It is not in ${items.map((one) => one.label)}`);
  return withItem(text, item);
}

/** A text after an item is taken, with the names of its places to fill in as their texts. */
export function withItem(
  text: string,
  { textEdit, additionalTextEdits = [], insertTextFormat }: CompletionItem,
): string {
  const edit = textEdit as TextEdit;
  expect(edit.range.start.line).toBe(edit.range.end.line);
  const newText = insertTextFormat === 2 ? filled(edit.newText) : edit.newText;
  return edited(text, [{ ...edit, newText }, ...additionalTextEdits], "utf-16");
}

function filled(snippet: string): string {
  return snippet
    .replaceAll(/(?<!\\)\$\d|(?<!\\)\$\{\d:([^}]*)\}/g, "$1")
    .replaceAll(/\\([$}\\])/g, "$1");
}
