import { Later } from "../documents/later.ts";
import type { DocumentText } from "../host.ts";
import { dialectNamed, type Dialect, type Protocol } from "@traffic-policy/policy-language";
import type { DidChangeTextDocumentParams, DidOpenTextDocumentParams } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { EditorDocument } from "../documents/editor-document.ts";
import type { Encoding } from "../documents/encoding.ts";
import { languageOf, type DocumentLanguage, namesPhases } from "../documents/kind.ts";
import type { CodeReader } from "../documents/code.ts";
import { TreeMemory } from "../documents/tree-memory.ts";
import type { ServerConnection } from "../connection.ts";
import { PositionedText, updated } from "../documents/positioned-text.ts";

interface Open {
  text: TextDocument;
  about: About;
  memory: TreeMemory | undefined;
  document: EditorDocument | undefined;
}

interface About {
  readonly protocols?: readonly Protocol[];
  readonly isPolicy?: boolean;
}

/**
 * The documents that a client has open, each in its latest version. Loads the parts that read a language when a
 * document first needs them.
 */
export class OpenDocuments {
  encoding: Encoding = "utf-16";
  readonly yaml = new Later(async () => (await import("../documents/yaml.ts")).yaml);
  /** The phases dialect: a third of all code that the server loads. */
  readonly phases = new Later(() => dialectNamed("phases"));
  readonly code = new Later(async () => (await import("../documents/code.ts")).code);
  readonly #open = new Map<string, Open>();

  listen(
    connection: ServerConnection,
    changed: (uri: string, text: string | undefined) => void,
  ): void {
    connection.onDidOpenTextDocument((opened) => {
      const { uri, text } = opened.textDocument;
      if (!this.#opened(opened)) return;
      changed(uri, text);
      void this.#loaded(uri, changed);
    });
    connection.onDidChangeTextDocument((change) => {
      const { uri } = change.textDocument;
      const text = this.#changed(change);
      if (text === undefined) return;
      changed(uri, text);
      // It may name a phase now.
      void this.#loaded(uri, changed);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      if (this.#open.delete(uri)) changed(uri, undefined);
    });
  }

  /** Reports a change again once the document can be read, if it could not be read at once. */
  async #loaded(uri: string, changed: (uri: string, text: string) => void): Promise<void> {
    const loading = this.loading(uri);
    if (loading === undefined) return;
    await loading;
    const open = this.#open.get(uri);
    if (open !== undefined) changed(uri, open.text.getText());
  }

  #opened({ textDocument }: DidOpenTextDocumentParams): boolean {
    const { uri, languageId, version, text } = textDocument;
    if (languageOf(uri, languageId) === undefined) return false;
    const document = TextDocument.create(uri, languageId, version, text);
    this.#open.set(uri, {
      text: document,
      about: {},
      memory: undefined,
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

  languageOf(uri: string): DocumentLanguage | undefined {
    const languageId = this.#open.get(uri)?.text.languageId;
    return languageId === undefined ? undefined : languageOf(uri, languageId);
  }

  get #parts(): { readonly phases?: Dialect; readonly code?: CodeReader } {
    const [phases, code] = [this.phases.loaded, this.code.loaded];
    return { ...(phases && { phases }), ...(code && { code }) };
  }

  loading(uri: string): Promise<unknown> | undefined {
    const needsYaml = this.languageOf(uri) === "yaml" && this.yaml.loaded === undefined;
    const needsPhases = this.phases.loaded === undefined && this.#namesPhase(uri);
    const needsCode = this.languageOf(uri) === "code" && this.code.loaded === undefined;
    if (!needsYaml && !needsPhases && !needsCode) return undefined;
    return Promise.all([
      needsCode ? this.code.load() : undefined,
      needsYaml ? this.yaml.load() : undefined,
      needsPhases ? this.phases.load() : undefined,
    ]);
  }

  /**
   * Returns the latest version of a document; undefined when it is not open, not a file that the toolkit reads, or
   * not readable yet.
   */
  get(uri: string): EditorDocument | undefined {
    const open = this.#open.get(uri);
    if (open === undefined) return undefined;
    if (open.document === undefined) {
      const language = this.languageOf(uri);
      const { languageId, version } = open.text;
      if (language === undefined || this.loading(uri) !== undefined) return undefined;
      open.memory ??= new TreeMemory(language === "yaml" ? this.yaml.loaded : undefined);
      // A copy: the library changes its documents.
      const text = TextDocument.create(uri, languageId, version, open.text.getText());
      open.document = new EditorDocument(
        new PositionedText(text, this.encoding),
        language,
        { ...open.about, ...this.#parts },
        open.memory,
      );
    }
    return open.document;
  }

  async policiesIn(texts: readonly DocumentText[]): Promise<readonly EditorDocument[]> {
    const languages = new Set(texts.map(({ uri }) => languageOf(uri, "")));
    if (languages.has("code")) await this.code.load();
    const yaml = languages.has("yaml") ? await this.yaml.load() : undefined;
    if (texts.some(({ text }) => namesPhases(text))) await this.phases.load();
    const policies = texts.flatMap(({ uri, text }): readonly EditorDocument[] => {
      const open = this.get(uri);
      if (open !== undefined) return open.policies;
      const language = languageOf(uri, "");
      if (language === undefined) return [];
      const positions = PositionedText.of(uri, text, this.encoding);
      const memory = new TreeMemory(language === "yaml" ? yaml : undefined);
      return new EditorDocument(positions, language, this.#parts, memory).policies;
    });
    return policies.filter(({ kind }) => kind === "policy" || kind === "code");
  }

  isCurrent({ uri, text }: EditorDocument): boolean {
    // Versions that come out of order are of no help.
    return this.#open.get(uri)?.text.getText() === text;
  }

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

  #namesPhase(uri: string): boolean {
    const text = this.#open.get(uri)?.text.getText();
    return text !== undefined && namesPhases(text);
  }

  get uris(): readonly string[] {
    return [...this.#open.keys()];
  }
}
