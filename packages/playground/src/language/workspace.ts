import { LSPPlugin, Workspace, type LSPClient, type WorkspaceFile } from "@codemirror/lsp-client";
import type { ChangeSet, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

export class EditorWorkspace extends Workspace {
  files: EditorFile[] = [];
  readonly #display: (uri: string) => Promise<EditorView | undefined>;
  /** Version numbers continue when a document is opened again. */
  readonly #versions = new Map<string, number>();

  constructor(client: LSPClient, display: (uri: string) => Promise<EditorView | undefined>) {
    super(client);
    this.#display = display;
  }

  syncFiles(): { file: EditorFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view);
      if (plugin === null || plugin.unsyncedChanges.empty) return [];
      const update = { file, prevDoc: file.doc, changes: plugin.unsyncedChanges };
      file.doc = file.view.state.doc;
      file.version = this.#nextVersion(file.uri);
      plugin.clear();
      return [update];
    });
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new EditorFile(uri, languageId, this.#nextVersion(uri), view);
    this.files = [...this.files.filter((other) => other.uri !== uri), file];
    this.client.didOpen(file);
  }

  closeFile(uri: string, view: EditorView): void {
    const isOpen = this.files.some((file) => file.uri === uri && file.view === view);
    if (!isOpen) return;
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    return (await this.#display(uri)) ?? null;
  }

  #nextVersion(uri: string): number {
    const version = (this.#versions.get(uri) ?? -1) + 1;
    this.#versions.set(uri, version);
    return version;
  }
}

class EditorFile implements WorkspaceFile {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  doc: Text;
  readonly view: EditorView;

  constructor(uri: string, languageId: string, version: number, view: EditorView) {
    this.uri = uri;
    this.languageId = languageId;
    this.version = version;
    this.doc = view.state.doc;
    this.view = view;
  }

  getView(): EditorView {
    return this.view;
  }
}
