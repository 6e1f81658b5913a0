import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { Terminal } from "../../terminal.ts";
import { packageFile } from "../../version.ts";
import type { Shell } from "./command.ts";

/** `traffic-policy completion <shell>`: the script that makes a shell complete the command lines of this program. */
export default function completion(shell: Shell, _options: object, terminal: Terminal): ExitStatus {
  terminal.document(packageFile(`completion/traffic-policy.${shell}`));
  return exitStatus.ok;
}
