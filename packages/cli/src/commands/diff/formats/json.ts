import { toReportedError } from "../../../report/error.ts";
import { printJson } from "../../../report/json.ts";
import type { Terminal } from "../../../context.ts";
import type { DiffOutput } from "../output.ts";
import type { TargetDiff } from "../compare.ts";

export default function jsonDiff(
  diffs: readonly TargetDiff[],
  _verbose: boolean,
  terminal: Terminal,
): void {
  const output: DiffOutput = {
    version: 1,
    targets: diffs.map(({ name, target: { kind }, comparison, error }) =>
      comparison === undefined
        ? { target: name, kind, error: toReportedError(error) }
        : { target: name, kind, ...comparison },
    ),
  };
  printJson(output, terminal);
}
