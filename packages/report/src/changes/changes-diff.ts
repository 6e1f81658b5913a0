import type { Change, JsonValue } from "@traffic-policy/policy-language";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { SecretMask } from "../secret-mask.ts";
import { changedThing, wordings, type Wording } from "./change-words.ts";
import {
  cropPieces,
  differenceLines,
  hasMarks,
  marksBelow,
  shortened,
  type MarkedLine,
} from "./marked-lines.ts";
import { ruleLines } from "./rule-lines.ts";

/**
 * Formats changes as diff lines for a Markdown block: stored values with a minus, local values with a plus, added and
 * removed rules in full.
 *
 * @param mask - hides the secrets of the whole report
 */
export function changesDiff(
  changes: readonly Change[],
  wording: Wording,
  mask: SecretMask,
): string[] {
  return mask.changes(changes).flatMap((change) => changeLines(change, wording));
}

function changeLines(change: Change, wording: Wording): string[] {
  const thing = shortened(changedThing(change));
  const words = wordings[wording];
  const { before, after } = change;
  switch (change.kind) {
    case "added":
      return [`@@ ${thing} ${words.added} @@`, ...signed("+", after)];
    case "removed":
      return [`@@ ${thing} ${words.removed} @@`, ...signed("-", before)];
    case "moved": {
      const [from, to] = [Number(before) + 1, Number(after) + 1];
      return [`@@ ${thing} (${words.moved} rule ${from}, now rule ${to}) @@`];
    }
    case "enabled":
    case "changed":
      return [`@@ ${thing} @@`, ...differenceLines(before, after).flatMap(markedLines)];
  }
}

function signed(sign: string, rule: JsonValue | undefined): string[] {
  return ruleLines(rule, 2).map((line) => `${sign} ${shortened(line)}`);
}

const signs = { stored: "-", local: "+", both: " ", "left out": " " } as const;

function markedLines(line: MarkedLine): string[] {
  const pieces = cropPieces(line.pieces);
  const text = `${signs[line.side]} ${pieces.map((piece) => piece.text).join("")}`;
  return hasMarks(line) ? [text, `  ${marksBelow(pieces)}`] : [text];
}

/** Returns the changes of a file's text in the format of `git apply`; `before` is undefined for a new file. */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  const old = before === undefined ? "/dev/null" : `a/${file}`;
  return createTwoFilesPatch(old, `b/${file}`, before ?? "", after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
