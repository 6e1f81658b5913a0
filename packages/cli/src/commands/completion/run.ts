import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { packageFiles } from "../../package-files.ts";
import type { Shell } from "./command.ts";

/** Runs `traffic-policy completion <shell>`: prints the completion script for a shell. */
export default function completion(shell: Shell, _options: object, context: Context): ExitStatus {
  const ending = shell === "powershell" ? "ps1" : shell;
  context.terminal.document(packageFiles.text(`completion/traffic-policy.${ending}`));
  return exitStatus.ok;
}
