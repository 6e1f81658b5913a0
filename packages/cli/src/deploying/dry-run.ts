import { NotTried, type Plan, type PlannedTarget } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { printDeployment } from "./report.ts";
import { printError, printTargetErrors } from "../report/error.ts";
import { leftOut, unreadDeployment } from "./left-out.ts";
import { planTargets } from "./plan-targets.ts";
import type { Undertaking } from "./undertaking.ts";

/** Writes nothing, but tells which targets of a plan that was saved would be refused. */
export async function dryRun(plan: Plan, undertaking: Undertaking): Promise<ExitStatus> {
  const { context, words, isSaved, options, diagnostics } = undertaking;
  const { terminal } = context;
  const { targets, changed, unread } = isSaved
    ? await refusedTargets(plan, undertaking)
    : { targets: plan.targets, changed: new Set<string>(), unread: plan.unread };
  terminal.err(`${words.nothing}: this is a dry run.\n`);
  if (options.format === "json") {
    const deployments = targets.map((planned) => leftOut(planned, notTried(planned, changed)));
    const all = [...deployments, ...unread.map(unreadDeployment)];
    printDeployment(all, { format: "json", diagnostics }, terminal);
  }
  return changed.size + unread.length > 0 ? exitStatus.failure : exitStatus.ok;
}

const changedSince = "The stored policy has changed since the plan was made.";

function notTried({ name }: PlannedTarget, changed: ReadonlySet<string>): NotTried {
  return changed.has(name)
    ? new NotTried(changedSince, { help: "Make a new plan." })
    : new NotTried("Skipped: this is a dry run.", { help: "Deploy without --dry-run." });
}

/** The plan, with what is unchanged by now, and the names of targets that would be refused. */
async function refusedTargets(
  plan: Plan,
  { connection, context, progress, options, anyValue }: Undertaking,
): Promise<Plan & { readonly changed: ReadonlySet<string> }> {
  const now = await planTargets(connection, plan.targets, {
    progress,
    concurrency: options.concurrency,
    ...(anyValue && { anyValue }),
  });
  printTargetErrors(now.unread, context.terminal);
  const before = new Map(plan.targets.map((planned) => [planned.name, planned]));
  const changed = now.targets.filter(
    // One that holds already what was planned is not refused.
    ({ name, action, checksum }) =>
      action !== "unchanged" && checksum !== before.get(name)?.checksum,
  );
  for (const { name } of changed) {
    const error = new CommandError(`${name}: ${changedSince}`, { help: "Make a new plan." });
    printError(error, context);
  }
  const targets = now.targets.map((one) =>
    one.action === "unchanged" ? one : (before.get(one.name) ?? one),
  );
  return { targets, unread: now.unread, changed: new Set(changed.map(({ name }) => name)) };
}
