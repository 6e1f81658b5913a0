import type { ClientEvent } from "@traffic-policy/api";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Terminal } from "../terminal.ts";

/** Waits that nobody would notice, in milliseconds. */
const short = 1000;

/** Tells that a request is sent again, or has to wait. */
export function printClientEvent(event: ClientEvent, { err, errStyle }: Terminal): void {
  const seconds = `${(event.delay / 1000).toFixed(1)} s`;
  if (event.kind === "retry") {
    err(errStyle.dim(`${printable(event.error.message)} Retrying in ${seconds}.\n`));
  } else if (event.delay > short) {
    err(errStyle.dim(`Waiting ${seconds} to stay within the limit of requests.\n`));
  }
}
