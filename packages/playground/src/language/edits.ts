import type { LSPClient, WorkspaceMapping } from "@codemirror/lsp-client";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-types";

/**
 * Applies the server's edits to the editors.
 *
 * @param mapping - started with the request, because the user may have typed since
 * @returns true when something changed; edits in text that the user changed are skipped
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
