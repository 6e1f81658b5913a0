import type { DocumentError } from "@traffic-policy/policy-language";

/** Checks whether an error prevents parsing. A duplicate key does not. */
export function isSyntaxError({ code }: DocumentError): boolean {
  return code === "syntax" || code === "too-deep";
}
