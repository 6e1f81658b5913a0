/**
 * Characters that are not seen in source, or change how the text around them looks. Half a surrogate
 * pair is among them: no file can hold it.
 */
export const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A character as JavaScript's strings and templates escape it. */
export function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
