export interface Font {
  readonly family: "sans" | "mono";
  /** In pixels. */
  readonly size: number;
  readonly isBold?: true;
}

// There is no layout engine here, and the fonts are those of whoever looks. So these are the widths of DejaVu
// Sans, which is wider than the other usual ones, in parts of the font's size.
const sans = new Map(
  Object.entries({
    "'ijl": 0.31,
    " ,./:;\\|IJ": 0.37,
    "()[]!f-": 0.41,
    'rt"': 0.47,
    "*_`sz?": 0.54,
    cLFkvxyTaoe: 0.62,
    "ESbdghnpqu$0123456789{}": 0.65,
    KAVBRXZCPY: 0.7,
    "UHNDG&OQ": 0.79,
    "w#+<=>^~": 0.84,
    M: 0.9,
    "m%@W": 1.04,
  }).flatMap(([characters, width]) => [...characters].map((one): [string, number] => [one, width])),
);

const boldness = 1.12;

/** Returns the maximum width of a text in common fonts, in pixels. */
export function textWidth(text: string, font: Font): number {
  let width = 0;
  for (const character of text) width += advance(character, font);
  return width;
}

function advance(character: string, { family, size, isBold }: Font): number {
  const part =
    family === "mono" ? monospaced(character) : (sans.get(character) ?? other(character));
  return part * size * (isBold && family === "sans" ? boldness : 1);
}

function monospaced(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x250) return 0.62;
  return code < 0x1100 ? 0.8 : other(character);
}

/** Width of a character outside the table; emoji count with the largest width. */
function other(character: string): number {
  if (character.length > 1) return 1.5;
  return /^[ß-öø-ÿ]$/.test(character) ? 0.65 : 1.1;
}

/** Shortens a text to a line of this width in pixels, with `…` at the end if necessary. */
export function shortenedTo(text: string, width: number, font: Font): string {
  if (fitting(text, width, font) === text.length) return text;
  const end = fitting(text, width - advance("…", font), font);
  return `${text.slice(0, end).trimEnd()}…`;
}

/**
 * Wraps a text to lines of this width in pixels, preferably before an operator or at a space; ends the last line with
 * `…` if the rest does not fit.
 */
export function wrapped(text: string, width: number, font: Font, most: number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (lines.length < most - 1) {
    const fit = fitting(rest, width, font);
    if (fit === rest.length) break;
    const end = breakBefore(rest, fit);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, shortenedTo(rest, width, font)];
}

/** The number of UTF-16 units that fit into a width; examines no more of the text than that. */
function fitting(text: string, width: number, font: Font): number {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += advance(character, font);
    if (used > width) return end;
    end += character.length;
  }
  return end;
}

/** The break position of a line with room for this many units. A line gets at least one character. */
function breakBefore(text: string, fit: number): number {
  const line = text.slice(0, fit);
  const operator = Math.max(line.lastIndexOf(" && "), line.lastIndexOf(" || "));
  if (operator > fit / 3) return operator;
  const space = text.slice(0, fit + 1).lastIndexOf(" ");
  if (space > fit / 2) return space;
  const mark = Math.max(
    line.lastIndexOf("."),
    ...[..."(,/"].map((one) => line.lastIndexOf(one) + 1),
  );
  if (mark > fit / 3) return mark;
  if (space > 0) return space;
  return fit > 0 ? fit : (text.match(/./su)?.[0].length ?? 1);
}
