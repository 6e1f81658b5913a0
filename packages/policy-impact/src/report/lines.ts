import { aligned, bar, type Style } from "@traffic-policy/report";
import type { Impact } from "../impact.ts";
import { numberText } from "./numbers.ts";
import { summarySentences } from "./summary.ts";
import {
  exampleLine,
  reportTables,
  shownPassages,
  type ReportRow,
  type ReportTable,
} from "./tables.ts";
import { foreign, plainText, type Sentence } from "./text.ts";
import { passageText, ruleWording, type ImpactNames } from "./words.ts";

export interface ImpactView {
  readonly style: Style;
}

const mostExamples = 5;

/** A report for a terminal. */
export function impactLines(impact: Impact, names: ImpactNames, view: ImpactView): string[] {
  const { style } = view;
  const title = `${foreign(names.before)} → ${foreign(names.after)}, on ${foreign(names.log)}`;
  const [first, ...others] = summarySentences(impact, names).map((one) => plainText(one));
  const color = impact.newlyDenied > 0 ? style.red : impact.changed > 0 ? style.yellow : String;
  return [
    style.bold(title),
    ...(first === undefined ? [] : [color(first)]),
    ...others,
    ...reportTables(impact, names).flatMap((one) => tableLines(one, view)),
    ...exampleLines(impact, view),
  ];
}

function tableLines(table: ReportTable, { style }: ImpactView): string[] {
  const { title, headings, numbers, rows } = table;
  const shown = rows.slice(0, table.few);
  if (shown.length === 0) return [];
  const most = Math.max(...shown.map(changedOf));
  const bars = most > 0 ? barColumns + gap : 0;
  const counts = headings.slice(1).reduce((sum, { length }) => sum + length + gap, 0);
  const room = Math.max(leastCode, Math.min(longestCode, style.width - indent - bars - counts));
  const barOf = (row: ReportRow): string => bar(changedOf(row) / most, barColumns, style);
  // Between the name of a row and its numbers.
  const withBar = (cells: readonly string[], drawn: string): string[] =>
    most > 0 ? [...cells.slice(0, 1), drawn, ...cells.slice(1)] : [...cells];
  const [head = "", ...lines] = aligned(
    [
      withBar(headings, ""),
      ...shown.map((row) =>
        withBar(
          row.cells.map((cell) => cellText(cell, room)),
          style.yellow(barOf(row)),
        ),
      ),
    ],
    style,
    { numbers: numbers.map((column) => (most > 0 ? column + 1 : column)), indent },
  );
  const more = rows.length + table.more - shown.length;
  return [
    "",
    style.bold(plainText(title)),
    style.dim(head),
    ...lines,
    ...(more > 0 ? [style.dim(`  and ${numberText(more)} more`)] : []),
  ];
}

const barColumns = 10;

function changedOf({ changes = [] }: ReportRow): number {
  return changes.reduce((sum, { count }) => sum + count, 0);
}

const indent = 2;

const gap = 2;

const longestCode = 60;

const leastCode = 20;

/** A line that begins with two colons is a command for the log of GitHub Actions. */
function cellText(cell: Sentence, room: number): string {
  const [only, ...others] = cell;
  const isCode = others.length === 0 && typeof only === "object" && "code" in only;
  return isCode ? foreign(only.code.replace(/^::/, "0::"), room) : plainText(cell);
}

function exampleLines(impact: Impact, { style }: ImpactView): string[] {
  const ruleOf = ruleWording(impact);
  const shown = shownPassages(impact).slice(0, mostExamples);
  return shown.flatMap((passage) => [
    "",
    `${style.bold("Examples:")} ${plainText(passageText(passage, ruleOf))}`,
    ...passage.examples.map((one) => `  ${exampleLine(one)}`),
  ]);
}
