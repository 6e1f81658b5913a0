import { convertMethod } from "./convert-question.ts";
import type { ServerConnection } from "@traffic-policy/language-server";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type CancellationToken,
  type DataCallback,
  type Disposable,
  type Message,
} from "vscode-jsonrpc/browser";

export interface WorkerScope {
  postMessage(message: string, transferred: readonly never[]): void;
  addEventListener(type: "message", listen: (event: { readonly data: unknown }) => void): void;
}

/** A request handler, as the server registers it. Nothing here asks for progress. */
type Answering<Params, Answer> = (
  params: Params,
  token: CancellationToken,
  progress: never,
  partial: undefined,
) => Answer;

/**
 * Connects a worker with its page. It implements only what the server uses: all of `vscode-languageserver` would be a
 * tenth of what the page loads.
 */
export function workerConnection(scope: WorkerScope) {
  const messages = createMessageConnection(new Reader(scope), new Writer(scope));
  const none = undefined as never;
  const request =
    (method: string) =>
    <Params, Answer>(answer: Answering<Params, Answer>): Disposable =>
      messages.onRequest(
        method,
        (params: Params, token: CancellationToken) =>
          answer(params, token, none, undefined) as unknown,
      );
  const notification =
    (method: string) =>
    <Params>(take: (params: Params) => void): Disposable =>
      messages.onNotification(method, (params: Params) => take(params));
  return {
    listen: () => messages.listen(),
    sendNotification: (method: string, params: unknown) =>
      messages.sendNotification(method, params),
    sendRequest: (method: string, ...params: unknown[]) => messages.sendRequest(method, ...params),
    sendDiagnostics: (params) =>
      messages.sendNotification("textDocument/publishDiagnostics", params),
    onInitialize: request("initialize"),
    onInitialized: notification("initialized"),
    onShutdown: request("shutdown"),
    onExit: notification("exit"),
    onDidChangeConfiguration: notification("workspace/didChangeConfiguration"),
    onDidChangeWatchedFiles: notification("workspace/didChangeWatchedFiles"),
    onDidOpenTextDocument: notification("textDocument/didOpen"),
    onDidChangeTextDocument: notification("textDocument/didChange"),
    onDidCloseTextDocument: notification("textDocument/didClose"),
    onDidSaveTextDocument: notification("textDocument/didSave"),
    onCompletion: request("textDocument/completion"),
    onHover: request("textDocument/hover"),
    onSignatureHelp: request("textDocument/signatureHelp"),
    onDefinition: request("textDocument/definition"),
    onReferences: request("textDocument/references"),
    onPrepareRename: request("textDocument/prepareRename"),
    onRenameRequest: request("textDocument/rename"),
    onDocumentHighlight: request("textDocument/documentHighlight"),
    onDocumentSymbol: request("textDocument/documentSymbol"),
    onDocumentLinks: request("textDocument/documentLink"),
    onDocumentFormatting: request("textDocument/formatting"),
    onDocumentRangeFormatting: request("textDocument/rangeFormatting"),
    onCodeAction: request("textDocument/codeAction"),
    onCodeActionResolve: request("codeAction/resolve"),
    onCodeLens: request("textDocument/codeLens"),
    onCodeLensResolve: request("codeLens/resolve"),
    onFoldingRanges: request("textDocument/foldingRange"),
    onSelectionRanges: request("textDocument/selectionRange"),
    onExecuteCommand: request("workspace/executeCommand"),
    onConvert: request(convertMethod),
    window: {
      showDocument: (params) => messages.sendRequest("window/showDocument", params),
    },
    languages: {
      semanticTokens: {
        on: request("textDocument/semanticTokens/full"),
        onRange: request("textDocument/semanticTokens/range"),
      },
      inlayHint: { on: request("textDocument/inlayHint") },
    },
  } satisfies ServerConnection & { readonly onConvert: unknown };
}

class Reader extends AbstractMessageReader {
  readonly #scope: WorkerScope;

  constructor(scope: WorkerScope) {
    super();
    this.#scope = scope;
  }

  listen(take: DataCallback): Disposable {
    this.#scope.addEventListener("message", ({ data }) =>
      take(JSON.parse(String(data)) as Message),
    );
    // It listens for as long as the worker lives.
    return { dispose: () => undefined };
  }
}

class Writer extends AbstractMessageWriter {
  readonly #scope: WorkerScope;

  constructor(scope: WorkerScope) {
    super();
    this.#scope = scope;
  }

  async write(message: Message): Promise<void> {
    this.#scope.postMessage(JSON.stringify(message), []);
  }

  end(): void {}
}
