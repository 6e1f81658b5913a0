import { printable } from "@traffic-policy/policy-language/internal";
import { padded, widest } from "@traffic-policy/report";
import { type Context, exitStatus, type ExitStatus, type Style } from "../context.ts";
import type { Format } from "../program/options.ts";

/** Formats rows as a table with headings. Escapes the service's texts for a terminal. */
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

/** Prints a resource; as JSON, exactly the service's object. */
export function printResource<T>(
  resource: T,
  render: (resource: T, style: Style) => string,
  format: Format,
  { terminal: { out, style } }: Context,
): ExitStatus {
  out(format === "json" ? toJson(resource) : render(resource, style));
  return exitStatus.ok;
}

export interface ResourceList<T> {
  readonly key: string;
  readonly render: (resources: readonly T[], style: Style) => string;
  readonly none: string;
}

/** Prints a list; as JSON, an object with a list of exactly the service's objects. */
export function printResources<T>(
  resources: readonly T[],
  { key, render, none }: ResourceList<T>,
  format: Format,
  { terminal }: Context,
): ExitStatus {
  if (format === "json") terminal.out(toJson({ version: 1, [key]: resources }));
  else if (resources.length > 0) terminal.out(render(resources, terminal.style));
  else terminal.err(`${none}\n`);
  return exitStatus.ok;
}

/** Reports a deletion; the service answers it without an object. */
export function printDeleted(what: string, format: Format, { terminal }: Context): ExitStatus {
  if (format === "pretty") terminal.out(`${printable(what)} was deleted.\n`);
  return exitStatus.ok;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
