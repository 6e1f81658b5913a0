import type { ExceededLimit, Plan } from "@traffic-policy/api";
import { limitHelp } from "../../deploying/report.ts";
import { jsonPieces } from "../../deploying/plan-file.ts";
import { toReportedError } from "../../report/error.ts";
import { visible } from "../../report/text.ts";
import type { Terminal } from "../../context.ts";
import type { PlanOutput } from "./output.ts";

/** Tells in a plan which limits would stop a deploy. */
export function printForeseenLimits(
  limits: readonly ExceededLimit[],
  { out, style }: Terminal,
): void {
  if (limits.length > 0) out("Deploy will refuse this plan:\n");
  for (const limit of limits) {
    out(`${style.yellow(style.bold("limit:"))} ${visible(limit.message)}\n`);
    out(`  ${style.blue("help:")} ${visible(limitHelp(limit))}\n`);
  }
}

/** What there is to say of a plan beside its targets. */
type AboutPlan = Pick<PlanOutput, "service" | "time" | "linted" | "diagnostics">;

/** Prints a plan for other programs: like a saved one, but without the texts of the policies. */
export function printPlanJson(
  plan: Plan,
  { diagnostics, ...about }: AboutPlan,
  limits: readonly ExceededLimit[],
  { out }: Terminal,
): void {
  const exceeded = limits.map((limit): PlanOutput["exceeded"][number] => {
    const { kind, target, message } = limit;
    return { kind, target, message, help: limitHelp(limit) };
  });
  const targets = targetsOf(plan);
  for (const piece of jsonPieces({ version: 1, ...about, targets, exceeded, diagnostics })) {
    out(piece);
  }
}

function* targetsOf({ targets, unread }: Plan): Generator<PlanOutput["targets"][number]> {
  for (const { name, target, action, state, note, checksum = null, changes } of targets) {
    yield { target: name, ...target, action, state, note, checksum, changes };
  }
  for (const { name, target, error } of unread) {
    yield { target: name, ...target, error: toReportedError(error) };
  }
}
