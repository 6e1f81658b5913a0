import {
  getOrAdd,
  fromPointer,
  isJsonObject,
  isSectionName,
  policySchema,
  type JsonSchema,
} from "@traffic-policy/policy-language";
import type {
  CancellationToken,
  ClientCapabilities,
  InitializeParams,
  ServerCapabilities,
} from "vscode-languageserver";
import {
  CodeActionKind,
  type CodeLens,
  type Range,
  type WorkspaceEdit,
} from "vscode-languageserver-types";
import { EditorDocument } from "../documents/editor-document.ts";
import { encodings, type Encoding } from "../documents/encoding.ts";
import { fileExtensions, languageOf } from "../documents/kind.ts";
import { namesPhases } from "../documents/names-phases.ts";
import { nodeAt, type TreeNode } from "@traffic-policy/policy-language/tree";
import { TreeMemory } from "../documents/tree-memory.ts";
import { PositionedText } from "../documents/positioned-text.ts";
import { semanticTokensLegend } from "../expression/semantic-tokens.ts";
import { fixAllKind } from "../features/code-action-names.ts";
import type { Changing, FixData } from "../features/code-actions.ts";
import { documentHighlights } from "../features/highlights.ts";
import { documentHints } from "../features/inlay-hints.ts";
import { documentLinks } from "../features/links.ts";
import { policyNamed, ruleNames } from "../features/names.ts";
import { documentTokens } from "../features/semantic-tokens.ts";
import { foldingRanges, selectionRange, symbols } from "../features/structure.ts";
import { changeTo } from "../features/text-edit.ts";
import type { Host, Lens } from "../host.ts";
import { answerAboutNames } from "./answer-about-names.ts";
import { orCancelled } from "./cancelling.ts";
import { Checks, usualPauses, type Pauses } from "./checks.ts";
import type { ServerConnection } from "./connection.ts";
import { requestFailed } from "./errors.ts";
import { OpenDocuments } from "./open-documents.ts";
import type { Timers } from "./timers.ts";

/** What a server is made of, beside the connection to its client. */
export interface ServerParts {
  readonly host: Host;
  readonly timers: Timers;
  readonly version: string;
  readonly pauses?: Pauses;
  /** Whether code of the workspace may be run, when the client does not say. */
  readonly isTrusted?: boolean;
}

/** What a client can set, as `initializationOptions` and in the section `trafficPolicy` of its settings. */
export interface Settings {
  /** Whether code of the workspace may be run. */
  readonly trusted?: boolean;
  readonly inlayHints?: { readonly enabled?: boolean };
  readonly lenses?: { readonly enabled?: boolean };
}

// A number of the protocol; see `errors.ts`.
const incremental = 2;

// In a browser, what is not needed to show a document is loaded when somebody asks for it.
const loadCodeActions = () => import("../features/code-actions.ts");
const loadCompletion = () => import("../features/completion.ts");
const loadHover = () => import("../features/hover.ts");
const loadSignatureHelp = () => import("../features/signature-help.ts");

/** Serves the client at the other end of a connection until it disconnects; the connection must not listen yet. */
export function serve(connection: ServerConnection, parts: ServerParts): void {
  new Server(connection, parts).listen();
}

class Server {
  readonly #connection: ServerConnection;
  readonly #host: Host;
  readonly #parts: ServerParts;
  readonly #documents = new OpenDocuments();
  readonly #checks: Checks;
  readonly #schemas = new Map<string, Promise<JsonSchema | undefined>>();
  #settings: Settings = {};
  #client: ClientCapabilities = {};

  constructor(connection: ServerConnection, parts: ServerParts) {
    const { host, timers, pauses = usualPauses } = parts;
    this.#connection = connection;
    this.#host = host;
    this.#parts = parts;
    const documents = this.#documents;
    this.#checks = new Checks({ connection, documents, host, timers }, pauses);
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#watch());
    connection.onDidChangeConfiguration(({ settings }: { settings: unknown }) => {
      this.#set((settings as { readonly trafficPolicy?: unknown } | null)?.trafficPolicy);
      this.#checks.all();
      this.#refresh();
    });
    this.#documents.listen(connection, (uri, text) => {
      this.#host.give(uri, text, this.#documents.languageOf(uri));
      this.#checks.changed(uri, text !== undefined);
    });
    connection.onDidSaveTextDocument(() => this.#checks.all());
    connection.onDidChangeWatchedFiles(({ changes }) => {
      // Whoever installs something changes thousands of files.
      if (changes.some(({ uri }) => !uri.includes("/node_modules/"))) this.#checks.all();
    });
    connection.onShutdown(() => this.#close());
    connection.onExit(() => void this.#close());
    this.#answerAboutPlaces();
    this.#answerAboutDocuments();
    answerAboutNames(connection, {
      about: (uri, answer) => this.#about(uri, answer),
      policiesOf: (document, named) => this.#policiesOf(document, named),
    });
    this.#answerCommands();
    connection.listen();
  }

  #initialize({ capabilities, initializationOptions }: InitializeParams): {
    readonly capabilities: ServerCapabilities;
    readonly serverInfo: { readonly name: string; readonly version: string };
  } {
    this.#client = capabilities;
    const offered = capabilities.general?.positionEncodings ?? [];
    const encoding = offered.find((one): one is Encoding => encodings.includes(one as Encoding));
    this.#documents.encoding = encoding ?? "utf-16";
    this.#set(initializationOptions);
    return {
      serverInfo: { name: "traffic-policy", version: this.#parts.version },
      capabilities: {
        positionEncoding: this.#documents.encoding,
        textDocumentSync: {
          openClose: true,
          change: incremental,
          save: true,
        },
        completionProvider: { triggerCharacters: [".", "'", '"', "{", "$", "(", " ", "["] },
        hoverProvider: true,
        signatureHelpProvider: { triggerCharacters: ["(", ","] },
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, fixAllKind],
          resolveProvider: true,
        },
        codeLensProvider: { resolveProvider: true },
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        selectionRangeProvider: true,
        documentHighlightProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        documentLinkProvider: {},
        inlayHintProvider: true,
        semanticTokensProvider: {
          legend: semanticTokensLegend,
          full: true,
          range: true,
        },
        executeCommandProvider: { commands: [...this.#host.commands] },
      },
    };
  }

  /** @param settings - what a client sends, which may be anything; what it leaves out stays as it was */
  #set(settings: unknown): void {
    if (isJsonObject(settings)) this.#settings = { ...this.#settings, ...(settings as Settings) };
    // Whatever else it is, "false" or 1, is no permission.
    this.#host.trust((this.#settings.trusted ?? this.#parts.isTrusted) === true);
  }

  /** Lets the client ask again for what depends on settings. */
  #refresh(): void {
    const { workspace } = this.#client;
    if (workspace?.codeLens?.refreshSupport === true) this.#ask("workspace/codeLens/refresh");
    if (workspace?.inlayHint?.refreshSupport === true) this.#ask("workspace/inlayHint/refresh");
  }

  /** Lets the client tell which files change while nobody has them open. */
  #watch(): void {
    if (this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const method = "workspace/didChangeWatchedFiles";
    const watchers = [{ globPattern: `**/*.{${fileExtensions.join(",")}}` }];
    const registrations = [{ id: method, method, registerOptions: { watchers } }];
    this.#ask("client/registerCapability", { registrations });
  }

  #ask(method: string, ...params: unknown[]): void {
    // A client that cannot any more has other worries.
    this.#connection.sendRequest(method, ...params).catch(() => {});
  }

  async #close(): Promise<void> {
    this.#checks.close();
    await this.#host.close();
  }

  /** Answers about a document that is open, and not too long; nothing about others. */
  #about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined> {
    const loading = this.#documents.loading(uri);
    if (loading !== undefined) return loading.then(() => this.#about(uri, answer));
    const document = this.#documents.get(uri);
    return document === undefined || document.isTooLong ? undefined : answer(document);
  }

  #answerAboutPlaces(): void {
    const connection = this.#connection;
    connection.onCompletion(({ textDocument: { uri }, position }, token) =>
      this.#about(uri, async (document) => {
        const sources = {
          schema: await orCancelled(this.#schemaOf(document), token),
          ruleNames: await orCancelled(
            this.#ruleNamesFor(document, document.positions.offsetAt(position)),
            token,
          ),
          hasSnippets:
            this.#client.textDocument?.completion?.completionItem?.snippetSupport === true,
        };
        const { completionItems } = await loadCompletion();
        // Somebody may have typed on.
        const now = this.#documents.get(uri) ?? document;
        return completionItems(now, now.positions.offsetAt(position), sources);
      }),
    );
    connection.onHover(({ textDocument: { uri }, position }, token) =>
      this.#about(uri, async (document) => {
        const sources = {
          schema: await orCancelled(this.#schemaOf(document), token),
          addressOf: this.#host.pageAddress,
        };
        const { hover } = await loadHover();
        return (await hover(document, document.positions.offsetAt(position), sources)) ?? null;
      }),
    );
    connection.onSignatureHelp(({ textDocument: { uri }, position }) =>
      this.#about(uri, async (document) => {
        const { signatureHelp } = await loadSignatureHelp();
        return signatureHelp(document, document.positions.offsetAt(position));
      }),
    );
    connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
      this.#about(uri, (document) =>
        documentHighlights(document, document.positions.offsetAt(position)),
      ),
    );
    connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
      this.#about(uri, (document) =>
        positions.map((position) =>
          selectionRange(document, document.positions.offsetAt(position)),
        ),
      ),
    );
  }

  #answerAboutDocuments(): void {
    const connection = this.#connection;
    connection.onDocumentSymbol(({ textDocument: { uri } }) => this.#about(uri, symbols));
    connection.onFoldingRanges(({ textDocument: { uri } }) => this.#about(uri, foldingRanges));
    connection.onDocumentLinks(({ textDocument: { uri } }) => this.#about(uri, documentLinks));
    connection.languages.semanticTokens.on(
      async ({ textDocument: { uri } }) =>
        (await this.#about(uri, (document) => documentTokens(document))) ?? { data: [] },
    );
    connection.languages.semanticTokens.onRange(
      async ({ textDocument: { uri }, range }) =>
        (await this.#about(uri, (document) =>
          documentTokens(document, document.positions.spanOf(range)),
        )) ?? { data: [] },
    );
    connection.languages.inlayHint.on(({ textDocument: { uri }, range }) =>
      this.#settings.inlayHints?.enabled === true
        ? this.#about(uri, (document) => documentHints(document, document.positions.spanOf(range)))
        : [],
    );
    connection.onDocumentFormatting(({ textDocument: { uri } }, token) =>
      this.#about(uri, async (document) => {
        // A formatter of all JSON and YAML is not what its users have installed this for.
        if (document.kind === "other") return [];
        const text = await orCancelled(this.#host.format(uri), token);
        if (text === undefined || !this.#documents.isCurrent(document)) return [];
        const edit = changeTo(document.positions, text);
        return edit === undefined ? [] : [edit];
      }),
    );
    connection.onDocumentRangeFormatting(({ textDocument: { uri }, range }) =>
      this.#about(uri, async (document) => {
        const { formattedExpressions } = await loadCodeActions();
        return this.#documents.isCurrent(document)
          ? formattedExpressions(document, document.positions.spanOf(range))
          : [];
      }),
    );
    connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }, token) =>
      this.#about(uri, (document) => {
        const { resolveSupport } = this.#client.textDocument?.codeAction ?? {};
        const request = {
          ...this.#changing(document),
          range,
          found: this.#checks.ofNow(uri),
          whenFound: () => this.#checks.whenFound(uri),
          only,
          asksLater: resolveSupport?.properties.includes("edit") === true,
          goesOn: () => this.#goesOn(token),
        };
        const found = loadCodeActions().then(({ codeActions }) => codeActions(request));
        return orCancelled(
          found.then((actions) =>
            // Those for a text that is no more would damage what there is now.
            this.#documents.isCurrent(document) ? actions : [],
          ),
          token,
        );
      }),
    );
    connection.onCodeActionResolve(async (action, token) => {
      const { data } = action;
      if (!isJsonObject(data)) return action;
      const edit = await orCancelled(this.#editOf(data as unknown as FixData), token);
      if (edit !== undefined) return { ...action, edit };
      throw requestFailed("This fix cannot be made in the text as it is now.");
    });
    connection.onCodeLens(({ textDocument: { uri } }, token) =>
      this.#about(uri, (document) => {
        const isPolicy = document.kind === "policy" || document.kind === "code";
        return isPolicy && this.#settings.lenses?.enabled !== false
          ? orCancelled(this.#lenses(document), token)
          : [];
      }),
    );
    connection.onCodeLensResolve(async (lens, token) => {
      // There is nothing left to find out.
      if (lens.command !== undefined || !isJsonObject(lens.data)) return lens;
      const data = lens.data as unknown as Lens;
      const title = await orCancelled(this.#host.lensTitle(data), token);
      return { ...lens, command: commandOf(data, title) };
    });
  }

  /** Waits until other messages are read that have come meanwhile; false when one of them cancels the request. */
  #goesOn(token: CancellationToken): Promise<boolean> {
    return new Promise((settle) => {
      this.#parts.timers.after(0, () => settle(!token.isCancellationRequested));
    });
  }

  async #editOf(data: FixData): Promise<WorkspaceEdit | undefined> {
    const found = (await this.#checks.whenFound(data.uri)) ?? [];
    const { editOfChosen } = await loadCodeActions();
    return this.#about(data.uri, async (document) => {
      const edit = await editOfChosen(data, found, this.#changing(document));
      return this.#documents.isCurrent(document) ? edit : undefined;
    });
  }

  #changing(document: EditorDocument): Changing {
    const isVersioned = this.#client.workspace?.workspaceEdit?.documentChanges === true;
    return { document, isVersioned, host: this.#host };
  }

  async #lenses(document: EditorDocument): Promise<CodeLens[]> {
    const { uri, root, positions } = document;
    const [lenses, found = []] = await Promise.all([
      this.#host.lenses(uri),
      this.#checks.whenFound(uri),
    ]);
    const wrong = new Set(
      found.flatMap(({ severity, path }) => (severity === "error" && path ? ruleOf(path) : [])),
    );
    return lenses.flatMap((lens): CodeLens[] => {
      const { path, location, kind } = lens;
      const range =
        location === undefined ? placeOf(path, root, positions) : positions.rangeOfSource(location);
      if (range === undefined) return [];
      const isWrong = kind === "reach" && wrong.has(path);
      const title = isWrong
        ? "not known whether anything matches: this rule has errors"
        : lens.title;
      return [
        { range, data: lens, ...(title !== undefined && { command: commandOf(lens, title) }) },
      ];
    });
  }

  async #policiesOf(
    document: EditorDocument,
    named: string | undefined,
  ): Promise<readonly EditorDocument[]> {
    const found = await this.#host.policiesOf(document.uri, named);
    const languages = new Set(found.map(({ uri }) => languageOf(uri, "")));
    if (languages.has("code")) await this.#documents.code.load();
    const yaml = languages.has("yaml") ? await this.#documents.yaml.load() : undefined;
    if (found.some(({ text }) => namesPhases(text))) await this.#documents.phases.load();
    const policies = found.flatMap(({ uri, text }): EditorDocument[] => {
      const open = this.#documents.get(uri);
      if (open !== undefined) return [open];
      const language = languageOf(uri, "");
      if (language === undefined) return [];
      const positions = PositionedText.of(uri, text, this.#documents.encoding);
      const memory = new TreeMemory(language === "yaml" ? yaml : undefined);
      return [new EditorDocument(positions, language, this.#documents.parts, memory)];
    });
    return policies.filter(({ kind }) => kind === "policy" || kind === "code");
  }

  async #ruleNamesFor(document: EditorDocument, offset: number): Promise<readonly string[]> {
    const { kind } = document;
    if (kind === "policy" || kind === "code" || kind === "other") return [];
    const { path = [] } = document.placeAt(offset) ?? {};
    const policies = await this.#policiesOf(document, policyNamed(document, path));
    const names = policies.flatMap((one) => ruleNames(one));
    return [...new Set(names.map(([name]) => name))];
  }

  #answerCommands(): void {
    this.#connection.onExecuteCommand(async ({ command, arguments: args = [] }, token) => {
      const { message, isError, document } = await orCancelled(
        this.#host.execute(command, args, token),
        token,
      );
      if (message !== undefined) {
        await this.#connection.sendNotification("window/showMessage", {
          type: isError === true ? 1 : 3,
          message,
        });
      }
      if (document !== undefined) await this.#showDocument(document);
      return document ?? null;
    });
  }

  /** Shows a document; a client that cannot is sent where it is. */
  async #showDocument(uri: string): Promise<void> {
    if (this.#client.window?.showDocument?.support === true) {
      await this.#connection.window.showDocument({ uri, takeFocus: true });
      return;
    }
    const message = `The result is in ${uri}`;
    await this.#connection.sendNotification("window/showMessage", { type: 3, message });
  }

  #schemaOf(document: EditorDocument): Promise<JsonSchema | undefined> {
    const { kind, dialect } = document;
    const isOpen = !hasSection(document);
    const name = kind === "policy" ? `policy of ${isOpen ? "either" : dialect.name}` : kind;
    return getOrAdd(this.#schemas, name, async () => {
      try {
        return await this.#findSchema(document);
      } catch (error) {
        // What checks was stopped meanwhile: who asks next may get it.
        this.#schemas.delete(name);
        throw error;
      }
    });
  }

  async #findSchema(document: EditorDocument): Promise<JsonSchema | undefined> {
    const { kind, dialect } = document;
    switch (kind) {
      case "policy": {
        const schema = policySchema(dialect);
        if (hasSection(document)) return schema;
        // Its first section says which dialect it is in.
        const { properties } = policySchema(await this.#documents.phases.load());
        return { ...schema, properties: { ...properties, ...schema.properties } };
      }
      // In a browser, what is not for policies is loaded when it is needed.
      case "cases":
        return (await import("./check-schemas.ts")).caseFileSchema as JsonSchema;
      case "assertions":
        return (await import("./check-schemas.ts")).assertionFileSchema as JsonSchema;
      case "configuration":
        return this.#host.configurationSchema();
      default:
        return undefined;
    }
  }
}

function hasSection({ root }: EditorDocument): boolean {
  return root?.kind === "object" && root.members.some(({ key }) => isSectionName(key.value));
}

/** The pointer to the rule that a pointer is to, or into. */
function ruleOf(pointer: string): string {
  return pointer.split("/", 3).join("/");
}

/** Where a part of a policy begins; of a rule, where its name is. */
function placeOf(
  pointer: string,
  root: TreeNode | undefined,
  positions: PositionedText,
): Range | undefined {
  const path = fromPointer(pointer).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const node = nodeAt(root, path);
  return node && positions.rangeOf({ start: node.start, end: node.start });
}

function commandOf(
  { command = "", uri, path }: Lens,
  title: string,
): NonNullable<CodeLens["command"]> {
  return { title, command, arguments: [uri, path] };
}
