import {
  fromPointer,
  isJsonObject,
  serialize,
  type Change,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { isSectionName } from "@traffic-policy/policy-language/internal";
import { usualRuleOrder } from "@traffic-policy/project/internal";
import { textWidth } from "@traffic-policy/report";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import { diffArrays, diffLines, createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Style } from "../context.ts";
import { visible } from "./text.ts";

/**
 * Wordings for changes: as a difference from the service or between two files, as the effect of a deploy or a
 * rollback, as changes by somebody else since a plan was made, or as the replacement of a policy.
 */
export const wordings = {
  diff: {
    added: "(not stored)",
    removed: "(stored only)",
    moved: "stored as",
    sides: ["stored", "local"],
  },
  files: {
    added: "(added)",
    removed: "(removed)",
    moved: "moved from",
    sides: ["before", "after"],
  },
  plan: { added: "(added)", removed: "(removed)", moved: "moved from", sides: ["stored", "local"] },
  rollback: {
    added: "(restored)",
    removed: "(removed)",
    moved: "moved from",
    sides: ["now", "after"],
  },
  since: {
    added: "(added since)",
    removed: "(removed since)",
    moved: "moved since from",
    sides: ["planned on", "there now"],
  },
  written: {
    added: "(not written)",
    removed: "(no longer there)",
    moved: "moved from",
    sides: ["written", "there now"],
  },
  later: {
    added: "(added later)",
    removed: "(removed later)",
    moved: "moved later from",
    sides: ["then", "later"],
  },
} as const;

export type Wording = keyof typeof wordings;

export interface ChangesStyle {
  readonly wording: Wording;
  readonly style: Style;
  readonly mask: SecretMask;
  readonly verbose?: boolean | undefined;
}

/**
 * Formats changes for people: a line for a rule that was added, removed or moved, and both values of a changed field.
 * Differences are shown in reverse video, or by marks below without colours.
 */
export function renderChanges(changes: readonly Change[], how: ChangesStyle): string {
  return how.mask
    .changes(changes)
    .map((change) => renderChange(change, how))
    .join("");
}

function renderChange(change: Change, how: ChangesStyle): string {
  const { style } = how;
  const subject = changedThing(change);
  const words = wordings[how.wording];
  switch (change.kind) {
    case "added":
      return `  ${style.green("+")} ${subject} ${style.dim(words.added)}\n${wholeRule(change, how)}`;
    case "removed":
      return `  ${style.red("-")} ${subject} ${style.dim(words.removed)}\n${wholeRule(change, how)}`;
    case "moved": {
      const [from, to] = [Number(change.before) + 1, Number(change.after) + 1];
      const places = `(${words.moved} rule ${from}, now rule ${to})`;
      return `  ${style.yellow("~")} ${subject} ${style.dim(places)}\n`;
    }
    case "enabled":
    case "changed": {
      const isText = areTexts(change.before, change.after);
      const labels = isText ? textLabels : valueLabels(words.sides);
      const lines = differenceLines(change.before, change.after).map((line) =>
        renderLine(how.verbose === true ? line : { ...line, pieces: cropPieces(line.pieces) }, {
          label: labels[line.side],
          style,
        }),
      );
      return `  ${style.yellow("~")} ${subject}\n${lines.join("")}`;
    }
  }
}

const mostRuleLines = 8;

function wholeRule({ rule, before, after }: Change, how: ChangesStyle): string {
  const { verbose = false, wording, style } = how;
  const isComparing = wording === "diff" || wording === "files";
  if (rule !== undefined && !verbose && !isComparing) return "";
  const [value, color] = after === undefined ? [before, style.red] : [after, style.green];
  const lines = verbose
    ? readableRule(value)
    : rule === undefined
      ? [shortened(ruleLines(value, 0).join(""), 160)]
      : firstLines(readableRule(value));
  return lines.map((line) => `      ${color(line)}\n`).join("");
}

function firstLines(lines: readonly string[]): string[] {
  const shown = lines.length <= mostRuleLines + 1 ? lines : lines.slice(0, mostRuleLines);
  const left = lines.length - shown.length;
  const more = left === 0 ? [] : [`… ${left} more lines, with --verbose`];
  return [...shown.map((line) => shortened(line, 160)), ...more];
}

export function ruleLines(rule: JsonValue | undefined, indent: number): string[] {
  if (rule === undefined) return [];
  const ordered = isJsonObject(rule) ? usualRuleOrder(rule) : rule;
  return serialize(ordered, indent).split("\n").map(visible);
}

/** In UTF-16 units. */
const longestConfig = 80;

/**
 * Formats a rule as lines with its expressions and actions. A rule with any other content is shown as JSON, so that
 * nothing is left out.
 */
function readableRule(rule: JsonValue | undefined): string[] {
  const plain = plainRule(rule);
  if (plain === undefined) return ruleLines(rule, 2);
  const { expressions, actions } = plain;
  return [
    ...(expressions.length === 0 ? ["always"] : []),
    ...expressions.flatMap((text, index) =>
      labelled(index === 0 ? "when" : "and", text.split("\n")),
    ),
    ...actions.flatMap(({ type, config }, index) =>
      labelled(index === 0 ? "do" : "then", actionLines(type, config)),
    ),
  ];
}

interface PlainRule {
  readonly expressions: readonly string[];
  readonly actions: readonly { readonly type: string; readonly config: JsonValue | undefined }[];
}

function plainRule(rule: JsonValue | undefined): PlainRule | undefined {
  if (!isJsonObject(rule) || !hasOnly(rule, ["name", "expressions", "actions"])) return undefined;
  const { expressions = [], actions } = rule;
  if (!Array.isArray(expressions) || !Array.isArray(actions)) return undefined;
  const texts = expressions.filter((one) => typeof one === "string");
  const plain = actions.flatMap((action: JsonValue) => {
    if (!isJsonObject(action) || !hasOnly(action, ["type", "config"])) return [];
    const { type, config } = action;
    return typeof type === "string" ? [{ type, config }] : [];
  });
  const isWhole = texts.length === expressions.length && plain.length === actions.length;
  return isWhole ? { expressions: texts, actions: plain } : undefined;
}

function hasOnly(object: object, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}

function actionLines(type: string, config: JsonValue | undefined): string[] {
  if (config === undefined) return [type];
  const line = serialize(config);
  if (line.length <= longestConfig) return [`${type} ${line}`];
  return `${type} ${serialize(config, 2)}`.split("\n");
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${(index === 0 ? label : "").padEnd(6)}${visible(line)}`);
}

type Labels = Readonly<Record<MarkedLine["side"], string>>;

function valueLabels([stored, local]: readonly [string, string]): Labels {
  const width = Math.max(stored.length, local.length) + 2;
  return { stored: stored.padEnd(width), local: local.padEnd(width), both: "", "left out": "" };
}

const textLabels: Labels = { stored: "- ", local: "+ ", both: "  ", "left out": "  " };

function renderLine(
  line: MarkedLine,
  { label, style }: { readonly label: string; readonly style: Style },
): string {
  const margin = " ".repeat(6);
  const color = { stored: style.red, local: style.green, both: String, "left out": style.dim };
  const inColor = color[line.side];
  if (style.isColorSupported) {
    const pieces = line.pieces.map(({ text, isMarked }) => (isMarked ? style.inverse(text) : text));
    return `${margin}${inColor(`${label}${pieces.join("")}`)}\n`;
  }
  const text = line.pieces.map((piece) => piece.text).join("");
  const marks = hasMarks(line)
    ? `${margin}${" ".repeat(label.length)}${marksBelow(line.pieces)}\n`
    : "";
  return `${margin}${label}${text}\n${marks}`;
}

export function marksBelow(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, isMarked }) => (isMarked ? "^" : " ").repeat(textWidth(text)))
    .join("")
    .trimEnd();
}

export function changedThing({ kind, path, rule }: Change): string {
  if (kind === "enabled") return "enabled";
  const [direction, index, ...field] = fromPointer(path);
  if (direction === undefined) return "the whole policy document";
  if (index === undefined) return fieldText([direction]);
  if (!isSectionName(direction)) return fieldText(fromPointer(path));
  const name = rule === undefined ? `${Number(index) + 1}` : visible(JSON.stringify(rule));
  return [`${direction} rule ${name}`, ...(field.length === 0 ? [] : [fieldText(field)])].join(
    ", ",
  );
}

/** `actions[0].config.status_code`, `headers["x y"]` */
function fieldText(keys: readonly string[]): string {
  return keys
    .map((key) =>
      /^\d+$/.test(key)
        ? `[${key}]`
        : /^[\w-]+$/.test(key)
          ? `.${key}`
          : `[${visible(JSON.stringify(key))}]`,
    )
    .join("")
    .replace(/^\./, "");
}

const context = 2;

const mostChangedLines = 2000;

/**
 * Formats two values as lines, with marks where they differ: multi-line texts line by line, other values as a JSON
 * line for each side. Escapes control characters.
 */
export function differenceLines(
  stored: JsonValue | undefined,
  local: JsonValue | undefined,
): readonly MarkedLine[] {
  if (hasLines(stored) && hasLines(local)) return textLines(stored, local);
  return pairLines(show(stored), show(local));
}

function hasLines(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function areTexts(stored: JsonValue | undefined, local: JsonValue | undefined): boolean {
  return hasLines(stored) && hasLines(local);
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? "(nothing)" : visible(serialize(value));
}

function pairLines(stored: string, local: string): MarkedLine[] {
  const marked = markDifferences(stored, local);
  return [
    { side: "stored", pieces: marked.stored },
    { side: "local", pieces: marked.local },
  ];
}

function textLines(stored: string, local: string): MarkedLine[] {
  const changes = diffLines(stored, local, { maxEditLength: mostChangedLines }) ?? [
    { value: stored, removed: true, added: false },
    { value: local, removed: false, added: true },
  ];
  const tellsEnd = stored.endsWith("\n") !== local.endsWith("\n");
  const linesOf = (text: string): string[] => shownLines(text, tellsEnd);
  return changes.flatMap(({ value, added, removed }, index): MarkedLine[] => {
    const before = changes[index - 1];
    const after = changes[index + 1];
    // A run of lines that are gone is reported together with what came in its place.
    if (removed && after?.added) return replacedLines(linesOf(value), linesOf(after.value));
    if (added && before?.removed) return [];
    if (removed || added) {
      return linesOf(value).map((line) => plainLine(removed ? "stored" : "local", line));
    }
    return equalLines(linesOf(value), before === undefined, after === undefined);
  });
}

function replacedLines(stored: readonly string[], local: readonly string[]): MarkedLine[] {
  const pairs = stored
    .slice(0, local.length)
    .map((line, index) => pairLines(line, local[index] ?? ""));
  const sides = (side: number): MarkedLine[] => pairs.flatMap((pair) => pair.slice(side, side + 1));
  return [
    ...sides(0),
    ...stored.slice(pairs.length).map((line) => plainLine("stored", line)),
    ...sides(1),
    ...local.slice(pairs.length).map((line) => plainLine("local", line)),
  ];
}

function equalLines(lines: readonly string[], isFirst: boolean, isLast: boolean): MarkedLine[] {
  const first = isFirst ? 0 : context;
  const last = isLast ? 0 : context;
  const left = lines.length - first - last;
  if (left <= 1) return lines.map((line) => plainLine("both", line));
  return [
    ...lines.slice(0, first).map((line) => plainLine("both", line)),
    plainLine("left out", `… ${left} equal lines`),
    ...lines.slice(lines.length - last).map((line) => plainLine("both", line)),
  ];
}

function shownLines(text: string, tellsEnd: boolean): string[] {
  const lines = text
    .split("\n")
    .map((line) => visible(JSON.stringify(line).slice(1, -1).replaceAll('\\"', '"')));
  // What follows the last line break is no line, unless there is something.
  const rest = lines.pop() ?? "";
  if (rest === "") return lines;
  return [...lines, tellsEnd ? `${rest} (no line break)` : rest];
}

export interface MarkedPair {
  readonly stored: readonly Piece[];
  readonly local: readonly Piece[];
}

// Beyond this many differing words two lines are two lines, and looking for more takes long.
const mostChangedWords = 400;

// Of lines with less than this in common, marks would be all over.
const leastCommon = 0.3;

/**
 * Marks the words in which two lines differ. Does not mark lines that have little in common, nor very long lines that
 * differ everywhere.
 */
export function markDifferences(stored: string, local: string): MarkedPair {
  const changes = diffArrays(wordsOf(stored), wordsOf(local), { maxEditLength: mostChangedWords });
  const pair: { stored: Piece[]; local: Piece[] } = { stored: [], local: [] };
  let common = 0;
  for (const [index, { value, added, removed }] of (changes ?? []).entries()) {
    const text = value.join("");
    // A space between two words that differ is no common text to anyone's eye.
    const isGap =
      index > 0 && index < (changes?.length ?? 0) - 1 && /^[^\p{L}\p{N}]{1,2}$/u.test(text);
    const isMarked = added || removed || isGap;
    if (!isMarked) common += letters(text);
    if (!added) append(pair.stored, { text, isMarked });
    if (!removed) append(pair.local, { text, isMarked });
  }
  if (common === 0 || common < leastCommon * Math.max(letters(stored), letters(local))) {
    return { stored: unmarked(stored), local: unmarked(local) };
  }
  return pair;
}

const escapes = /\\u[\da-f]{4}|\\./g;

/** The number of characters that make a text recognizable. */
function letters(text: string): number {
  return text.replace(escapes, "").match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function unmarked(text: string): Piece[] {
  return [{ text, isMarked: false }];
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.isMarked === piece.isMarked) {
    pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
  } else if (piece.text !== "") pieces.push(piece);
}

/** Splits a text into words, numbers, spaces, and single other characters; a JSON escape counts as a word. */
function wordsOf(text: string): string[] {
  return text.match(/\\u[\da-f]{4}|\\.|[\p{L}\p{N}\p{M}_]+|\s+|./gsu) ?? [];
}

/** In UTF-16 units. */
const longestLine = 120;
const around = 30;
const longestPiece = 1000;

export function cropPieces(pieces: readonly Piece[]): Piece[] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= longestLine) return [...pieces];
  const isMarked = pieces.some((piece) => piece.isMarked);
  return pieces.map((piece, index) => {
    const text =
      isMarked && !piece.isMarked
        ? cropped(piece.text, index === 0 ? 0 : around, index === pieces.length - 1 ? 0 : around)
        : shortened(piece.text);
    return { ...piece, text };
  });
}

function cropped(text: string, first: number, last: number): string {
  if (text.length <= first + last + around) return text;
  return `${beginning(text, first)}…${last === 0 ? "" : end(text, last)}`;
}

export function shortened(text: string, length: number = longestPiece): string {
  if (text.length <= length) return text;
  const shown = beginning(text, length);
  return `${shown}… (${text.length - shown.length} more characters)`;
}

/** Never splits a character. */
function beginning(text: string, length: number): string {
  return /[\ud800-\udbff]$/.test(text.slice(0, length))
    ? text.slice(0, length - 1)
    : text.slice(0, length);
}

function end(text: string, length: number): string {
  const from = text.length - length;
  return text.slice(/^[\udc00-\udfff]/.test(text.slice(from)) ? from + 1 : from);
}

/** A piece of a line; `isMarked` when it differs from the other side. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface MarkedLine {
  readonly side: "stored" | "local" | "both" | "left out";
  readonly pieces: readonly Piece[];
}

function plainLine(side: MarkedLine["side"], text: string): MarkedLine {
  return { side, pieces: [{ text, isMarked: false }] };
}

export function hasMarks({ pieces }: MarkedLine): boolean {
  return pieces.some(({ isMarked }) => isMarked);
}

/** Returns the changes of a file's text in the format of `git apply`; `before` is undefined for a new file. */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  const old = before === undefined ? "/dev/null" : `a/${file}`;
  return createTwoFilesPatch(old, `b/${file}`, before ?? "", after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
