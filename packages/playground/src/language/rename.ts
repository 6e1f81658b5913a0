import { LSPPlugin } from "@codemirror/lsp-client";
import { showDialog, type EditorView, type KeyBinding } from "@codemirror/view";
import type { Range, WorkspaceEdit } from "vscode-languageserver-types";
import { applyEdit } from "./edits.ts";

/**
 * Renames the name at the cursor. The library's command supports only names of a single word, and rule names can have
 * several.
 */
export const renameKeymap: readonly KeyBinding[] = [
  {
    key: "F2",
    preventDefault: true,
    run(view) {
      void rename(view);
      return true;
    },
  },
];

async function rename(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return;
  const { client, uri } = plugin;
  client.sync();
  await client.withMapping(async (mapping) => {
    const place = {
      textDocument: { uri },
      position: plugin.toPosition(view.state.selection.main.head),
    };
    const named = await client.request<unknown, { range: Range; placeholder: string } | null>(
      "textDocument/prepareRename",
      place,
    );
    if (named === null || named === undefined) {
      say(view, "Nothing is named here: put the cursor into the name of a rule or an anchor.");
      return;
    }
    const newName = await askName(view, named.placeholder);
    if (newName === undefined || newName === named.placeholder) return;
    try {
      const edit = await client.request<unknown, WorkspaceEdit | null>("textDocument/rename", {
        ...place,
        newName,
      });
      if (edit) applyEdit(client, edit, mapping);
    } catch (error) {
      say(view, (error as { readonly message?: string }).message ?? "It could not be renamed.");
    }
  });
}

async function askName(view: EditorView, name: string): Promise<string | undefined> {
  const { close, result } = showDialog(view, {
    label: "New name",
    input: { name: "name", value: name },
    focus: true,
    submitLabel: "Rename",
    class: "tp-rename",
  });
  const form = await result;
  view.dispatch({ effects: close });
  view.focus();
  const input = form?.elements.namedItem("name");
  return input instanceof HTMLInputElement ? input.value : undefined;
}

function say(view: EditorView, label: string): void {
  showDialog(view, { label, class: "tp-said", top: true });
}
