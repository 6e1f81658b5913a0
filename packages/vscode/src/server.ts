import { posix, win32 } from "node:path";
import type { Executable } from "vscode-languageclient/node";

export interface ServerChoice {
  readonly extension: string;
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  /** The setting `trafficPolicy.server.path`; the editor ignores the value of an untrusted workspace. */
  readonly path: string;
  /** The executable of the editor itself. */
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly exists: (file: string) => boolean;
}

const entry = ["bin", "traffic-policy.cjs"] as const;

/**
 * Chooses the language server: the command from the settings; else the command installed in a trusted workspace,
 * which is the version that the project lints with; else the command inside this extension.
 */
export function serverOptions(choice: ServerChoice): Executable {
  const { extension, folders, isTrusted, path: configured, platform, exists } = choice;
  const { isAbsolute, join } = platform === "win32" ? win32 : posix;
  if (configured !== "") {
    const [folder = ""] = folders;
    const command = isAbsolute(configured) ? configured : join(folder, configured);
    return /\.[cm]?js$/.test(command) ? inNode(command, choice) : { command, args: ["lsp"] };
  }
  const installed = folders.map((folder) =>
    join(folder, "node_modules", "traffic-policy", ...entry),
  );
  const own = isTrusted ? installed.find((file) => exists(file)) : undefined;
  return inNode(own ?? join(extension, "server", ...entry), choice);
}

function inNode(file: string, { node, env }: ServerChoice): Executable {
  // The editor is a program with Node inside, which this makes it be.
  return {
    command: node,
    args: [file, "lsp"],
    options: { env: { ...env, ELECTRON_RUN_AS_NODE: "1" } },
  };
}
