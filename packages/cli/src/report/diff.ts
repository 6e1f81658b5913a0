import type { PolicyComparison } from "@traffic-policy/api";
import { serialize, type JsonValue } from "@traffic-policy/policy-language";
import type { NamedTarget } from "../configuration/select-targets.ts";
import type { Format } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { renderChanges } from "./changes.ts";
import { printError } from "./error.ts";
import { toReportedError } from "./failure.ts";
import { describeTarget } from "./target.ts";
import { CommandError } from "../command-error.ts";

/** How the stored policy of a target differs from the local one, or why that is not known. */
export type TargetDiff = NamedTarget &
  (
    | { readonly comparison: PolicyComparison; readonly error?: never }
    | { readonly error: Error; readonly comparison?: never }
  );

/** Prints the result of `diff`. */
export function printDiff(diffs: readonly TargetDiff[], format: Format, terminal: Terminal): void {
  if (format === "json") {
    terminal.out(`${serialize(toJson(diffs), 2)}\n`);
    return;
  }
  const width = Math.max(...diffs.map(({ name }) => name.length));
  for (const diff of diffs) {
    const { name, target, comparison } = diff;
    if (comparison === undefined) {
      const { message, help } = toReportedError(diff.error);
      printError(new CommandError(`${name}: ${message}`, { help }), terminal);
      continue;
    }
    const { style } = terminal;
    terminal.out(
      `${style.bold(name.padEnd(width))}  ${stateText(comparison, style)}  ${style.dim(describeTarget(target))}\n`,
    );
    if (comparison.state !== "identical")
      terminal.out(renderChanges(comparison.changes, "diff", style));
  }
}

/** The state of a target in one coloured word. */
function stateText({ state }: PolicyComparison, style: Terminal["style"]): string {
  const color = {
    identical: style.green,
    equivalent: style.green,
    different: style.red,
    absent: style.red,
  };
  return color[state](state.padEnd("equivalent".length));
}

function toJson(diffs: readonly TargetDiff[]): JsonValue {
  return {
    version: 1,
    targets: diffs.map(({ name, target, comparison, error }): JsonValue => ({
      target: name,
      kind: target.kind,
      ...(comparison === undefined
        ? { error: { ...toReportedError(error) } }
        : {
            state: comparison.state,
            changes: comparison.changes.map((change) => ({ ...change })),
          }),
    })),
  };
}
