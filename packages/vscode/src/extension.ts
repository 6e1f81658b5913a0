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

/** The section of the settings, which is also what the client reads `trace.server` from. */
const section = "trafficPolicy";

let client: LanguageClient | undefined;
let server: Executable | undefined;

/** Starts the server, and keeps it informed of the settings and of the trust in the workspace. */
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
  const start = async (): Promise<void> => {
    await client?.dispose();
    server = chosenServer();
    client = new LanguageClient(section, "Traffic Policy", server, clientOptions(settings()));
    await client.start();
  };
  const changed = async (): Promise<void> => {
    if (!isDeepStrictEqual(chosenServer(), server)) return start();
    await client?.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { [section]: settings() },
    });
  };
  context.subscriptions.push(
    commands.registerCommand(`${section}.restart`, start),
    workspace.onDidGrantWorkspaceTrust(changed),
    workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration(section) ? changed() : undefined,
    ),
  );
  await start();
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await client?.dispose();
}

function settings(): ServerSettings {
  return serverSettings(workspace.getConfiguration(section), workspace.isTrusted);
}
