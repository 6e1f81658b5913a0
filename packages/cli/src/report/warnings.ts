import type { LintReport } from "@traffic-policy/policy-lint";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeText } from "../place-text.ts";
import type { Terminal } from "../terminal.ts";

/** More warnings than these are told as a number. */
const mostListed = 20;

/** Prints the warnings of lint to stderr, a line each, for commands that they do not stop. */
export function printWarnings({ diagnostics }: LintReport, { err, errStyle }: Terminal): void {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  if (warnings.length === 0) return;
  const label = errStyle.yellow(errStyle.bold("warning:"));
  for (const { message, rule, location, path } of warnings.slice(0, mostListed)) {
    const place = location === undefined ? path : placeText(location.file, location.start);
    err(`${label} ${printable(`${place}: ${message}`)} ${errStyle.dim(rule)}\n`);
  }
  const count = `${warnings.length} warning${warnings.length === 1 ? "" : "s"}`;
  const more = warnings.length > mostListed ? `, of which ${mostListed} are shown` : "";
  err(`${count}${more}. \`traffic-policy lint\` tells more.\n`);
}
