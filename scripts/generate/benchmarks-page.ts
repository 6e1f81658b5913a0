import { benches } from "../../test/bench/benches.ts";
import { readResults, type PartResult } from "../../test/bench/results.ts";
import { amount, goalText, isReached, type Row } from "../../test/bench/table.ts";
import { ratiosSvg } from "../picture/ratios-svg.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cell } from "./markdown-cell.ts";

const plot = "docs/pictures/benchmarks.svg";

/** The page of the benchmarks with its plot, from the last results of `pnpm bench`. */
export function benchmarksPage(): GeneratedFile[] {
  const results = readResults();
  const parts = Object.entries(benches).flatMap(([name, { title }]) => {
    const result = results[name];
    return result === undefined ? [] : [{ name, title, ...result }];
  });
  if (parts.length === 0) return [];
  const plotted = parts.flatMap(({ tables }) => tables.filter((table) => table.plot === true));
  const goals = parts.flatMap(({ tables }) =>
    tables.flatMap(({ title, rows }) =>
      rows
        .filter(({ goal }) => goal !== undefined)
        .map((row) => ({ title, row, base: rows[0]?.name ?? "" })),
    ),
  );
  const missed = goals.filter(({ row }) => isReached(row) !== true).length;
  return [
    { path: plot, text: ratiosSvg(plotted) },
    {
      path: "docs/benchmarks.md",
      text: [
        "<!-- Generated from the last results by `pnpm bench` and `pnpm generate`; do not edit. -->",
        "",
        "# Benchmarks",
        "",
        "![The main ratios](pictures/benchmarks.svg)",
        "",
        "Each table of the picture has one scale, and begins with a grey bar: a floor, such as Node.js that starts and does",
        "nothing, or another tool that does a part of the same work. A shorter bar is faster, except for the gateway, which is",
        "measured in requests per second. A dashed line is a goal, and an orange bar has missed it. Of",
        `${goals.length} goals on this page, ${goals.length - missed} are reached and ${missed} missed.`,
        "",
        "`pnpm bench` measures all of this, and writes this page; `pnpm bench lint` measures one part",
        `again: ${Object.keys(benches)
          .map((name) => `\`${name}\``)
          .join(", ")}. Each figure`,
        "stands beside a floor or a peer that was measured in the same run, because machines are noisy: read",
        "the ratios. The other tools are installed for it alone, below `test/bench/peers`. What was tried to",
        "get here is told in [performance](performance.md).",
        "",
        "## Goals",
        "",
        "| what | figure | goal | result |",
        "| --- | --- | --- | --- |",
        ...goals.map(({ title, row, base }) => goalRow(title, row, base)),
        "",
        ...parts.flatMap((part) => section(part, parts[0])),
      ].join("\n"),
    },
  ];
}

function goalRow(title: string, row: Row, base: string): string {
  const { goal, name, ratio, value, unit } = row;
  const figure =
    goal?.of === "ratio" && ratio !== undefined
      ? `${amount(ratio)} × ${base}`
      : `${amount(value)} ${unit}`.trimEnd();
  const bound = goalText(row)
    .replace(/^goal /, "")
    .replace(/, missed$/, "");
  const reached = isReached(row) === true ? "reached" : "**missed**";
  return `| ${cell(`${title}: ${name}`)} | ${cell(figure)} | ${bound} | ${reached} |`;
}

interface Part extends PartResult {
  readonly name: string;
  readonly title: string;
}

function section({ name, title, date, machine, tables }: Part, first: Part | undefined): string[] {
  const isSame = first?.name !== name && first?.date === date && first.machine === machine;
  return [
    `## ${title}`,
    "",
    `\`pnpm bench ${name}\`, ${date}${isSame ? "" : `, on ${machine}`}.`,
    "",
    ...tables.flatMap(({ title: what, rows }) => {
      const columns = {
        ratio: rows.some(({ ratio }) => ratio !== undefined),
        goal: rows.some(({ goal }) => goal !== undefined),
        note: rows.some(({ note }) => note !== undefined),
      };
      const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
      const chosen = (ratio: string, goal: string, note: string): string[] => [
        ...(columns.ratio ? [ratio] : []),
        ...(columns.goal ? [goal] : []),
        ...(columns.note ? [note] : []),
      ];
      return [
        line([cell(what), "figure", ...chosen("ratio", "goal", "note")]),
        line(["---", "---:", ...chosen("---:", "---", "---")]),
        ...rows.map((row) =>
          line([
            cell(row.name),
            `${amount(row.value)} ${row.unit}`.trimEnd(),
            ...chosen(
              row.ratio === undefined ? "" : `${amount(row.ratio)} ×`,
              goalText(row).replace(/^goal /, ""),
              cell(row.note ?? ""),
            ),
          ]),
        ),
        "",
      ];
    }),
  ];
}
