import type { PolicyComparison } from "@traffic-policy/api";
import { serialize, type JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { TargetDiff } from "../comparing/target-diff.ts";
import { listed } from "../listed.ts";
import type { DiffOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { renderChanges } from "./changes.ts";
import { printError } from "./error.ts";
import { toReportedError, type ReportedError } from "./failure.ts";
import { describeTarget } from "./target.ts";
import { visible } from "./visible.ts";

/** More identical targets than these are told as a number. */
const mostIdentical = 20;

/** Of targets with the same error. */
const mostNamed = 5;

/** Prints the result of `diff`. */
export async function printDiff(
  diffs: readonly TargetDiff[],
  { format, verbose }: Pick<DiffOptions, "format" | "verbose">,
  terminal: Terminal,
): Promise<void> {
  if (format === "json") terminal.out(`${serialize(toJson(diffs), 2)}\n`);
  else if (format === "pretty") printPretty(diffs, verbose === true, terminal);
  else {
    const { diffMarkdown } = await import("./diff-markdown.ts");
    terminal.out(diffMarkdown(diffs));
    printErrors(diffs, terminal);
  }
}

function printPretty(diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal): void {
  const { out, style } = terminal;
  const identical = diffs.filter(({ comparison }) => comparison?.state === "identical");
  const isCounted = identical.length > mostIdentical && !verbose;
  const shown = isCounted
    ? diffs.filter(({ comparison }) => comparison?.state !== "identical")
    : diffs;
  const width = Math.max(...shown.map(({ name }) => visible(name).length));
  for (const { name, target, comparison } of shown) {
    if (comparison === undefined) continue;
    const { state, changes } = comparison;
    const isWriting = state === "equivalent" && !verbose;
    const note = isWriting ? style.dim(`, ${writtenDifferently(changes.length)}`) : "";
    out(
      `${style.bold(visible(name).padEnd(width))}  ${stateText(comparison, style)}  ${style.dim(visible(describeTarget(target)))}${note}\n`,
    );
    if (!isWriting) out(renderChanges(changes, { wording: "diff", style, verbose }));
  }
  if (isCounted) out(`${style.green(`${identical.length} targets are identical.`)}\n`);
  printErrors(diffs, terminal);
}

function writtenDifferently(places: number): string {
  return `written differently in ${places} ${places === 1 ? "place" : "places"}`;
}

/** One error for targets that could not be compared for the same reason, such as a service that is down. */
function printErrors(diffs: readonly TargetDiff[], terminal: Terminal): void {
  const names = new Map<string, string[]>();
  for (const { name, error } of diffs) {
    if (error === undefined) continue;
    const reason = JSON.stringify(toReportedError(error));
    const known = names.get(reason);
    if (known === undefined) names.set(reason, [name]);
    else known.push(name);
  }
  for (const [reason, concerned] of names) {
    const { message, help } = JSON.parse(reason) as ReportedError;
    printError(new CommandError(`${listed(concerned, mostNamed)}: ${message}`, { help }), terminal);
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
