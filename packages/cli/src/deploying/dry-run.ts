import type { Plan, PlannedTarget } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { printError } from "../report/error.ts";
import { printUnread } from "../report/plan.ts";
import { planTargets } from "./plan-targets.ts";
import type { Undertaking } from "./undertaking.ts";

/** Writes nothing, but tells which targets of a plan that was saved would be refused. */
export async function dryRun(plan: Plan, undertaking: Undertaking): Promise<ExitStatus> {
  const { terminal, words, isSaved } = undertaking;
  const refused = isSaved ? await refusedTargets(plan, undertaking) : plan.unread.length;
  terminal.err(`${words.nothing}: this is a dry run.\n`);
  return refused > 0 ? exitStatus.failure : exitStatus.ok;
}

async function refusedTargets(
  plan: Plan,
  { connection, progress, options, terminal, anyValue }: Undertaking,
): Promise<number> {
  const now = await planTargets(connection, plan.targets, {
    progress,
    concurrency: options.concurrency,
    ...(anyValue && { anyValue }),
  });
  printUnread(now.unread, terminal);
  const changed = changedSince(plan, now);
  for (const { name } of changed) {
    const message = `${name}: The stored policy has changed since it was planned on.`;
    printError(new CommandError(message, { help: "Make a new plan." }), terminal);
  }
  return now.unread.length + changed.length;
}

/** A target that holds already what was planned is not refused. */
function changedSince(plan: Plan, now: Plan): readonly PlannedTarget[] {
  const before = new Map(plan.targets.map(({ name, checksum }) => [name, checksum]));
  return now.targets.filter(
    ({ name, action, checksum }) => action !== "unchanged" && checksum !== before.get(name),
  );
}
