import { isJsonObject } from "@traffic-policy/policy-language";
import type {
  CancellationToken,
  ClientCapabilities,
  InitializeParams,
  ServerCapabilities,
} from "vscode-languageserver";
import { CodeActionKind, type Position, type WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { encodings, type Encoding } from "../documents/encoding.ts";
import { fileExtensions } from "../documents/kind.ts";
import { policyNamed, ruleNames } from "../documents/names.ts";
import { fixAllKind } from "../features/code-action-names.ts";
import type { Changing, FixData } from "../features/code-action.ts";
import { codeLens, resolveCodeLens } from "../features/code-lens.ts";
import { documentHighlight } from "../features/document-highlight.ts";
import { documentLink } from "../features/document-link.ts";
import { documentSymbol } from "../features/document-symbol.ts";
import { showResult } from "../features/execute-command.ts";
import { foldingRange } from "../features/folding-range.ts";
import { formattedExpressions, formatting } from "../features/formatting.ts";
import { inlayHint } from "../features/inlay-hint.ts";
import { selectionRange } from "../features/selection-range.ts";
import { documentTokens, semanticTokensLegend } from "../features/semantic-tokens.ts";
import type { Host } from "../host.ts";
import { Checks, usualPauses, type Pauses } from "./checks.ts";
import type { ServerConnection } from "../connection.ts";
import { orCancelled, requestFailed } from "../errors.ts";
import { OpenDocuments } from "./open-documents.ts";
import { Schemas } from "./schemas.ts";
import type { Timers } from "./timers.ts";

export interface ServerParts {
  readonly host: Host;
  readonly timers: Timers;
  readonly version: string;
  readonly pauses?: Pauses;
  readonly isTrusted?: boolean;
}

/** The client's settings, as `initializationOptions` and in the section `trafficPolicy`. */
interface Settings {
  readonly trusted?: boolean;
  readonly inlayHints?: { readonly enabled?: boolean };
  readonly lenses?: { readonly enabled?: boolean };
}

// A number of the protocol; see `errors.ts`.
const incremental = 2;

// In a browser, what is not needed to show a document is loaded when somebody asks for it.
const codeActionFeature = () => import("../features/code-action.ts");
const completionFeature = () => import("../features/completion.ts");
const definitionFeature = () => import("../features/definition.ts");
const hoverFeature = () => import("../features/hover.ts");
const referencesFeature = () => import("../features/references.ts");
const renameFeature = () => import("../features/rename.ts");
const signatureHelpFeature = () => import("../features/signature-help.ts");

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
  readonly #schemas: Schemas;
  #settings: Settings = {};
  #client: ClientCapabilities = {};

  constructor(connection: ServerConnection, parts: ServerParts) {
    const { host, timers, pauses = usualPauses } = parts;
    this.#connection = connection;
    this.#host = host;
    this.#parts = parts;
    const documents = this.#documents;
    this.#schemas = new Schemas(host, documents.phases);
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
    this.#answerAboutChanges();
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

  /** @param settings - from the client, so of any type; missing settings keep their value */
  #set(settings: unknown): void {
    if (isJsonObject(settings)) this.#settings = { ...this.#settings, ...(settings as Settings) };
    // Whatever else it is, "false" or 1, is no permission.
    this.#host.trust((this.#settings.trusted ?? this.#parts.isTrusted) === true);
  }

  #refresh(): void {
    const { workspace } = this.#client;
    if (workspace?.codeLens?.refreshSupport === true) this.#ask("workspace/codeLens/refresh");
    if (workspace?.inlayHint?.refreshSupport === true) this.#ask("workspace/inlayHint/refresh");
  }

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

  /** Answers a request about an open document that is not too long; undefined for others. */
  #about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined> {
    const loading = this.#documents.loading(uri);
    if (loading !== undefined) return loading.then(() => this.#about(uri, answer));
    const document = this.#documents.get(uri);
    return document === undefined || document.isTooLong ? undefined : answer(document);
  }

  #at<Answer>(
    { textDocument: { uri }, position }: PlaceParams,
    answer: (document: EditorDocument, offset: number) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined> {
    return this.#about(uri, (document) => {
      const offset = document.positions.offsetAt(position);
      return answer(document.at(offset), offset);
    });
  }

  /** Answers a request about each policy of a document, or about the document itself. */
  #each<Answer>(
    uri: string,
    answer: (document: EditorDocument) => readonly Answer[],
  ): Answer[] | undefined | Promise<Answer[] | undefined> {
    return this.#about(uri, ({ policies }) => policies.flatMap(answer));
  }

  #answerAboutPlaces(): void {
    const connection = this.#connection;
    connection.onCompletion((params, token) =>
      this.#at(params, async (document, offset) => {
        const sources = {
          schema: await orCancelled(this.#schemas.of(document), token),
          ruleNames: await orCancelled(this.#ruleNamesFor(document, offset), token),
          hasSnippets:
            this.#client.textDocument?.completion?.completionItem?.snippetSupport === true,
        };
        const { completionItems } = await completionFeature();
        // Somebody may have typed on.
        const now = this.#documents.get(document.uri) ?? document;
        const offsetNow = now.positions.offsetAt(params.position);
        return completionItems(now.at(offsetNow), offsetNow, sources);
      }),
    );
    connection.onHover((params, token) =>
      this.#at(params, async (document, offset) => {
        const schema = await orCancelled(this.#schemas.of(document), token);
        const { hover } = await hoverFeature();
        const { pageAddress: addressOf } = this.#host;
        return (await hover(document, offset, { schema, addressOf })) ?? null;
      }),
    );
    connection.onSignatureHelp((params) =>
      this.#at(params, async (document, offset) =>
        (await signatureHelpFeature()).signatureHelp(document, offset),
      ),
    );
    connection.onDocumentHighlight((params) => this.#at(params, documentHighlight));
    connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
      this.#about(uri, (document) =>
        positions.map((position) => {
          const offset = document.positions.offsetAt(position);
          return selectionRange(document.at(offset), offset);
        }),
      ),
    );
    connection.onDefinition((params, token) =>
      this.#at(params, async (document, offset) => {
        const { definition } = await definitionFeature();
        const policiesOf = this.#policiesOf.bind(this);
        return orCancelled(definition(document, offset, policiesOf), token);
      }),
    );
    connection.onReferences((params) =>
      this.#at(params, async (document, offset) => {
        const { references } = await referencesFeature();
        return references(document, offset, params.context.includeDeclaration);
      }),
    );
    connection.onPrepareRename((params) =>
      this.#at(params, async (document, offset) =>
        (await renameFeature()).prepareRename(document, offset),
      ),
    );
    connection.onRenameRequest((params) =>
      this.#at(params, async (document, offset) =>
        (await renameFeature()).rename(document, offset, params.newName),
      ),
    );
  }

  #answerAboutDocuments(): void {
    const connection = this.#connection;
    connection.onDocumentSymbol(({ textDocument: { uri } }) => this.#each(uri, documentSymbol));
    connection.onFoldingRanges(({ textDocument: { uri } }) => this.#each(uri, foldingRange));
    connection.onDocumentLinks(({ textDocument: { uri } }) => this.#each(uri, documentLink));
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
        ? this.#each(uri, (document) => inlayHint(document, document.positions.spanOf(range)))
        : [],
    );
    connection.onCodeLens(({ textDocument: { uri } }, token) =>
      this.#about(uri, ({ policies: [document, second] }) => {
        if (document === undefined || second !== undefined) return [];
        const isPolicy = document.kind === "policy" || document.kind === "code";
        return isPolicy && this.#settings.lenses?.enabled !== false
          ? orCancelled(codeLens(document, this.#host, this.#checks.whenFound(uri)), token)
          : [];
      }),
    );
    connection.onCodeLensResolve((lens, token) =>
      // There is nothing left to find out.
      lens.command !== undefined || !isJsonObject(lens.data)
        ? lens
        : orCancelled(resolveCodeLens(lens, this.#host), token),
    );
  }

  #answerAboutChanges(): void {
    const connection = this.#connection;
    connection.onDocumentFormatting(({ textDocument: { uri } }, token) =>
      this.#about(uri, async (document) =>
        this.#ifCurrent(document, await orCancelled(formatting(document, this.#host), token), []),
      ),
    );
    connection.onDocumentRangeFormatting(({ textDocument: { uri }, range }) =>
      this.#about(uri, (document) =>
        document.policies.flatMap((one) => formattedExpressions(one, one.positions.spanOf(range))),
      ),
    );
    connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }, token) =>
      this.#about(uri, async (document) => {
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
        const found = codeActionFeature().then(({ codeActions }) => codeActions(request));
        return this.#ifCurrent(document, await orCancelled(found, token), []);
      }),
    );
    connection.onCodeActionResolve(async (action, token) => {
      const { data } = action;
      if (!isJsonObject(data)) return action;
      const edit = await orCancelled(this.#editOf(data as unknown as FixData), token);
      if (edit !== undefined) return { ...action, edit };
      throw requestFailed("This fix cannot be made in the text as it is now.");
    });
    connection.onExecuteCommand(async ({ command, arguments: args = [] }, token) => {
      const result = await orCancelled(this.#host.execute(command, args, token), token);
      const canShow = this.#client.window?.showDocument?.support === true;
      await showResult(connection, result, canShow);
      return result.document ?? null;
    });
  }

  /** Returns the edits of a document only if it has not changed, because they would damage a newer text. */
  #ifCurrent<Answer>(document: EditorDocument, answer: Answer, otherwise: Answer): Answer {
    return this.#documents.isCurrent(document) ? answer : otherwise;
  }

  /** Lets pending messages be read; false when a message cancels the request. */
  #goesOn(token: CancellationToken): Promise<boolean> {
    return new Promise((settle) => {
      this.#parts.timers.after(0, () => settle(!token.isCancellationRequested));
    });
  }

  async #editOf(data: FixData): Promise<WorkspaceEdit | undefined> {
    const found = (await this.#checks.whenFound(data.uri)) ?? [];
    const { editOfChosen } = await codeActionFeature();
    return this.#about(data.uri, async (document) => {
      const edit = await editOfChosen(data, found, this.#changing(document));
      return this.#ifCurrent(document, edit, undefined);
    });
  }

  #changing(document: EditorDocument): Changing {
    const isVersioned = this.#client.workspace?.workspaceEdit?.documentChanges === true;
    return { document, isVersioned, host: this.#host };
  }

  async #policiesOf(
    document: EditorDocument,
    named: string | undefined,
  ): Promise<readonly EditorDocument[]> {
    return this.#documents.policiesIn(await this.#host.policiesOf(document.uri, named));
  }

  async #ruleNamesFor(document: EditorDocument, offset: number): Promise<readonly string[]> {
    const { kind } = document;
    if (kind === "policy" || kind === "code" || kind === "other") return [];
    const { path = [] } = document.placeAt(offset) ?? {};
    const policies = await this.#policiesOf(document, policyNamed(document, path));
    const names = policies.flatMap((one) => ruleNames(one));
    return [...new Set(names.map(([name]) => name))];
  }
}

interface PlaceParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}
