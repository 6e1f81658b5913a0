import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { commands, workspace, type ExtensionContext } from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type Executable,
} from "vscode-languageclient/node";
import { clientOptions } from "./client.ts";
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
