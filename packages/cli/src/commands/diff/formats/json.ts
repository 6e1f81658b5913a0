import { SecretMask } from "@traffic-policy/report/secret-mask";
import { toReportedError } from "../../../report/error.ts";
import { printJson } from "../../../report/json.ts";
import type { Terminal } from "../../../context.ts";
import { behaviourJson } from "../../../behaviour/json.ts";
import type { DiffOutput, FilesDiffOutput } from "../output.ts";
import type { TargetComparison, TargetDiff } from "../compare-targets.ts";
import type { FilesDiff } from "../compare-files.ts";

export default function jsonDiff(
  diffs: readonly TargetDiff[],
  _verbose: boolean,
  terminal: Terminal,
): void {
  const mask = new SecretMask();
  const output: DiffOutput = {
    version: 1,
    targets: diffs.map(({ name, target: { kind }, comparison, error }) =>
      comparison === undefined
        ? { target: name, kind, error: toReportedError(error) }
        : { target: name, kind, ...comparisonJson(comparison, mask) },
    ),
  };
  printJson(output, terminal);
}

export function printFilesDiff(
  { files: [before, after], ...comparison }: FilesDiff,
  _verbose: boolean,
  terminal: Terminal,
): void {
  const differences = comparisonJson(comparison, new SecretMask());
  const output: FilesDiffOutput = { version: 1, before, after, ...differences };
  printJson(output, terminal);
}

function comparisonJson({ behaviour, changes, ...others }: TargetComparison, mask: SecretMask) {
  return {
    ...others,
    ...(behaviour && { behaviour: behaviourJson(behaviour, mask) }),
    changes: mask.changes(changes),
  };
}
