import type { Change } from "@traffic-policy/policy-language";
import type { SecretMask } from "../secret-mask.ts";
import type { Style } from "../text/style.ts";
import { changedThing, wordings, type Wording } from "./change-words.ts";
import {
  areTexts,
  cropPieces,
  differenceLines,
  foldPieces,
  marksBelow,
  shortened,
  type MarkedLine,
} from "./marked-lines.ts";
import { readableRule, ruleLines } from "./rule-lines.ts";

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
  const indent = " ".repeat(label.length);
  const lines = foldPieces(line.pieces, style.width - margin.length - label.length);
  return lines
    .map((pieces, index) => {
      const before = index === 0 ? label : indent;
      if (style.isColorSupported) {
        const parts = pieces.map(({ text, isMarked }) => (isMarked ? style.inverse(text) : text));
        return `${margin}${inColor(`${before}${parts.join("")}`)}\n`;
      }
      const text = pieces.map((piece) => piece.text).join("");
      const marks = pieces.some(({ isMarked }) => isMarked)
        ? `${margin}${indent}${marksBelow(pieces)}\n`
        : "";
      return `${margin}${before}${text}\n${marks}`;
    })
    .join("");
}
