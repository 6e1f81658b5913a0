import type { Diagnostic } from "@traffic-policy/policy-language";
import type { PlacedPolicy } from "@traffic-policy/project/edit";
import { aligned, visible } from "@traffic-policy/report";
import { unifiedDiff } from "@traffic-policy/report/changes";
import type { Context } from "../../context.ts";
import { printJson } from "../../report/json.ts";
import type { BuildOptions } from "./command.ts";
import type { BuildIntoOutput, BuildOutput } from "./output.ts";
import type { Built } from "./placed-build.ts";

type Outcome = BuildIntoOutput["outcome"];

type Printing = Pick<BuildOptions, "format" | "check">;

export function outcomeOf(
  { before, after }: PlacedPolicy,
  { check }: Pick<Printing, "check">,
): Outcome {
  if (before === after) return "unchanged";
  return check === true ? "different" : "written";
}

export function printBuild(
  { targets, stale }: Built,
  diagnostics: readonly Diagnostic[],
  options: Printing,
  { files, terminal }: Context,
): void {
  if (options.format === "json") {
    const output: BuildOutput = {
      version: 1,
      targets: targets.map(({ target, place, placed }) => ({
        target: target.name,
        kind: target.target.kind,
        file: place,
        enabled: target.enabled,
        outcome: outcomeOf(placed, options),
        diff: patchOf(placed, options, files),
      })),
      stale: stale.map((file) => files.nameOf(file)),
      diagnostics: diagnostics.length > 0 ? [...diagnostics] : undefined,
    };
    printJson(output, terminal);
    return;
  }
  const { print, err, style } = terminal;
  const rows = targets.map(({ target, place, placed }) => [
    style.bold(visible(target.name)),
    outcomeWord(outcomeOf(placed, options), style),
    visible(place),
  ]);
  for (const line of aligned(rows, style)) print(`${line}\n`);
  for (const { placed } of targets) terminal.document(patchOf(placed, options, files) ?? "");
  for (const file of stale) {
    err(`${visible(files.nameOf(file))} is from an earlier build: no target has this name.\n`);
  }
}

interface Into extends Pick<BuildIntoOutput, "policy" | "into"> {
  readonly placed: PlacedPolicy;
}

export function printInto(
  { policy, into, placed }: Into,
  options: Printing,
  { files, terminal }: Context,
): void {
  const outcome = outcomeOf(placed, options);
  const diff = patchOf(placed, options, files);
  if (options.format === "json") {
    const output: BuildIntoOutput = { version: 1, policy, into, outcome, diff };
    printJson(output, terminal);
    return;
  }
  const { style, print } = terminal;
  const word = outcomeWord(outcome, style).trimEnd();
  print(`${style.bold(visible(into))}  ${word}  from ${visible(policy)}\n`);
  terminal.document(diff ?? "");
}

function patchOf(
  placed: PlacedPolicy,
  options: Printing,
  files: Context["files"],
): string | undefined {
  if (outcomeOf(placed, options) !== "different") return undefined;
  return unifiedDiff(files.nameOf(placed.file), placed.before, placed.after);
}

function outcomeWord(outcome: Outcome, style: Context["terminal"]["style"]): string {
  const color = { written: style.green, unchanged: style.dim, different: style.red }[outcome];
  return color(outcome.padEnd("unchanged".length));
}
