import type { Deployment } from "@traffic-policy/api";
import { serialize, type JsonValue } from "@traffic-policy/policy-language";
import type { NamedTarget } from "../configuration/select-targets.ts";
import type { Format } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { toReportedError } from "./failure.ts";

/** What became of a target; `skipped` when it was not tried. */
export type TargetDeployment = NamedTarget &
  Omit<Deployment, "outcome"> & { readonly outcome: Deployment["outcome"] | "skipped" };

/** Prints what became of each target. */
export function printDeployment(
  deployments: readonly TargetDeployment[],
  format: Format,
  { out, style }: Terminal,
): void {
  if (format === "json") {
    out(`${serialize(toJson(deployments), 2)}\n`);
    return;
  }
  const width = Math.max(...deployments.map(({ name }) => name.length));
  out("Result:\n");
  for (const { name, outcome, verified, error } of deployments) {
    const color = verified ? style.green : style.red;
    const check = verified ? "read back and compared: in sync" : "not verified";
    const detail = error === undefined ? check : toReportedError(error).message;
    out(
      `${style.bold(name.padEnd(width))}  ${color(outcome.padEnd("unchanged".length))}  ${detail}\n`,
    );
  }
}

function toJson(deployments: readonly TargetDeployment[]): JsonValue {
  return {
    version: 1,
    targets: deployments.map(({ name, outcome, verified, error }): JsonValue => ({
      target: name,
      outcome,
      verified,
      ...(error === undefined ? {} : { error: { ...toReportedError(error) } }),
    })),
  };
}
