import { printable } from "@traffic-policy/policy-language/internal";
import type { Style } from "./style.ts";
import { textWidth, widest } from "./text-width.ts";

/**
 * Rows as lines, with each column as wide as its widest cell.
 *
 * @param rows - their cells, which may be coloured
 * @param numbers - the columns that stand to the right
 */
export function aligned(
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string[] {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    widest(rows.map((row) => uncoloured(row[column] ?? ""))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const space = " ".repeat((widths[column] ?? 0) - textWidth(uncoloured(cell)));
      return numbers.includes(column) ? space + cell : cell + space;
    });
    return cells.join("  ").trimEnd();
  });
}

function uncoloured(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[\d+m/g, "");
}

/** Formats rows as a table with headings. Escapes the service's texts for a terminal. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const [head = "", ...lines] = aligned([headings, ...rows.map((row) => row.map(oneLine))]);
  return [style.bold(head), ...lines].map((line) => `${line}\n`).join("");
}

/** Formats named values below a title. */
export function renderFields(
  title: string,
  fields: readonly (readonly [name: string, value: string | undefined])[],
  style: Style,
): string {
  const rows = fields.map(([name, value]) => [
    name,
    value === undefined ? style.dim("none") : oneLine(value),
  ]);
  return [style.bold(oneLine(title)), ...aligned(rows).map((line) => `  ${line}`)]
    .map((line) => `${line}\n`)
    .join("");
}

function oneLine(text: string): string {
  return printable(text.replaceAll("\t", " "));
}
