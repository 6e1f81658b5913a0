import {
  literalCode,
  longestComment,
  markdownTable,
  withFolded,
  type FoldedLines,
} from "@traffic-policy/report";
import type { Impact } from "../impact.ts";
import { countText, numberText } from "./numbers.ts";
import { summarySentences } from "./summary.ts";
import { exampleLine, reportTables, shownPassages, type ReportTable } from "./tables.ts";
import type { Sentence } from "./text.ts";
import { passageText, ruleWording, type ImpactNames } from "./words.ts";

/** The maximum length of each table, so that all of them and the examples fit into a comment. */
const longestTable = 5000;

/**
 * A report for a pull request: the summary, and tables and examples that open. Names and values show as they are,
 * whatever they would mean in Markdown.
 */
export function impactMarkdown(impact: Impact, names: ImpactNames): string {
  const title = `### Impact on recorded traffic\n\n${literalCode(names.before)} → ${literalCode(names.after)}, on ${literalCode(names.log)}\n`;
  const summary = summarySentences(impact, names).map((one) => `- ${markdown(one)}\n`);
  const [outcomes, ...others] = reportTables(impact, names);
  const table = tableOf(outcomes);
  const open = table === "" ? "" : `\n#### ${markdown(outcomes.title)}\n\n${table}`;
  const text = [title, "\n", ...summary, open, ...others.map(section)].join("");
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

function section(one: ReportTable): string {
  const table = tableOf(one);
  if (table === "") return "";
  const { title, more } = one;
  const left = more > 0 ? `\n… and ${numberText(more)} more.\n` : "";
  return `\n<details>\n<summary>${markdown(title)}</summary>\n\n${table}${left}\n</details>\n`;
}

function tableOf({ headings, rows }: ReportTable): string {
  const cells = rows.map((row) => row.cells.map(markdown));
  return markdownTable(headings, cells, { noun: "row", longest: longestTable });
}

function examples(impact: Impact): FoldedLines[] {
  const ruleOf = ruleWording(impact);
  return shownPassages(impact).map((passage) => ({
    heading: `Examples: ${markdown(passageText(passage, ruleOf))}`,
    lines: passage.examples.map(exampleLine),
    language: "text",
  }));
}
