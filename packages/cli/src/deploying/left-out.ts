import {
  type ExceededLimit,
  NotTried,
  type PlannedTarget,
  type TargetDeployment,
  type UnreadTarget,
} from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "../report/error.ts";
import { shellWord } from "../shell-word.ts";

/**
 * The outcome of a target that nobody tried to write to; that it is unchanged is told of what was read
 * in this run only.
 */
export function leftOut(
  { name, target, action, changes, readAgain }: PlannedTarget,
  error?: NotTried,
): TargetDeployment {
  return action === "unchanged" && readAgain !== true
    ? { name, target, outcome: "unchanged", verified: true, changes: [] }
    : { name, target, outcome: "skipped", verified: false, changes, ...(error && { error }) };
}

/** The outcome of a target that could not be planned. */
export function unreadDeployment({ name, target, error }: UnreadTarget): TargetDeployment {
  return { name, target, outcome: "failed", verified: false, changes: [], error };
}

/** Why a target is left out: the limit that it exceeds, or that all of them do, or another reason. */
export function leftOutReason(
  { name }: PlannedTarget,
  reason: string,
  limits: readonly ExceededLimit[],
): NotTried {
  const own =
    limits.find(({ target }) => target === name) ??
    limits.find(({ target }) => target === undefined);
  return own === undefined
    ? new NotTried(`Skipped: ${reason}`, { help: "See the errors of the other targets." })
    : new NotTried(own.message, { help: limitHelp(own) });
}

/** Prints the limits that stop a deploy, each with the option that allows it. */
export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const limit of limits) {
    printError(new CommandError(limit.message, { help: limitHelp(limit) }), { terminal });
  }
}

/** What to do about a limit on a command line. */
export function limitHelp({ target }: ExceededLimit): string {
  return target === undefined
    ? "If that is intended, use --max-changes with a number, or a percentage like 100%."
    : `If that is intended, use --force ${shellWord(target)}.`;
}
