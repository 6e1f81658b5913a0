import type { Plan } from "@traffic-policy/api";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Behaviours } from "../../../behaviour/behaviour.ts";
import { behaviourJson } from "../../../behaviour/json.ts";
import type { Terminal } from "../../../context.ts";
import { jsonPieces } from "../../../deploying/plan-file.ts";
import { limitHelp } from "../../../deploying/report.ts";
import { toReportedError } from "../../../report/error.ts";
import type { PlanOutput } from "../output.ts";
import type { ShownPlan } from "../shown-plan.ts";

/** Prints a plan for other programs, in the format of a saved plan, but without policy texts and secrets. */
export default function jsonPlan(
  { plan, service, time, details, limits, behaviours }: ShownPlan,
  _verbose: boolean,
  { out }: Terminal,
): void {
  const { linted, environment, environments, promotedFrom, commit, diagnostics } = details;
  const exceeded = limits.map((limit): PlanOutput["exceeded"][number] => {
    const { kind, target, message } = limit;
    return { kind, target, message, help: limitHelp(limit) };
  });
  const targets = targetsOf(plan, behaviours);
  const where = { service, environment, environments, promotedFrom };
  const about = { version: 1, ...where, time, linted, commit };
  for (const piece of jsonPieces({ ...about, targets, exceeded, diagnostics })) out(piece);
}

function* targetsOf(
  { targets, unread }: Plan,
  behaviours: Behaviours | undefined,
): Generator<PlanOutput["targets"][number]> {
  const mask = new SecretMask();
  for (const planned of targets) {
    const { name, target, service, action, state, note, checksum = null } = planned;
    const changes = mask.changes(planned.changes);
    const known = behaviours?.get(name);
    const behaviour = known && behaviourJson(known, mask);
    yield { target: name, ...target, service, action, state, note, checksum, behaviour, changes };
  }
  for (const { name, target, service, error } of unread) {
    yield { target: name, ...target, service, error: toReportedError(error) };
  }
}
