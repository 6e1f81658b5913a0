import {
  directionsDialect,
  fromPointer,
  isJsonObject,
  serialize,
  type Change,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { textWidth } from "@traffic-policy/policy-lint/report/text-width";
import { usualRuleOrder } from "@traffic-policy/policy-module";
import type { Terminal } from "../terminal.ts";
import {
  areTexts,
  cropPieces,
  differenceLines,
  hasMarks,
  type MarkedLine,
  type Piece,
  shortened,
} from "./differences.ts";
import { visible } from "./visible.ts";

type Style = Terminal["style"];

/**
 * What is said of a rule that is on one side only, and of the sides: as a difference, as what a deploy
 * or a rollback does, or as what somebody else did since a plan was made.
 */
const wordings = {
  diff: {
    added: "(not stored)",
    removed: "(stored only)",
    moved: "stored as",
    sides: ["stored", "local"],
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
} as const;

/** How changes are shown. */
export interface ChangesStyle {
  readonly wording: keyof typeof wordings;
  readonly style: Style;
  /** Whether rules of one side are shown as a whole, and long lines too. */
  readonly verbose?: boolean | undefined;
}

/**
 * Changes for people: a line for a rule that came, went or moved, and both values of a changed field,
 * with what differs in them shown in reverse, or without colours by marks below.
 */
export function renderChanges(changes: readonly Change[], how: ChangesStyle): string {
  return changes.map((change) => renderChange(change, how)).join("");
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

/** A rule that has no name is told by what it says; others only when everything is asked for. */
function wholeRule({ rule, before, after }: Change, { verbose, style }: ChangesStyle): string {
  if (rule !== undefined && verbose !== true) return "";
  const [value, color] = after === undefined ? [before, style.red] : [after, style.green];
  const lines =
    verbose === true ? ruleLines(value, 2) : [shortened(ruleLines(value, 0).join(""), 160)];
  return lines.map((line) => `      ${color(line)}\n`).join("");
}

/** A rule as lines of JSON. */
export function ruleLines(rule: JsonValue | undefined, indent: number): string[] {
  if (rule === undefined) return [];
  const ordered = isJsonObject(rule) ? usualRuleOrder(rule) : rule;
  return serialize(ordered, indent).split("\n").map(visible);
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

/** A line of marks that stands below what is marked. */
export function marksBelow(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, isMarked }) => (isMarked ? "^" : " ").repeat(textWidth(text)))
    .join("")
    .trimEnd();
}

/** What a change is about: a direction, a rule, or a field of it. */
export function changedThing({ kind, path, rule }: Change): string {
  if (kind === "enabled") return "enabled";
  const [direction, index, ...field] = fromPointer(path);
  if (direction === undefined) return "the whole policy document";
  if (index === undefined) return fieldText([direction]);
  if (!directionsDialect.directions.includes(direction)) return fieldText(fromPointer(path));
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
