import {
  literalCode,
  longestComment,
  markdownTable,
  withFolded,
  type FoldedLines,
} from "@traffic-policy/report";
import type { Impact } from "../impact.ts";
import { countText, numberText, percentText } from "./numbers.ts";
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
  type OutcomeCell,
} from "./tables.ts";
import type { Sentence } from "./text.ts";
import { changeWords, passageText, ruleWording, type ImpactNames } from "./words.ts";

/** The maximum length of each table, so that all of them and the examples fit into a comment. */
const longestTable = 5000;

/**
 * A report for a pull request: the summary, and tables and examples that open. Names and values show as they are,
 * whatever they would mean in Markdown.
 */
export function impactMarkdown(impact: Impact, names: ImpactNames): string {
  const title = `### Impact on recorded traffic\n\n${literalCode(names.before)} → ${literalCode(names.after)}, on ${literalCode(names.log)}\n`;
  const summary = summarySentences(impact, names).map((one) => `- ${markdown(one)}\n`);
  const tables = [
    open("From outcome to outcome", matrixTable(impact)),
    section("What changes, by rule", changesTable(impact)),
    ...dimensionTables(impact).map((one) => section(one.title, dimensionTable(one, impact))),
    section(`Matches of the rules of ${literalCode(names.before)}`, matchesTable(impact, 0)),
    section(`Matches of the rules of ${literalCode(names.after)}`, matchesTable(impact, 1)),
  ];
  const text = [title, "\n", ...summary, ...tables].join("");
  return withFolded(
    text,
    examples(impact),
    longestComment,
    (left) =>
      `The examples of ${countText(left, "change")} are omitted, because a comment holds at most 65,536 characters.`,
  );
}

function markdown(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (typeof part === "string") return escaped(part);
      return literalCode("code" in part ? part.code : part.name);
    })
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&@!]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function open(title: string, table: string): string {
  return table === "" ? "" : `\n#### ${title}\n\n${table}`;
}

function section(title: string, table: string): string {
  if (table === "") return "";
  return `\n<details>\n<summary>${title}</summary>\n\n${table}\n</details>\n`;
}

function matrixTable(impact: Impact): string {
  const { before, after, cells } = outcomeMatrix(impact);
  const headings = ["before ↓ after →", ...after];
  const rows = before.map((row, at) => [
    row,
    ...after.map((column, index) => cellText(cells[at]?.[index], row === column)),
  ]);
  return markdownTable(headings, rows, { noun: "outcome", longest: longestTable });
}

function cellText(cell: OutcomeCell | undefined, isSame: boolean): string {
  if (cell === undefined) return "";
  const { count, changed } = cell;
  if (!isSame) return changed > 0 ? `**${numberText(count)}**` : numberText(count);
  return changed > 0
    ? `${numberText(count)} (**${numberText(changed)}** with another result)`
    : numberText(count);
}

function changesTable(impact: Impact): string {
  const rows = changesByRule(impact).map(({ change, before, after, count }) => [
    changeWords[change],
    markdown(before),
    markdown(after),
    numberText(count),
    percentText(count, impact.changed),
  ]);
  return markdownTable(["change", "before", "after", "count", "share of changes"], rows, {
    noun: "change",
    longest: longestTable,
  });
}

function dimensionTable({ name, rows, values }: DimensionTable, impact: Impact): string {
  const others = otherwiseChanged(impact) > 0;
  const headings = [name, "changed", "newly denied", "newly forwarded"];
  const cells = rows.map((row) => [
    literalCode(row.value),
    numberText(row.changed),
    numberText(row.newlyDenied),
    numberText(row.newlyForwarded),
    ...(others ? [numberText(otherwiseChanged(row))] : []),
  ]);
  const table = markdownTable(others ? [...headings, changeWords.other] : headings, cells, {
    noun: "row",
    longest: longestTable,
  });
  const more = values - rows.length;
  return more > 0 ? `${table}\n… and ${numberText(more)} more.\n` : table;
}

function matchesTable(impact: Impact, side: 0 | 1): string {
  const rows = matchesOf(impact, side).map(({ rule, count, perhaps }) => [
    markdown(rule),
    numberText(count),
    perhaps === 0 ? "" : numberText(perhaps),
  ]);
  const headings = ["rule", "matched", "perhaps matched"];
  return markdownTable(headings, rows, { noun: "rule", longest: longestTable });
}

function examples(impact: Impact): FoldedLines[] {
  const ruleOf = ruleWording(impact);
  return shownPassages(impact).map((passage) => ({
    heading: `Examples: ${markdown(passageText(passage, ruleOf))}`,
    lines: passage.examples.map(exampleLine),
    language: "text",
  }));
}
