import type { Context, ExitStatus } from "../../context.ts";
import prove from "../prove/run.ts";
import type { AuditOptions } from "./command.ts";

/** Runs `traffic-policy audit [path...]`: `prove --ask` under the name of what it is for. */
export default function audit(
  paths: readonly string[],
  options: AuditOptions,
  context: Context,
): Promise<ExitStatus> {
  return prove(paths, { ...options, ask: true }, context);
}
