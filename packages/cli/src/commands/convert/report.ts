import { printable } from "@traffic-policy/policy-language/internal";
import type { Context } from "../../context.ts";
import type { ConvertOptions } from "./command.ts";
import type { ConvertOutput } from "./output.ts";

export function printSource(
  source: string,
  { format, out }: ConvertOptions,
  { files, terminal }: Context,
): void {
  const file = out === undefined ? undefined : files.nameOf(files.resolve(out));
  const output: ConvertOutput = { version: 1, file, source };
  if (format === "json") terminal.out(`${JSON.stringify(output)}\n`);
  else if (file === undefined) terminal.document(source);
  else terminal.err(`${printable(file)} was written.\n`);
}
