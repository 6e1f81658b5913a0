import type { PlannedTarget } from "@traffic-policy/api";
import { listed } from "@traffic-policy/policy-language/internal";
import { verdictText } from "@traffic-policy/policy-proof/report";
import {
  aligned,
  literalCode,
  visible,
  type FoldedLines,
  type Style,
} from "@traffic-policy/report";
import { changesDiff, renderChanges, wordings, type Wording } from "@traffic-policy/report/changes";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Behaviour } from "../behaviour/behaviour.ts";
import { behaviourMarkdown, behaviourText } from "../behaviour/report.ts";
import type { Terminal } from "../context.ts";
import { toReportedError } from "../report/error.ts";
import { describeTarget } from "../service/target-words.ts";

type Named = Pick<PlannedTarget, "name" | "target">;

/** The two policies of a target, as plans and comparisons show them. */
export interface TargetRow extends Named, Pick<PlannedTarget, "changes" | "note"> {
  /** The action to be done, or how they compare: `change`, `different`. */
  readonly word: string;
  readonly color: "green" | "yellow" | "red" | "dim";
  /** True when they differ in notation at most. */
  readonly isSame: boolean;
  readonly behaviour?: Behaviour | undefined;
  /** Stands behind the place of the target. */
  readonly remark?: string | undefined;
  /** Other targets of which all of this is true. */
  readonly alike?: readonly Named[];
}

export interface RowsView {
  readonly wording: Wording;
  readonly style: Style;
  readonly mask: SecretMask;
  readonly verbose?: boolean | undefined;
  /** True to show differences in notation. */
  readonly showsNotation?: boolean;
  readonly brief?: boolean | undefined;
}

/**
 * Prints targets for people, each with its changes.
 *
 * @param width - that words have at least
 */
export function printRows(
  rows: readonly TargetRow[],
  width: number,
  view: RowsView,
  { print }: Pick<Terminal, "print">,
): void {
  const { style } = view;
  const heads = aligned(
    rows.map(({ name, word, color, target, remark = [] }) => [
      style.bold(visible(name)),
      style[color](word.padEnd(width)),
      style.dim(visible([describeTarget(target), remark].flat().join(", "))),
    ]),
    style,
  );
  const texts = rows.map((row, index) => `${heads[index]}\n${detailsText(row, view)}`);
  print(spaced(texts));
}

/** Joins texts of targets, with an empty line around each that has details. */
export function spaced(texts: readonly string[]): string {
  const isLong = (text: string | undefined): boolean => text?.trimEnd().includes("\n") === true;
  return texts
    .map((text, index) =>
      index > 0 && (isLong(text) || isLong(texts[index - 1])) ? `\n${text}` : text,
    )
    .join("");
}

export function detailsText(
  { isSame, alike = [], note, changes, behaviour }: Omit<TargetRow, keyof Named>,
  { showsNotation = false, ...view }: RowsView,
): string {
  const { style, wording } = view;
  return [
    ...(alike.length === 0 ? [] : [`  ${style.bold(andTheSame(alike))}\n`]),
    ...(note === undefined ? [] : [`  ${style.yellow("note:")} ${visible(note)}\n`]),
    ...(isSame && !showsNotation ? [] : [renderChanges(changes, view)]),
    ...(isSame ? [] : [behaviourText(behaviour, { ...view, sides: wordings[wording].sides })]),
  ].join("");
}

const mostNamed = 5;

/** Lists other targets with the same result: `and the same with b, c and 12 more`. */
export function andTheSame(others: readonly { readonly name: string }[]): string {
  const names = others.map(({ name }) => visible(name));
  return `and the same with ${listed(names, mostNamed)}`;
}

/** The cells of a target in a table of Markdown: its name, the word, its place, and what differs. */
export function rowCells(row: TargetRow): string[] {
  const { name, target, word, isSame, note, changes, behaviour } = row;
  const count = isSame ? (changes.length === 0 ? "" : "in notation only") : String(changes.length);
  const meaning = isSame || behaviour === undefined ? [] : [verdictText(behaviour)];
  return [
    literalCode(name),
    isSame ? word : `**${word}**`,
    literalCode(describeTarget(target)),
    [note === undefined ? count : literalCode(note), ...meaning].join("; behaviour "),
  ];
}

/** The same for a target of which nothing is known. */
export function errorCells(
  { name, target, error }: Named & { readonly error: Error },
  word: string,
): string[] {
  const { message } = toReportedError(error);
  const place = literalCode(describeTarget(target));
  return [literalCode(name), `**${word}**`, place, literalCode(message)];
}

/** Formats the differences as lines that open below a table. */
export function rowDetails(row: TargetRow, wording: Wording, mask: SecretMask): FoldedLines {
  const { name, alike = [] } = row;
  const same = alike.length === 0 ? "" : ` ${literalCode(andTheSame(alike))}`;
  return {
    heading: `${literalCode(name)}${same}`,
    lines: differenceLines(row, wording, mask),
    language: "diff",
  };
}

export function differenceLines(
  { changes, behaviour }: Pick<TargetRow, "changes" | "behaviour">,
  wording: Wording,
  mask: SecretMask,
): string[] {
  const { sides } = wordings[wording];
  return [...changesDiff(changes, wording, mask), ...behaviourMarkdown(behaviour, { sides, mask })];
}
