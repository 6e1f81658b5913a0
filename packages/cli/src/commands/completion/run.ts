import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { packageFile } from "../../version.ts";
import type { Shell } from "./command.ts";

/** `traffic-policy completion <shell>`: the script that makes a shell complete the command lines of this program. */
export default function completion(shell: Shell, _options: object, context: Context): ExitStatus {
  const ending = shell === "powershell" ? "ps1" : shell;
  context.terminal.document(packageFile(`completion/traffic-policy.${ending}`));
  return exitStatus.ok;
}
