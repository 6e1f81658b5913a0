import type { LSPClient, WorkspaceMapping } from "@codemirror/lsp-client";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-types";

/**
 * Applies what the server wants changed to the editors.
 *
 * @param mapping - begun when the server was asked: somebody may have typed since
 * @returns whether anything was changed; what has been typed into stays
 */
export function applyEdit(
  client: LSPClient,
  { changes = {} }: WorkspaceEdit,
  mapping: WorkspaceMapping,
): boolean {
  const applied = Object.entries(changes).map(([uri, edits]) =>
    applyEdits(client, uri, edits, mapping),
  );
  return applied.includes(true);
}

function applyEdits(
  client: LSPClient,
  uri: string,
  edits: readonly TextEdit[],
  mapping: WorkspaceMapping,
): boolean {
  const since = mapping.getMapping(uri);
  if (client.workspace.getFile(uri) === null || edits.length === 0) return false;
  if (since?.empty === false) return false;
  const changes = edits.map(({ range, newText }) => ({
    from: mapping.mapPosition(uri, range.start),
    to: mapping.mapPosition(uri, range.end),
    insert: newText,
  }));
  client.workspace.updateFile(uri, { changes, userEvent: "input.fix" });
  return true;
}
