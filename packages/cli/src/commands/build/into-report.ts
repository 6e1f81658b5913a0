import type { PlacedPolicy } from "@traffic-policy/project/edit";
import type { Context } from "../../context.ts";
import { printJson } from "../../report/json.ts";
import { unifiedDiff } from "@traffic-policy/report/changes";
import { visible } from "@traffic-policy/report";
import type { BuildOptions } from "./command.ts";
import type { BuildIntoOutput } from "./output.ts";

interface Into extends Omit<BuildIntoOutput, "version" | "diff"> {
  readonly placed: PlacedPolicy;
}

export function printInto(
  { placed, ...result }: Into,
  { format }: BuildOptions,
  { files, terminal }: Context,
): void {
  const diff =
    result.outcome === "different"
      ? unifiedDiff(files.nameOf(placed.file), placed.before, placed.after)
      : undefined;
  if (format === "json") {
    const output: BuildIntoOutput = { version: 1, ...result, diff };
    printJson(output, terminal);
    return;
  }
  const { style, out } = terminal;
  const color = { written: style.green, unchanged: style.dim, different: style.red }[
    result.outcome
  ];
  out(
    `${style.bold(visible(result.into))}  ${color(result.outcome)}  from ${visible(result.policy)}\n`,
  );
  if (diff !== undefined) terminal.document(diff);
}
