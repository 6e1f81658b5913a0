import { serialize } from "@traffic-policy/policy-language";
import type { Terminal } from "../terminal.ts";

/** Prints what a command has to say as one JSON document. */
export function printJson(output: object, { out }: Terminal): void {
  out(`${serialize(output, 2)}\n`);
}
