import { printable } from "@traffic-policy/policy-language/internal";
import { uncoloured } from "./layout.ts";
import type { Style } from "./style.ts";
import { textWidth, widest } from "./text-width.ts";

/**
 * Formats rows as texts with each column as wide as its widest cell. Where that is wider than the terminal, the layout
 * wraps the last column; where less than half of the width is left for it, its cells stand below the others.
 *
 * @param rows - their cells, which may be coloured
 * @param how - the columns that stand to the right, and how far all are indented
 */
export function aligned(
  rows: readonly (readonly string[])[],
  style: Pick<Style, "width">,
  {
    numbers = [],
    indent = 0,
  }: { readonly numbers?: readonly number[]; readonly indent?: number } = {},
): string[] {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    widest(rows.map((row) => uncoloured(row[column] ?? ""))),
  );
  const margin = " ".repeat(indent);
  const start = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, indent);
  const isWide = start + (widths.at(-1) ?? 0) > style.width;
  if (isWide && start > style.width / 2) {
    const last = count - 1;
    const heads = aligned(
      rows.map((row) => row.slice(0, last)),
      style,
      { numbers, indent },
    );
    return heads.map((head, index) => {
      const cell = rows[index]?.[last] ?? "";
      return cell === "" ? head : `${head}\n${margin}    ${cell}`;
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const space = " ".repeat((widths[column] ?? 0) - textWidth(uncoloured(cell)));
      return numbers.includes(column) ? space + cell : cell + space;
    });
    return `${margin}${cells.join("  ")}`.trimEnd();
  });
}

/** Formats rows as a table with headings. Escapes the service's texts for a terminal. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const [head = "", ...lines] = aligned([headings, ...rows.map((row) => row.map(oneLine))], style);
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
  return [style.bold(oneLine(title)), ...aligned(rows, style, { indent: 2 })]
    .map((line) => `${line}\n`)
    .join("");
}

function oneLine(text: string): string {
  return printable(text.replaceAll("\t", " "));
}
