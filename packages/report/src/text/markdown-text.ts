import { shortened } from "@traffic-policy/policy-language/internal";
import { visible } from "./visible.ts";

/** The maximum length of a GitHub comment, in characters; counted here in UTF-16 units, which are never fewer. */
export const longestComment = 65_536;

/** How much of one comment each of its parts takes at most: lint, test and plan fit in one together. */
export const shareOfComment = {
  lint: 16_000,
  test: 16_000,
  prove: 16_000,
  audit: 16_000,
  plan: 30_000,
} as const;

const longestCode = 200;

/**
 * Any text as code in a table or a heading of Markdown, as it is: every character that could mean
 * something there stands as an entity, which never does. Not between backticks, where a table gives
 * no way to write a backslash before a bar.
 */
export function literalCode(text: string, longest: number = longestCode): string {
  return `<code>${shortened(visible(text), longest).replace(/[^\w /,()=-]|_/gu, entity)}</code>`;
}

function entity(character: string): string {
  if (character > "\u007f") return character;
  // Parts of text that look like an address become a link at the very end; the comment parts them.
  const end = character === "@" ? "<!-- -->" : "";
  return `&#${character.charCodeAt(0)};${end}`;
}

/** A fence for a block of code that none of these lines can close. */
export function fenceFor(lines: readonly string[]): string {
  const longestRun = lines
    .flatMap((line) => line.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), 0);
  return "`".repeat(Math.max(3, longestRun + 1));
}

/**
 * A table; rows that do not fit are counted.
 *
 * @param rows - their cells as Markdown
 * @param how - what a row is about (`target`), and how long the table may be
 */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { noun, longest }: { readonly noun: string; readonly longest: number },
): string {
  if (rows.length === 0) return "";
  let text = [headings, headings.map(() => "---")].map(tableRow).join("");
  for (const [index, cells] of rows.entries()) {
    const line = tableRow(cells);
    if (text.length + line.length > longest) {
      const left = rows.length - index;
      const are = left === 1 ? " is" : "s are";
      return `${text}\n${left} more ${noun}${are} not in this table.\n`;
    }
    text += line;
  }
  return text;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** Lines behind a heading that opens them. */
export interface FoldedLines {
  /** As Markdown. */
  readonly heading: string;
  readonly lines: readonly string[];
  /** The language of the block: `diff`. */
  readonly language: string;
}

const roomForEnd = 300;

/**
 * A text with parts that open below it, as many as there is room for; of the first one that does not fit
 * as much as does.
 *
 * @param longest - of the whole, in UTF-16 units
 * @param omitted - what is said of the parts that are left out, by their number
 */
export function withFolded(
  text: string,
  parts: readonly FoldedLines[],
  longest: number,
  omitted: (count: number) => string,
): string {
  let whole = text;
  let left = 0;
  for (const part of parts) {
    const folded = left === 0 ? foldedWithin(part, longest - roomForEnd - whole.length) : undefined;
    if (folded === undefined) left += 1;
    else whole += folded;
  }
  return left === 0 ? whole : `${whole}\n${omitted(left)}\n`;
}

function foldedWithin({ heading, lines, language }: FoldedLines, room: number): string | undefined {
  const fence = fenceFor(lines);
  const part = (shown: readonly string[]): string =>
    `\n<details>\n<summary>${heading}</summary>\n\n${fence}${language}\n${shown.join("\n")}\n${fence}\n\n</details>\n`;
  const whole = part(lines);
  if (whole.length <= room) return whole;
  const note = (count: number): string => `… ${count} more lines omitted`;
  let free = room - part([note(lines.length)]).length;
  const first = lines.findIndex((line) => (free -= line.length + 1) < 0);
  return first < 1 ? undefined : part([...lines.slice(0, first), note(lines.length - first)]);
}
