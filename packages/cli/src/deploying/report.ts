import {
  ChangedSince,
  NotAsWritten,
  type TargetDeployment,
  type TargetOutcome,
} from "@traffic-policy/api";
import type { Change, Diagnostic } from "@traffic-policy/policy-language";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import type { Format } from "../program/options.ts";
import { printJson } from "../report/json.ts";
import type { Terminal } from "../terminal.ts";
import type { DeployOutput } from "./output.ts";
import { renderChanges, type ChangesStyle } from "../report/changes.ts";
import { toReportedError } from "../report/error.ts";
import { andTheSame } from "./plan-report.ts";
import { visible } from "../report/visible.ts";

type Style = Terminal["style"];

/** More targets that ended alike, and well, are told as a number. */
const mostListed = 20;

/** Prints what became of each target, and for other programs what lint found. */
export function printDeployment(
  deployments: readonly TargetDeployment[],
  {
    format,
    diagnostics,
  }: { readonly format: Format; readonly diagnostics?: readonly Diagnostic[] | undefined },
  terminal: Terminal,
): void {
  if (format === "json") {
    const output: DeployOutput = {
      version: 1,
      targets: deployments.map(({ name, outcome, verified, error }) => ({
        target: name,
        outcome,
        verified,
        error: error && { ...toReportedError(error), changes: otherChanges(error)?.changes },
      })),
      diagnostics,
    };
    printJson(output, terminal);
    return;
  }
  const { out, style } = terminal;
  const isQuiet = quietOutcomes(deployments);
  const shown = deployments.filter((deployment) => !isQuiet(deployment));
  const widths = {
    name: widest(shown.map(({ name }) => visible(name))),
    outcome: Math.max("unchanged".length, ...shown.map(({ outcome }) => outcome.length)),
  };
  out("Result:\n");
  let help: string | undefined;
  for (const [deployment, ...alike] of groupSkipped(shown)) {
    out(renderDeployment(deployment, widths, style));
    if (alike.length > 0) out(`  ${style.bold(andTheSame(alike))}\n`);
    const { help: own } = deployment.error === undefined ? {} : toReportedError(deployment.error);
    // The same advice for a hundred targets is advice for one.
    if (own !== undefined && own !== help) out(`  ${style.blue("help:")} ${visible(own)}\n`);
    help = own;
  }
  out(`${countOutcomes(deployments)}\n`);
}

/** Each on its own, but for many that were skipped: those are together. */
function groupSkipped(
  deployments: readonly TargetDeployment[],
): (readonly [TargetDeployment, ...TargetDeployment[]])[] {
  const skipped = deployments.filter(({ outcome }) => outcome === "skipped");
  const [first, ...others] = skipped;
  if (first === undefined || skipped.length <= mostListed) return deployments.map((one) => [one]);
  const rest = deployments.filter(({ outcome }) => outcome !== "skipped");
  return [...rest.map((one) => [one] as const), [first, ...others]];
}

/** What has to be listed: everything, unless it is much and went well. */
function quietOutcomes(
  deployments: readonly TargetDeployment[],
): (deployment: TargetDeployment) => boolean {
  const isWell = ({ outcome, verified }: TargetDeployment): boolean =>
    verified && (outcome === "applied" || outcome === "unchanged");
  const allWell = deployments.every(isWell);
  const count = (outcome: TargetOutcome): number =>
    deployments.filter((deployment) => deployment.outcome === outcome).length;
  const counted = new Set<TargetOutcome>();
  if (count("unchanged") > mostListed) counted.add("unchanged");
  // After a failure, whoever cleans up needs to know what has been done.
  if (allWell && count("applied") > mostListed) counted.add("applied");
  return (deployment) => isWell(deployment) && counted.has(deployment.outcome);
}

function renderDeployment(
  { name, outcome, verified, error }: TargetDeployment,
  widths: { readonly name: number; readonly outcome: number },
  style: Style,
): string {
  const isWell = verified && outcome !== "rolled-back";
  const color = isWell ? style.green : outcome === "skipped" ? style.yellow : style.red;
  const detail = error === undefined ? checkText(outcome, verified) : error.message;
  const line = `${style.bold(padded(visible(name), widths.name))}  ${color(outcome.padEnd(widths.outcome))}  ${visible(detail)}\n`;
  const changes = otherChanges(error);
  return changes === undefined
    ? line
    : line + renderChanges(changes.changes, { ...changes, style });
}

function checkText(outcome: TargetOutcome, verified: boolean): string {
  if (outcome === "rolled-back") return "the previous policy is restored and verified";
  if (!verified) return "not verified";
  return outcome === "unchanged"
    ? "the service already holds it"
    : "read back and compared: in sync";
}

function countOutcomes(deployments: readonly TargetDeployment[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, verified } of deployments) {
    const text =
      outcome === "applied" ? `applied ${verified ? "and" : "but not"} verified` : outcome;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return `${[...counts].map(([text, count]) => `${count} ${text}`).join(", ")}.`;
}

/** What somebody else changed, if that is why. */
function otherChanges(
  error: Error | undefined,
): (Pick<ChangesStyle, "wording"> & { readonly changes: readonly Change[] }) | undefined {
  if (error instanceof ChangedSince) return { wording: "since", changes: error.changes };
  if (error instanceof NotAsWritten) return { wording: "written", changes: error.changes };
  return undefined;
}
