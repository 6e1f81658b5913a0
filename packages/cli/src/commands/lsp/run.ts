import { exitStatus, type Context, type ExitStatus } from "../../context.ts";
import type { LspOptions } from "./command.ts";

/** `traffic-policy lsp`: serves an editor until it disconnects. */
export default async function lsp(
  { checker, trust }: LspOptions,
  context: Context,
): Promise<ExitStatus> {
  // Each thread keeps all that it has loaded as long as the editor runs.
  if (checker) {
    const { serveChecker } = await import("./serve-checker.ts");
    await serveChecker(context);
    return exitStatus.ok;
  }
  const { EditorHost } = await import("../../editor/editor-host.ts");
  // It starts the thread that checks, which loads what it needs at the same time.
  const host = new EditorHost();
  const { serveEditor } = await import("./serve-editor.ts");
  const status = await serveEditor(host, trust === true);
  // Whatever the editor did not wait for ends with it.
  await host.close();
  return status;
}
