import type { DOMPurify } from "dompurify";

let purifier: DOMPurify | undefined;

/** Loads what cleans HTML: it is first needed when somebody points at something. */
export async function loadPurifier(): Promise<DOMPurify> {
  purifier ??= (await import("dompurify")).default;
  return purifier;
}

/**
 * The HTML that Markdown of the server became, without all that could do something: the text of a policy may be in it,
 * and that comes from anywhere.
 */
export function sanitized(html: string): string {
  if (purifier !== undefined) return purifier.sanitize(html, { USE_PROFILES: { html: true } });
  void loadPurifier();
  return html.replaceAll(/<[^>]*>?/g, " ");
}
