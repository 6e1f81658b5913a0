import { shortened } from "../../report/crop-pieces.ts";
import { visible } from "../../report/visible.ts";

const longest = 200;

/**
 * Any text as code in a table or a heading of Markdown, as it is: every character that could mean
 * something there stands as an entity, which never does. Not between backticks, where a table gives
 * no way to write a backslash before a bar.
 */
export function literalCode(text: string): string {
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
