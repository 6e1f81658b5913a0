import type { Protocol } from "@traffic-policy/policy-language";
import type {
  Connection,
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { EditorDocument } from "../documents/editor-document.ts";
import type { Encoding } from "../documents/encoding.ts";
import { languageOf } from "../documents/kind.ts";
import { TreeMemory } from "../documents/tree-memory.ts";
import { PositionedText, updated } from "../documents/positioned-text.ts";

interface Open {
  text: TextDocument;
  about: About;
  readonly memory: TreeMemory;
  /** What was made of the current version. */
  document: EditorDocument | undefined;
}

/** What a check found out about a document. */
interface About {
  readonly protocols?: readonly Protocol[];
  readonly isPolicy?: boolean;
}

/** The documents that a client has open, each as its last version. */
export class OpenDocuments {
  encoding: Encoding = "utf-16";
  readonly #open = new Map<string, Open>();

  /** @param changed - is called with each document that was opened, changed, saved or closed */
  listen(connection: Connection, changed: (uri: string, text: string | undefined) => void): void {
    connection.onDidOpenTextDocument((opened) => {
      if (this.#opened(opened)) changed(opened.textDocument.uri, opened.textDocument.text);
    });
    connection.onDidChangeTextDocument((change) => {
      const text = this.#changed(change);
      if (text !== undefined) changed(change.textDocument.uri, text);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      if (this.#open.delete(uri)) changed(uri, undefined);
    });
  }

  #opened({ textDocument }: DidOpenTextDocumentParams): boolean {
    const { uri, languageId, version, text } = textDocument;
    if (languageOf(uri, languageId) === undefined) return false;
    const document = TextDocument.create(uri, languageId, version, text);
    this.#open.set(uri, {
      text: document,
      about: {},
      memory: new TreeMemory(),
      document: undefined,
    });
    return true;
  }

  #changed({ textDocument, contentChanges }: DidChangeTextDocumentParams): string | undefined {
    const open = this.#open.get(textDocument.uri);
    if (open === undefined) return undefined;
    // Changes come in the order in which they were made, whatever number they have.
    const version = Math.max(textDocument.version, open.text.version);
    open.text = updated(open.text, contentChanges, version, this.encoding);
    open.document = undefined;
    return open.text.getText();
  }

  /** The last version of a document; nothing when it is not open, or not of ours. */
  get(uri: string): EditorDocument | undefined {
    const open = this.#open.get(uri);
    if (open === undefined) return undefined;
    if (open.document === undefined) {
      const language = languageOf(uri, open.text.languageId);
      if (language === undefined) return undefined;
      const { languageId, version } = open.text;
      // A copy: the library changes its documents.
      const text = TextDocument.create(uri, languageId, version, open.text.getText());
      open.document = new EditorDocument(
        new PositionedText(text, this.encoding),
        language,
        open.about,
        open.memory,
      );
    }
    return open.document;
  }

  /** Whether the text of a document is still that of a version. */
  isCurrent({ uri, text }: EditorDocument): boolean {
    // Versions that come out of order are of no help.
    return this.#open.get(uri)?.text.getText() === text;
  }

  /** Remembers what a check found out. */
  learn(uri: string, about: About): void {
    const open = this.#open.get(uri);
    if (open === undefined) return;
    const isSame =
      open.about.isPolicy === about.isPolicy &&
      String(open.about.protocols) === String(about.protocols);
    if (isSame) return;
    open.about = about;
    open.document = undefined;
  }

  /** The URIs of all. */
  get uris(): readonly string[] {
    return [...this.#open.keys()];
  }
}
