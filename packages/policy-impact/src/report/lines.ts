import { padded, textWidth, widest, type Style } from "@traffic-policy/report";
import type { Impact } from "../impact.ts";
import { numberText, percentText } from "./numbers.ts";
import { summarySentences } from "./summary.ts";
import {
  changesByRule,
  dimensionTables,
  exampleLine,
  matchesOf,
  otherwiseChanged,
  outcomeMatrix,
  shownPassages,
  type DimensionTable,
} from "./tables.ts";
import { foreign, plainText } from "./text.ts";
import { changeWords, passageText, ruleWording, type ImpactNames } from "./words.ts";

export interface ImpactView {
  readonly style: Style;
  /** True to list the rules with their matches, and to leave nothing out. */
  readonly verbose?: boolean;
}

const mostRows = 5;
const mostDays = 14;

/** A report for a terminal. */
export function impactLines(impact: Impact, names: ImpactNames, view: ImpactView): string[] {
  const { style, verbose = false } = view;
  const title = `${foreign(names.before)} → ${foreign(names.after)}, on ${foreign(names.log)}`;
  const [first, ...others] = summarySentences(impact, names).map(plainText);
  const color = impact.newlyDenied > 0 ? style.red : impact.changed > 0 ? style.yellow : String;
  const most = verbose ? Number.POSITIVE_INFINITY : mostRows;
  return [
    style.bold(title),
    ...(first === undefined ? [] : [color(first)]),
    ...others,
    ...outcomeLines(impact, style),
    ...changeLines(impact, view, most),
    ...dimensionTables(impact).flatMap((one) => dimensionLines(one, impact, view, most)),
    ...(verbose ? ruleLines(impact, names, style) : []),
    ...exampleLines(impact, view),
  ];
}

function outcomeLines(impact: Impact, style: Style): string[] {
  const { before, after, cells } = outcomeMatrix(impact);
  const rows = before.flatMap((row, at) =>
    after.flatMap((column, index) => {
      const cell = cells[at]?.[index];
      if (cell === undefined) return [];
      const { count, changed, unknown } = cell;
      const note = [
        ...(row === column && changed > 0 ? [`${numberText(changed)} with another result`] : []),
        ...(row !== column || unknown === 0 || row === "not known" ? [] : ["not compared"]),
      ];
      return [[row, column, numberText(count), percentText(count, impact.seen), note.join(", ")]];
    }),
  );
  return table("Outcomes", ["before", "after", "count", "share", ""], rows, style, [2, 3]);
}

function changeLines(impact: Impact, { style }: ImpactView, most: number): string[] {
  const rows = changesByRule(impact);
  const cells = rows
    .slice(0, most)
    .map(({ change, before, after, count }) => [
      changeWords[change],
      numberText(count),
      percentText(count, impact.changed),
      `${plainText(before)} → ${plainText(after)}`,
    ]);
  return [
    ...table("What changes", ["change", "count", "share", "from → to"], cells, style, [1, 2]),
    ...moreLine(rows.length - cells.length, style),
  ];
}

function dimensionLines(
  { name, title, rows, values }: DimensionTable,
  impact: Impact,
  { style }: ImpactView,
  most: number,
): string[] {
  const others = otherwiseChanged(impact);
  const columns = [
    ...(impact.newlyDenied > 0 ? ["newly denied"] : []),
    ...(impact.newlyForwarded > 0 ? ["newly forwarded"] : []),
    ...(others > 0 ? ["otherwise changed"] : []),
  ];
  const cells = rows.slice(0, name === "day" ? Math.max(most, mostDays) : most).map((row) => [
    // A line that begins with two colons is a command for the log of GitHub Actions.
    foreign(row.value.replace(/^::/, "0::"), 60),
    ...(impact.newlyDenied > 0 ? [numberText(row.newlyDenied)] : []),
    ...(impact.newlyForwarded > 0 ? [numberText(row.newlyForwarded)] : []),
    ...(others > 0 ? [numberText(otherwiseChanged(row))] : []),
  ]);
  const numbers = columns.map((_, index) => index + 1);
  return [
    ...table(title, ["", ...columns], cells, style, numbers),
    ...moreLine(values - cells.length, style),
  ];
}

function moreLine(more: number, style: Style): string[] {
  return more > 0 ? [style.dim(`  and ${numberText(more)} more`)] : [];
}

function ruleLines(impact: Impact, names: ImpactNames, style: Style): string[] {
  return ([0, 1] as const).flatMap((side) => {
    const rows = matchesOf(impact, side).map(({ rule, count, perhaps }) => [
      numberText(count),
      perhaps === 0 ? "" : `and perhaps ${numberText(perhaps)}`,
      plainText(rule),
    ]);
    const title = `Matches of ${foreign(side === 0 ? names.before : names.after)}`;
    return table(title, ["count", "", "rule"], rows, style, [0]);
  });
}

function exampleLines(impact: Impact, { style, verbose = false }: ImpactView): string[] {
  const ruleOf = ruleWording(impact);
  const passages = shownPassages(impact);
  const shown = verbose ? passages : passages.slice(0, mostRows);
  return shown.flatMap((passage) => [
    "",
    `${style.bold("Examples:")} ${plainText(passageText(passage, ruleOf))}`,
    ...passage.examples.map((one) => `  ${exampleLine(one)}`),
  ]);
}

function table(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  numbers: readonly number[],
): string[] {
  if (rows.length === 0) return [];
  const widths = headings.map((heading, column) =>
    widest([heading, ...rows.map((row) => row[column] ?? "")]),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const isNumber = numbers.includes(column);
        return isNumber ? " ".repeat(width - textWidth(cell)) + cell : padded(cell, width);
      })
      .join("  ")}`.trimEnd();
  return ["", style.bold(title), style.dim(line(headings)), ...rows.map(line)];
}
