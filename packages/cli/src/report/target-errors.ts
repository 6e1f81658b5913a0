import { CommandError } from "../command-error.ts";
import { listed } from "../listed.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "./error.ts";
import { toReportedError, type ReportedError } from "./failure.ts";

/** Of targets with the same error. */
const mostNamed = 5;

/** Prints errors of targets: one for all that have the same, as when a service is down. */
export function printTargetErrors(
  targets: readonly { readonly name: string; readonly error?: Error | undefined }[],
  terminal: Terminal,
): void {
  const names = new Map<string, string[]>();
  for (const { name, error } of targets) {
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
