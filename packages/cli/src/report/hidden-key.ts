import { Secret } from "@traffic-policy/api/secret";
import type { Terminal } from "../terminal.ts";

/** Tells that results are not what they were. */
export function printHiddenKey({ err, errStyle }: Terminal): void {
  const label = errStyle.yellow(errStyle.bold("warning:"));
  err(`${label} The results held the API key: they show ${Secret.mark} in its place.\n`);
}
