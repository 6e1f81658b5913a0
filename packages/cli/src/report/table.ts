import { printable } from "@traffic-policy/policy-lint";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import type { Terminal } from "../terminal.ts";

type Style = Terminal["style"];

/** Lines of columns under their names. What the service said is made fit for a terminal. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const lines = rows.map((row) => row.map(oneLine));
  const widths = headings.map((heading, column) =>
    widest([heading, ...lines.map((line) => line[column] ?? "")]),
  );
  const text = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [style.bold(text(headings)), ...lines.map(text)].map((line) => `${line}\n`).join("");
}

/** Names and values, a line each, under a title. */
export function renderFields(
  title: string,
  fields: readonly (readonly [name: string, value: string | undefined])[],
  style: Style,
): string {
  const width = widest(fields.map(([name]) => name));
  const lines = fields.map(
    ([name, value]) =>
      `  ${padded(name, width)}  ${value === undefined ? style.dim("none") : oneLine(value)}\n`,
  );
  return `${style.bold(oneLine(title))}\n${lines.join("")}`;
}

function oneLine(text: string): string {
  return printable(text.replaceAll("\t", " "));
}
