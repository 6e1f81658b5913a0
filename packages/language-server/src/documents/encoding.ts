/** The unit in which a client counts the characters of a line. Policies are UTF-16 here. */
export type Encoding = "utf-8" | "utf-16" | "utf-32";

export const encodings: readonly Encoding[] = ["utf-8", "utf-16", "utf-32"];

/**
 * Converts a client's character offset in a line to UTF-16 units.
 *
 * @param line - without its line break; an offset beyond its end counts as its end
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
