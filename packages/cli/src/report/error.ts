import { excerpt } from "@traffic-policy/policy-lint/report/excerpt";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { sourceTexts } from "./source-texts.ts";

/** Prints why a command could not do its job. */
export function printError(error: unknown, { err, errStyle }: Terminal): void {
  const label = errStyle.red(errStyle.bold("error:"));
  if (error instanceof CommandError) {
    err(`${label} ${printable(error.message)}\n`);
    const { range } = error;
    if (range !== undefined) {
      const text = sourceTexts()(range.file);
      // What may be a secret in the line is not shown.
      for (const line of excerpt(range, text, errStyle.red, errStyle, [range])) err(`${line}\n`);
    }
    if (error.help !== undefined) err(`  ${errStyle.blue("help:")} ${printable(error.help)}\n`);
    return;
  }
  // Not foreseen, so the stack is what whoever mends it needs.
  err(`${label} This is a mistake in traffic-policy; please report it.\n`);
  err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
