import type { LocalPolicy, PolicyComparison } from "@traffic-policy/api";
import type { NamedTarget } from "../configuration/select-targets.ts";
import type { Terminal } from "../terminal.ts";
import { renderChanges } from "./changes.ts";
import { describeTarget } from "./target.ts";

/** What a deploy will do to a target. */
export interface PlannedTarget extends NamedTarget {
  readonly local: LocalPolicy;
  readonly comparison: PolicyComparison;
}

/** Prints what a deploy will do, before anybody is asked. */
export function printPlan(
  plan: readonly PlannedTarget[],
  service: string,
  { out, style }: Terminal,
): void {
  const width = Math.max(...plan.map(({ name }) => name.length));
  out(`Plan for ${service}:\n`);
  for (const { name, target, comparison } of plan) {
    const { state, changes } = comparison;
    const word = {
      identical: "unchanged",
      equivalent: "unchanged",
      different: "change",
      absent: "create",
    }[state];
    const color = word === "unchanged" ? style.dim : style.yellow;
    out(
      `${style.bold(name.padEnd(width))}  ${color(word.padEnd("unchanged".length))}  ${style.dim(describeTarget(target))}\n`,
    );
    if (word !== "unchanged") out(renderChanges(changes, { wording: "plan", style }));
  }
}
