import { CommandError, type Context, type ExitStatus } from "../../context.ts";
import prove from "../prove/run.ts";
import type { AuditOptions } from "./command.ts";

/** Runs `traffic-policy audit [path...]`: `prove --ask` under the name of what it is for, or the audit of a site. */
export default async function audit(
  paths: readonly string[],
  { site, ...options }: AuditOptions,
  context: Context,
): Promise<ExitStatus> {
  if (!site) {
    const ofSite = (["forbid", "whole", "cache"] as const).find(
      (one) => options[one] !== undefined,
    );
    if (ofSite !== undefined) {
      throw new CommandError(`--${ofSite} is for the endpoints of a site.`, {
        help: "Add --site, with the files that have them.",
      });
    }
    return prove(paths, { ...options, ask: true }, context);
  }
  const { auditSite } = await import("./audit-site.ts");
  return auditSite(paths, options, context);
}
