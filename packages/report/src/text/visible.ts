import { escaped } from "@traffic-policy/policy-language/internal";

// What terminals obey, what is not seen, and what changes how the text around it looks.
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A text for one line of a terminal or a page, in which a character that is not seen stands as JSON
 * escapes it: texts that differ look different. Of JSON the result is the same JSON.
 */
export function visible(text: string): string {
  return text.replace(unseen, escaped);
}
