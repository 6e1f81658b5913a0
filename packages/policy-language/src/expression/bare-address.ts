import type { Span } from "../span.ts";

const partOfAddress = /[0-9A-Fa-f.:/*]/;

/** The IP address or CIDR around an offset, when there is one without quotes: `8.8.8.8`. */
export function bareAddressAt(text: string, offset: number): Span | undefined {
  let start = offset;
  let end = offset;
  while (start > 0 && partOfAddress.test(text.charAt(start - 1))) start--;
  while (end < text.length && partOfAddress.test(text.charAt(end))) end++;
  if (/[\w'"]/.test(text.charAt(start - 1))) return undefined;
  return looksLikeAddress(text.slice(start, end)) ? { start, end } : undefined;
}

// Only as exact as it takes to tell an address from anything else that stands without quotes.
function looksLikeAddress(run: string): boolean {
  if (/^\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?:\/\d{1,2})?$/.test(run)) return true;
  return (
    /^[0-9A-Fa-f:.]+(?:\/\d{1,3})?$/.test(run) &&
    (/[0-9A-Fa-f]::|::[0-9A-Fa-f]/.test(run) || run.split(":").length === 8)
  );
}
