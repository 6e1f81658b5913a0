import { LSPPlugin } from "@codemirror/lsp-client";
import { getIndentUnit } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import type { TextEdit } from "vscode-languageserver-types";
import { applyEdit } from "./edits.ts";

/**
 * Formats a document.
 *
 * @returns false when it could not be parsed
 */
export async function formatDocument(view: EditorView): Promise<boolean> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return false;
  const { client, uri } = plugin;
  client.sync();
  return client.withMapping(async (mapping) => {
    const edits = await client.request<unknown, TextEdit[] | null>("textDocument/formatting", {
      textDocument: { uri },
      options: { tabSize: getIndentUnit(view.state), insertSpaces: true },
    });
    return applyEdit(client, { changes: { [uri]: edits ?? [] } }, mapping);
  });
}
