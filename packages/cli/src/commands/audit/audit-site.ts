import type { Files, SiteReading } from "@traffic-policy/project";
import { refuseChanged } from "@traffic-policy/project/changed";
import { countSeverities } from "@traffic-policy/policy-language/internal";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { onceOrWatched, type Note } from "../../watching/once-or-watched.ts";
import { AnswerCache } from "../../site/answer-cache.ts";
import { siteBefore } from "../../site/site-before.ts";
import type { AuditOptions } from "./command.ts";
import { stateOf } from "./forbidden.ts";
import { countUnknown, siteAudit, type SiteAudit } from "./site-audit.ts";
import { printSiteReport } from "./site-report.ts";

/** Runs `traffic-policy audit --site [path...]`: reads a site from files, and finds what is wrong with the whole. */
export function auditSite(
  paths: readonly string[],
  options: Omit<AuditOptions, "site">,
  context: Context,
): Promise<ExitStatus> {
  const { since: _, ...others } = options;
  refuseChanged(others, "--site", "A change can matter for every endpoint: the whole is audited.");
  const once = (note: Note): Promise<ExitStatus> => auditOnce(paths, options, context, note);
  const watched = paths.length === 0 ? [context.cwd] : paths;
  return onceOrWatched(watched, options, { context, verb: "audits", once });
}

async function auditOnce(
  paths: readonly string[],
  options: Omit<AuditOptions, "site">,
  context: Context,
  note: Note,
): Promise<ExitStatus> {
  const { files } = context;
  files.timeLimit = options.codeTimeout * 1000;
  const reading = await projectOf(options, context).site(paths);
  const policies = reading.site.endpoints.flatMap(({ policy }) => policy?.file ?? []);
  note([...reading.files, ...policies].map((file) => files.resolve(file)));
  checkThatAnyIsThere(paths, reading, files);
  const { forbid, whole = false, timeout, since, cache } = options;
  const before = since === undefined ? undefined : await siteBefore(since, paths, options, context);
  const memory = cache ? new AnswerCache(context.cwd, files) : undefined;
  const settings = {
    forbid,
    isWhole: whole,
    timeout,
    ...(before && { before }),
    ...(memory && { memory }),
  };
  const audit = await siteAudit(reading, settings, context);
  memory?.save();
  await printSiteReport({ reading, audit }, options.format, context);
  return statusOf(reading, audit);
}

/** @throws CommandError when the files have no endpoint, and are not wrong */
function checkThatAnyIsThere(
  paths: readonly string[],
  { site, failures, leftOut }: SiteReading,
  files: Files,
): void {
  if (site.endpoints.length + failures.length > 0) return;
  const where = paths.length === 0 ? files.nameOf(files.folder) : paths.join(", ");
  const [first] = leftOut;
  throw new CommandError(`${where}: There is no endpoint.`, {
    help:
      first === undefined
        ? "Name manifests with CloudEndpoint or AgentEndpoint, the configuration of an agent, a plan of Terraform as JSON, or a configuration whose targets have a URL."
        : `Left out: ${first.file} (${first.reason})${leftOut.length > 1 ? `, and ${leftOut.length - 1} more` : ""}.`,
  });
}

function statusOf({ site, failures }: SiteReading, audit: SiteAudit): ExitStatus {
  if (failures.length > 0) return exitStatus.failure;
  const { diagnostics, forbidden, unread: leftOut, opened } = audit;
  const { error, warning } = countSeverities(diagnostics);
  const isFound =
    forbidden.some((one) => stateOf(one) === "found") ||
    opened?.ways.some(({ answer }) => answer.kind === "found") === true;
  if (error + warning > 0 || isFound) return exitStatus.findings;
  const isPartial = leftOut.length > 0 || site.endpoints.some(({ unread }) => unread !== undefined);
  return isPartial || countUnknown(audit) > 0 ? exitStatus.failure : exitStatus.ok;
}
