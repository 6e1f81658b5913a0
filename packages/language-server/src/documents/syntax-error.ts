import type { DocumentError } from "@traffic-policy/policy-language";

/** Checks whether an error keeps a text from being read: a key that is there twice does not. */
export function isSyntaxError({ code }: DocumentError): boolean {
  return code === "syntax" || code === "too-deep";
}
