/** What a client counts the characters of a line in; policies are texts of UTF-16 units here. */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

/** The encodings that are understood. */
export const encodings: readonly Encoding[] = ["utf-8", "utf-16", "utf-32"];

/**
 * The UTF-16 offset in a line of what a client calls a character.
 *
 * @param line - without its line break; what is beyond its end counts as its end
 */
export function toUnits(line: string, character: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(character, line.length);
  let count = 0;
  let units = 0;
  for (const point of line) {
    const width = widthOf(point, encoding);
    // A place inside a character is the place before it.
    if (count + width > character) break;
    count += width;
    units += point.length;
  }
  return units;
}

/** What a client calls the UTF-16 offset in a line. */
export function toCharacter(line: string, units: number, encoding: Encoding): number {
  if (encoding === "utf-16") return units;
  let count = 0;
  for (const point of line.slice(0, units)) count += widthOf(point, encoding);
  return count;
}

function widthOf(point: string, encoding: Encoding): number {
  if (encoding === "utf-32") return 1;
  const code = point.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}
