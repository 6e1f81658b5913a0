import type { Terminal } from "../../../context.ts";
import { planTitle } from "../../../deploying/plan-details.ts";
import { limitHelp, printPlan } from "../../../deploying/report.ts";
import { visible } from "@traffic-policy/report";
import type { ShownPlan } from "../shown-plan.ts";

export default function prettyPlan(
  { plan, details, limits, behaviours }: ShownPlan,
  verbose: boolean,
  terminal: Terminal,
): void {
  const { out, style } = terminal;
  const report = { title: planTitle(details), linted: details.linted, verbose, behaviours };
  printPlan(plan, report, terminal);
  if (limits.length > 0) out("Deploy will refuse this plan:\n");
  for (const limit of limits) {
    out(`${style.yellow(style.bold("limit:"))} ${visible(limit.message)}\n`);
    out(`  ${style.blue("help:")} ${visible(limitHelp(limit))}\n`);
  }
}
