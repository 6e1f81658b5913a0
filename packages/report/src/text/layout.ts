import type { Style } from "./style.ts";
import { textWidth } from "./text-width.ts";

/** Leaves this many columns less for lines that are indented later. */
export function inset(style: Style, columns: number): Style {
  return { ...style, width: style.width - columns };
}

/**
 * Wraps the lines of a text that are wider than the terminal. The rest of a line stands below its last column, which
 * follows two spaces or a label, or else is indented. Words are never broken: a URL, a path, and a literal in code.
 */
export function laidOut(text: string, { width }: Pick<Style, "width">): string {
  if (width === Infinity) return text;
  return text
    .split("\n")
    .map((line) => wrapped(line, width))
    .join("\n");
}

// Code points for use inside a program, which no text holds: a space that ends no line, and one between two words
// of a command, where a shell continues a line that ends in a backslash.
const tie = "\ufdd0";
const wordEnd = "\ufdd1";
const inside = new RegExp(`[${tie}${wordEnd}]`, "g");

/** Marks a line of code, so that no literal in it is broken. */
export function codeText(code: string, { width }: Pick<Style, "width">): string {
  if (width === Infinity) return code;
  return code.replace(literal, (text) => text.replaceAll(" ", tie));
}

/** Marks a command for a shell, so that it can be copied even if it is wrapped. */
export function commandText(command: string, style: Pick<Style, "width">): string {
  const text = codeText(command, style);
  return style.width === Infinity ? text : text.replaceAll(" ", wordEnd);
}

const literal = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g;

function wrapped(line: string, width: number): string {
  const plain = uncoloured(line).replace(inside, " ");
  if (textWidth(plain) <= width) return line.replace(inside, " ");
  const hang = hangOf(plain, width);
  const shallow = (/^ */.exec(plain)?.[0].length ?? 0) + 2;
  let result = "";
  let column = 0;
  let position = 0;
  let space = "";
  const open = new Set<string>();
  for (const [part] of line.matchAll(parts)) {
    if (isColor(part)) {
      result += part;
      noteColor(open, part);
      continue;
    }
    if (/^[ \ufdd1]/.test(part)) {
      space += part;
      position += part.length;
      continue;
    }
    const gap = space.replaceAll(wordEnd, " ");
    const word = part.replaceAll(tie, " ");
    // Two columns for the backslash of a command.
    const room = textWidth(word) + (space === wordEnd ? 2 : 0);
    // A word that is never broken may need more room than there is below the last column.
    const start = hang + room > width ? Math.min(hang, shallow) : hang;
    // A column that neither fits nor leaves room for its rest begins on a line of its own.
    const [whole = ""] = gap.length > 1 ? plain.slice(position).split("  ", 1) : [];
    const needed = column + gap.length > width / 2 ? Math.max(room, textWidth(whole)) : room;
    position += part.length;
    if (column + gap.length + needed > width && column > start) {
      const codes = [...open];
      const end = `${space === wordEnd ? " \\" : ""}${codes.map(closing).join("")}`;
      result += `${end}\n${" ".repeat(start)}${codes.join("")}`;
      column = start;
    } else {
      result += gap;
      column += gap.length;
    }
    result += word;
    column += textWidth(word);
    space = "";
  }
  return result;
}

// oxlint-disable-next-line no-control-regex
const parts = /\u001b\[\d+m| +|\ufdd1|[^ \ufdd1\u001b]+/g;

/** The columns before the rest of a line that is wrapped. */
function hangOf(line: string, width: number): number {
  const [lead = ""] = /^ *(?:(?:[✓✗?!·→+~-]|-->|\d+\.) )?/.exec(line) ?? [];
  const [label = ""] = /^ *[\w ]{1,16}: (?=\S)/.exec(line) ?? [];
  const gaps = [...line.matchAll(/\S {2,}(?=\S)/g)].map(({ 0: gap, index }) => index + gap.length);
  const [indent = ""] = /^ */.exec(line) ?? [];
  const below = [lead === indent ? indent.length + 2 : lead.length, label.length, ...gaps];
  const last = Math.max(...below.filter((column) => column <= width / 2), 0);
  // A plain line is indented by what is not in it.
  return last > indent.length + 2 ? textWidth(line.slice(0, last)) : last;
}

function isColor(text: string): boolean {
  return text.startsWith("\u001b");
}

function noteColor(open: Set<string>, code: string): void {
  if (closing(code) !== code) open.add(code);
  else for (const one of open) if (closing(one) === code) open.delete(one);
}

function closing(code: string): string {
  const number = Number(code.slice(2, -1));
  return `\u001b[${number >= 30 ? 39 : number % 20 === 7 ? 27 : 22}m`;
}

/** Takes the codes of colours from a text. */
export function uncoloured(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[\d+m/g, "");
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Draws a share as a bar of this many columns. What is not nothing is seen, and what is not all is not full. */
export function bar(
  share: number,
  columns: number,
  { hasBlocks }: Pick<Style, "hasBlocks">,
): string {
  const steps = hasBlocks ? 8 : 1;
  const all = columns * steps;
  const least = share > 0 ? 1 : 0;
  const filled = Math.max(least, Math.min(share < 1 ? all - 1 : all, Math.round(share * all)));
  const whole = Math.floor(filled / steps);
  const text = hasBlocks ? `${"█".repeat(whole)}${eighths[filled % steps]}` : "#".repeat(whole);
  return text.padEnd(columns, hasBlocks ? " " : ".");
}
