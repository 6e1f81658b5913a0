import type { ExceededLimit } from "@traffic-policy/api";
import type { JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "./error.ts";

/** Prints the limits that a plan exceeds, each with what to do. */
export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const { message, help } of limits) printError(new CommandError(message, { help }), terminal);
}

/** The same for other programs. */
export function limitsToJson(limits: readonly ExceededLimit[]): JsonValue[] {
  return limits.map(({ kind, target, message, help }) => ({
    kind,
    ...(target === undefined ? {} : { target }),
    message,
    help,
  }));
}
