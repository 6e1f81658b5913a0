import type { ExceededLimit } from "@traffic-policy/api";
import type { JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "./error.ts";

/** Prints the limits that a plan exceeds, each with the option that allows it. */
export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const limit of limits) {
    printError(new CommandError(limit.message, { help: limitHelp(limit) }), terminal);
  }
}

/** What to do about a limit on a command line. */
export function limitHelp({ target }: ExceededLimit): string {
  return target === undefined
    ? "If that is meant, say --max-changes with a number or with a part like 100%."
    : `If that is meant, say --force ${target}.`;
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
