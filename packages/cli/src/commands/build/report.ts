import type { Diagnostic } from "@traffic-policy/policy-language";
import { aligned, visible } from "@traffic-policy/report";
import type { Context } from "../../context.ts";
import { printJson } from "../../report/json.ts";
import type { BuildOutput } from "./output.ts";
import type { Built } from "./write-build.ts";
import type { Format } from "../../program/options.ts";

export function printBuild(
  built: Built,
  {
    format,
    diagnostics,
  }: { readonly format: Format; readonly diagnostics?: readonly Diagnostic[] | undefined },
  { files, terminal }: Context,
): void {
  if (format === "json") {
    const output: BuildOutput = {
      version: 1,
      targets: built.files.map(({ wanted: { name, target, local }, file, isWritten }) => ({
        target: name,
        kind: target.kind,
        file: files.nameOf(file),
        enabled: local?.enabled ?? true,
        outcome: isWritten ? "written" : "unchanged",
      })),
      stale: built.stale.map((file) => files.nameOf(file)),
      diagnostics,
    };
    printJson(output, terminal);
    return;
  }
  const { out, err, style } = terminal;
  const rows = built.files.map(({ wanted, file, isWritten }) => {
    const word = isWritten ? style.green("written  ") : style.dim("unchanged");
    return [style.bold(visible(wanted.name)), word, visible(files.nameOf(file))];
  });
  for (const line of aligned(rows)) out(`${line}\n`);
  for (const file of built.stale) {
    err(`${visible(files.nameOf(file))} is from an earlier build: no target has this name.\n`);
  }
}
