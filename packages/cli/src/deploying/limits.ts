import type { ExceededLimit } from "@traffic-policy/api";
import type { JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "../report/error.ts";
import { visible } from "../report/visible.ts";
import { shellWord } from "../shell-word.ts";

/** Prints the limits that stop a deploy, each with the option that allows it. */
export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const limit of limits) {
    printError(new CommandError(limit.message, { help: limitHelp(limit) }), terminal);
  }
}

/** Tells in a plan which limits would stop a deploy. */
export function printForeseenLimits(
  limits: readonly ExceededLimit[],
  { out, style }: Terminal,
): void {
  if (limits.length > 0) out("Deploy will refuse this plan:\n");
  for (const limit of limits) {
    out(`${style.yellow(style.bold("limit:"))} ${visible(limit.message)}\n`);
    out(`  ${style.blue("help:")} ${visible(limitHelp(limit))}\n`);
  }
}

/** What to do about a limit on a command line. */
export function limitHelp({ target }: ExceededLimit): string {
  return target === undefined
    ? "If that is meant, say --max-changes with a number, or with a part like 100%."
    : `If that is meant, say --force ${shellWord(target)}.`;
}

/** The same for other programs. */
export function limitsToJson(limits: readonly ExceededLimit[]): JsonValue[] {
  return limits.map((limit) => ({
    kind: limit.kind,
    ...(limit.target === undefined ? {} : { target: limit.target }),
    message: limit.message,
    help: limitHelp(limit),
  }));
}
