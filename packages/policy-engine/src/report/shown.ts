import { printable } from "@traffic-policy/policy-language/internal";
import type { JsonLike } from "../expression/plain-value.ts";

/** A text for one line, with what is too long cut. */
export function shownText(text: string, limit: number): string {
  // No character has more than two units, so that this is enough of a text of megabytes.
  const beginning = text.slice(0, 2 * limit + 2);
  const line = printable(beginning.replaceAll(/\s+/g, " ").toWellFormed());
  const characters = [...line];
  if (characters.length <= limit && beginning === text) return line;
  return `${characters.slice(0, limit - 1).join("")}…`;
}

/** A value as JSON, cut like a text. */
export function shownValue(value: unknown, limit: number): string {
  return shownText(JSON.stringify(value), limit);
}

/** The values of a header as one line would hold them. */
export function textOf(value: JsonLike): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
