import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { connectionTo, TestEditor, type EditorOptions } from "../../language-server/editor.ts";
import { project, start } from "../command.ts";

/** The built command as editors start it. */
export interface Served {
  readonly editor: TestEditor;
  readonly child: ChildProcess;
  /** What it and its processes print for whoever looks for a mistake. */
  readonly errors: readonly string[];
  /** When the last of its processes has closed what it prints to. */
  readonly closed: Promise<unknown>;
  readonly uriOf: (name: string) => string;
  /** The status that it ends with. */
  readonly status: Promise<number | null>;
}

export async function served(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  options: EditorOptions & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Served> {
  const folder = project(files);
  const child = start(["lsp", "--stdio", ...args], {
    cwd: folder,
    ...(options.env && { env: options.env }),
  });
  const errors: string[] = [];
  child.stderr?.on("data", (piece: Buffer) => errors.push(piece.toString()));
  const status = once(child, "exit").then(([code]) => code as number | null);
  const closed = once(child, "close");
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("It has no streams.");
  const editor = await TestEditor.over(connectionTo({ stdin, stdout }), options);
  return {
    editor,
    child,
    errors,
    closed,
    status,
    uriOf: (name) => pathToFileURL(`${folder}/${name}`).href,
  };
}

/** Ends it as an editor does. */
export async function ended({ editor, status }: Served): Promise<number | null> {
  await editor.connection.sendRequest("shutdown");
  await editor.connection.sendNotification("exit");
  return status;
}
