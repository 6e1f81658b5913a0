import type { Connection } from "vscode-languageserver";

/** The part of a client connection that the server uses. Every `vscode-languageserver` connection has it. */
export interface ServerConnection extends Pick<
  Connection,
  | "listen"
  | "sendDiagnostics"
  | "onInitialize"
  | "onInitialized"
  | "onShutdown"
  | "onExit"
  | "onDidChangeConfiguration"
  | "onDidChangeWatchedFiles"
  | "onDidOpenTextDocument"
  | "onDidChangeTextDocument"
  | "onDidCloseTextDocument"
  | "onDidSaveTextDocument"
  | "onCompletion"
  | "onHover"
  | "onSignatureHelp"
  | "onDefinition"
  | "onReferences"
  | "onPrepareRename"
  | "onRenameRequest"
  | "onDocumentHighlight"
  | "onDocumentSymbol"
  | "onDocumentLinks"
  | "onDocumentFormatting"
  | "onDocumentRangeFormatting"
  | "onCodeAction"
  | "onCodeActionResolve"
  | "onCodeLens"
  | "onCodeLensResolve"
  | "onFoldingRanges"
  | "onSelectionRanges"
  | "onExecuteCommand"
> {
  sendNotification(method: string, params: unknown): Promise<void>;
  sendRequest(method: string, ...params: unknown[]): Promise<unknown>;
  readonly window: Pick<Connection["window"], "showDocument">;
  readonly languages: {
    readonly semanticTokens: Pick<Connection["languages"]["semanticTokens"], "on" | "onRange">;
    readonly inlayHint: Pick<Connection["languages"]["inlayHint"], "on">;
  };
}
