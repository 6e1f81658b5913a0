import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { commands, window, workspace, type CodeLens, type ExtensionContext } from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type Executable,
} from "vscode-languageclient/node";
import { clientOptions } from "./client.ts";
import { lensAt } from "./lens-at.ts";
import { serverOptions } from "./server.ts";
import { serverSettings, type ServerSettings } from "./settings.ts";
import { startWhenWanted, type Editor } from "./when-wanted.ts";

/** The section of the settings, from which the client also reads `trace.server`. */
const section = "trafficPolicy";

let client: LanguageClient | undefined;
let server: Executable | undefined;
/** Runs starts and stops one after the other. */
let steps: Promise<void> = Promise.resolve();

/** Starts the server, and keeps it informed about settings and workspace trust. */
export async function activate(context: ExtensionContext): Promise<void> {
  const chosenServer = (): Executable =>
    serverOptions({
      extension: context.extensionPath,
      folders: (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      isTrusted: workspace.isTrusted,
      path: workspace.getConfiguration(section).get("server.path", ""),
      node: process.execPath,
      env: process.env,
      platform: process.platform,
      exists: existsSync,
    });
  const start = (): Promise<void> =>
    inTurn(async () => {
      await stop();
      server = chosenServer();
      client = new LanguageClient(section, "Traffic Policy", server, clientOptions(settings()));
      // The client shows what went wrong, and the command and other settings can start it still.
      await client.start().catch(() => undefined);
    });
  const changed = async (): Promise<void> => {
    if (server === undefined) return;
    if (!isDeepStrictEqual(chosenServer(), server)) return start();
    return inTurn(async () => {
      if (client?.isRunning() !== true) return;
      await client.sendNotification(DidChangeConfigurationNotification.type, {
        settings: { [section]: settings() },
      });
    });
  };
  context.subscriptions.push(
    commands.registerCommand(`${section}.restart`, start),
    commands.registerCommand(`${section}.simulateHere`, () => runLens(["simulate"])),
    commands.registerCommand(`${section}.proveHere`, () => runLens(["proveAssertions", "prove"])),
    commands.registerCommand(`${section}.openInPlayground`, () => openInPlayground(chosenServer())),
    workspace.onDidGrantWorkspaceTrust(changed),
    workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration(section) ? changed() : undefined,
    ),
  );
  const { activationEvents = [] } = context.extension.packageJSON as {
    readonly activationEvents?: readonly string[];
  };
  const dispose = await startWhenWanted(editor, activationEvents, start);
  context.subscriptions.push({ dispose });
}

/** Runs a code lens of the policy at the cursor; the server says what it shows. */
async function runLens(kinds: readonly string[]): Promise<void> {
  const shown = window.activeTextEditor;
  const lenses =
    shown &&
    (await commands.executeCommand<CodeLens[]>(
      "vscode.executeCodeLensProvider",
      shown.document.uri,
      mostLenses,
    ));
  const names = kinds.map((kind) => `${section}.${kind}`);
  const { command } = lensAt(lenses ?? [], names, shown?.selection.active.line ?? 0) ?? {};
  if (command === undefined) {
    await window.showInformationMessage(
      "There is no policy here. Open one; the setting trafficPolicy.lenses.enabled must be on.",
    );
    return;
  }
  await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** How many lenses the editor asks the server to resolve: those of a long policy. */
const mostLenses = 1000;

/** The page is served by the command, on this machine. */
function openInPlayground({ command, args = [], options }: Executable): void {
  const file = window.activeTextEditor?.document.uri.fsPath;
  const terminal = window.createTerminal({
    name: "Playground",
    shellPath: command,
    shellArgs: [...args.slice(0, -1), "playground", ...(file === undefined ? [] : [file])],
    ...(options?.env && { env: options.env as Record<string, string> }),
  });
  terminal.show();
}

const editor: Editor = {
  hasFile: async (glob) => (await workspace.findFiles(glob, "**/node_modules/**", 1)).length > 0,
  texts: () => workspace.textDocuments.map((document) => document.getText()),
  onText(listener) {
    const listeners = [
      workspace.onDidOpenTextDocument((document) => listener(document.getText())),
      workspace.onDidChangeTextDocument(({ document }) => listener(document.getText())),
    ];
    return () => {
      for (const one of listeners) one.dispose();
    };
  },
};

export function deactivate(): Promise<void> {
  return inTurn(stop);
}

async function stop(): Promise<void> {
  // One that did not start cannot be stopped, and says so.
  await client?.dispose().catch(() => undefined);
  client = undefined;
}

function inTurn(step: () => Promise<void>): Promise<void> {
  steps = steps.then(step);
  return steps;
}

function settings(): ServerSettings {
  return serverSettings(workspace.getConfiguration(section), workspace.isTrusted);
}
