import type { ServerResponse } from "node:http";
import type { FieldText } from "./field-text.ts";
import { valuesOf, type Fields } from "./fields.ts";

/** Passes on what the upstream says before its response. Source: RFC 9110, section 15.2. */
export function passOn(
  response: ServerResponse,
  status: number,
  fields: Fields,
  text: FieldText,
): void {
  if (response.req.httpVersion === "1.0" || response.headersSent || response.destroyed) return;
  if (status === 102) response.writeProcessing();
  if (status !== 103) return;
  const links = valuesOf(fields, "link").map((value) => text.encode("link", value));
  try {
    if (links.length > 0) response.writeEarlyHints({ link: links });
  } catch {
    // Node takes only links of the usual form; they are hints, and can be left out.
  }
}
