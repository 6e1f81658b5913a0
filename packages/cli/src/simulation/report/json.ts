import type { Outcome } from "@traffic-policy/policy-engine";
import type { SimulationReport } from "./report.ts";
import { jsonWithBytes } from "./json-with-bytes.ts";

/**
 * A report for other programs; `packages/cli/schema/simulation.schema.json` describes it.
 *
 * @param trace - whether it has the traces
 */
export function jsonReport(report: SimulationReport, trace: boolean): string {
  const { source, policy, behaviour, simulations } = report;
  return `${jsonWithBytes(
    {
      version: 1,
      file: source.file,
      protocol: policy.protocol,
      options: behaviour,
      problems: policy.problems.map(({ path, span, message }) => {
        const location = source.locate(path, span ?? "value");
        return { path, message, ...(location && { location }) };
      }),
      simulations: simulations.map((one) => {
        const entry = one.entry === undefined ? {} : { entry: one.entry };
        if ("error" in one) {
          const { message, help } = one.error;
          return {
            ...entry,
            asked: one.asked,
            error: { message, ...(help !== undefined && { help }) },
          };
        }
        return {
          ...entry,
          asked: one.asked,
          outcome: outcomeJson(one.outcome, trace),
          dependsOn: one.dependsOn.map(({ option, value, others }) => ({
            option,
            value,
            others: others.map((other) => ({
              value: other.value,
              outcome: outcomeJson(other.outcome, false),
            })),
          })),
        };
      }),
    },
    2,
  )}\n`;
}

/** An outcome with its trace, or without. The rules that did not match stand in the policy, and the trace. */
export function outcomeJson(outcome: Outcome, withTrace: boolean): Omit<Outcome, "rules"> {
  const { trace, rules: _, ...told } = outcome;
  return withTrace && trace !== undefined ? { ...told, trace } : told;
}
