import { otherRuntime } from "@traffic-policy/project/internal";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import type { GivenTexts } from "../../editor/remote-checker.ts";
import type { LspOptions } from "./command.ts";

/** Runs `traffic-policy lsp`: serves an editor until it disconnects. */
export default async function lsp(
  { checker, trust }: LspOptions,
  context: Context,
): Promise<ExitStatus> {
  if (otherRuntime !== undefined) {
    throw new CommandError(`The language server needs Node.js, and this is ${otherRuntime}.`, {
      help: "Let the editor start traffic-policy with Node.js, or as a single executable.",
    });
  }
  // Each thread keeps all that it has loaded as long as the editor runs.
  if (checker) {
    const { serveChecker } = await import("./serve-checker.ts");
    await serveChecker(context);
    return exitStatus.ok;
  }
  const { checkTime, inThread, RemoteChecker } = await import("../../editor/remote-checker.ts");
  const texts: GivenTexts = new Map();
  const thread = new RemoteChecker(inThread, texts, { timeLimit: checkTime });
  // It loads what it needs while this thread does, and while the editor and the server get to know one another.
  thread.start();
  const { EditorHost } = await import("../../editor/editor-host.ts");
  const host = new EditorHost(thread, texts);
  const { serveEditor } = await import("./serve-editor.ts");
  const status = await serveEditor(host, trust === true);
  // Whatever the editor did not wait for ends with it.
  await host.close();
  return status;
}
