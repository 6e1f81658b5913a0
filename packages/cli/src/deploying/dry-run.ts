import { NotTried, type Plan, type PlannedTarget, type UnreadTarget } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { printDeployment } from "../report/deployment.ts";
import { printError } from "../report/error.ts";
import { printUnread } from "../report/plan.ts";
import { leftOut, unreadDeployment } from "./left-out.ts";
import { planTargets } from "./plan-targets.ts";
import type { Undertaking } from "./undertaking.ts";

/** Writes nothing, but tells which targets of a plan that was saved would be refused. */
export async function dryRun(plan: Plan, undertaking: Undertaking): Promise<ExitStatus> {
  const { terminal, words, isSaved, options } = undertaking;
  const { changed, unread } = isSaved
    ? await refusedTargets(plan, undertaking)
    : { changed: new Set<string>(), unread: plan.unread };
  terminal.err(`${words.nothing}: this is a dry run.\n`);
  if (options.format === "json") {
    const unreadNames = new Set(unread.map(({ name }) => name));
    const others = plan.targets.filter(({ name }) => !unreadNames.has(name));
    const deployments = others.map((planned) => leftOut(planned, notTried(planned, changed)));
    printDeployment([...deployments, ...unread.map(unreadDeployment)], "json", terminal);
  }
  return changed.size + unread.length > 0 ? exitStatus.failure : exitStatus.ok;
}

const changedSince = "The stored policy has changed since it was planned on.";

function notTried({ name }: PlannedTarget, changed: ReadonlySet<string>): NotTried {
  return changed.has(name)
    ? new NotTried(changedSince, { help: "Make a new plan." })
    : new NotTried("Not tried: this is a dry run.", { help: "Deploy without --dry-run." });
}

/** The targets that can no longer be written to as it was planned. */
async function refusedTargets(
  plan: Plan,
  { connection, progress, options, terminal, anyValue }: Undertaking,
): Promise<{ readonly changed: ReadonlySet<string>; readonly unread: readonly UnreadTarget[] }> {
  const now = await planTargets(connection, plan.targets, {
    progress,
    concurrency: options.concurrency,
    ...(anyValue && { anyValue }),
  });
  printUnread(now.unread, terminal);
  const before = new Map(plan.targets.map(({ name, checksum }) => [name, checksum]));
  const changed = now.targets.filter(
    // One that holds already what was planned is not refused.
    ({ name, action, checksum }) => action !== "unchanged" && checksum !== before.get(name),
  );
  for (const { name } of changed) {
    const error = new CommandError(`${name}: ${changedSince}`, { help: "Make a new plan." });
    printError(error, terminal);
  }
  return { changed: new Set(changed.map(({ name }) => name)), unread: now.unread };
}
