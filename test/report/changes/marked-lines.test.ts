import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cropPieces,
  differenceLines,
  markDifferences,
  type MarkedLine,
  type Piece,
} from "../../../packages/report/src/changes/marked-lines.ts";
import { visible } from "@traffic-policy/report";
import { seeded } from "../../seeded.ts";

/** Lines with « and » around what is marked. */
function shown(stored: JsonValue | undefined, local: JsonValue | undefined): string[] {
  const signs = { stored: "-", local: "+", both: " ", "left out": "?" };
  return differenceLines(stored, local).map(
    ({ side, pieces }: MarkedLine) => `${signs[side]} ${marked(pieces)}`,
  );
}

function marked(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isMarked }) => (isMarked ? `«${text}»` : text)).join("");
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

describe("values of one line", () => {
  test.each<[JsonValue | undefined, JsonValue | undefined, string, string]>([
    [
      "req.method == 'GET'",
      "req.method == 'POST'",
      `"req.method == '«GET»'"`,
      `"req.method == '«POST»'"`,
    ],
    ["a == 1 && b == 2", "a == 1", `"a == 1« && b == 2»"`, `"a == 1"`],
    ["10.0.0.1 10.0.0.2", "10.0.0.1 10.0.0.20", `"10.0.0.1 10.0.0.«2»"`, `"10.0.0.1 10.0.0.«20»"`],
    ["one two three, four", "one 2 3, four", `"one «two three», four"`, `"one «2 3», four"`],
    ["GET", "PUT", `"GET"`, `"PUT"`],
    [451, 403, "451", "403"],
    [true, "true", "true", `«"»true«"»`],
    [undefined, { a: 1 }, "(nothing)", `{"a":1}`],
    ["a b", "a\u00a0b", `"a« »b"`, `"a«\\u00a0»b"`],
    ["a b", "a\tb", `"a« »b"`, `"a«\\t»b"`],
    ["naïve 日本", "naïve 日本人", `"naïve «日本»"`, `"naïve «日本人»"`],
  ])("%j and %j", (stored, local, before, after) => {
    expect(shown(stored, local)).toEqual([`- ${before}`, `+ ${after}`]);
  });

  test("that are very long and differ everywhere are not marked, and that takes no time", () => {
    const text = (word: string): string =>
      Array.from({ length: 50_000 }, (_, index) => `${word}${index}`).join(" ");
    expect(shown(text("a"), text("b")).some((line) => line.includes("«"))).toBe(false);
  });
});

describe("texts of several lines", () => {
  test("are told line by line, with those around", () => {
    const lines = (changed: string): string =>
      ["1", "2", "3", "4", "5", changed, "7", "8", "9", "10", "11", ""].join("\n");
    expect(shown(lines("old line"), lines("new line"))).toEqual([
      "? … 3 equal lines",
      "  4",
      "  5",
      "- «old» line",
      "+ «new» line",
      "  7",
      "  8",
      "? … 3 equal lines",
    ]);
  });

  test("show line breaks of another kind, a missing one at the end, and quotes as they are", () => {
    expect(shown('a "b" c\r\nd\n', 'a "b" c\nd\n')).toEqual(['- a "b" c«\\r»', '+ a "b" c', "  d"]);
    expect(shown("a\nthe end", "a\nthe end\n")).toEqual([
      "  a",
      "- the end« (no line break)»",
      "+ the end",
    ]);
  });

  test("that lost and got lines", () => {
    expect(shown("a\nb\nc\nd\n", "a\nd\ne\n")).toEqual(["  a", "- b", "- c", "  d", "+ e"]);
  });
});

const texts = fc.string({
  unit: fc.constantFrom("a", "b", " ", ".", "'", "\n", "\t", "é", "\u202e"),
  maxLength: 40,
});

test("each side of marked lines is that side's text, and what is not marked is the same on both", () => {
  const property = fc.property(texts, texts, (stored, local) => {
    const pair = markDifferences(stored, local);
    expect(textOf(pair.stored)).toBe(stored);
    expect(textOf(pair.local)).toBe(local);
    const common = (pieces: readonly Piece[]): string =>
      textOf(pieces.filter(({ isMarked }) => !isMarked));
    const isMarked = [...pair.stored, ...pair.local].some((piece) => piece.isMarked);
    expect(common(pair.stored) === common(pair.local)).toBe(isMarked || stored === local);
  });
  seeded(property, 1000);
});

test("lines of a difference give back both texts", () => {
  const property = fc.property(texts, texts, (stored, local) => {
    const lines = differenceLines(`${stored}\n`, `${local}\n`);
    const sides = (side: string): string[] =>
      lines
        .filter((line) => line.side === side || line.side === "both")
        .map(({ pieces }) => textOf(pieces));
    if (lines.some(({ side }) => side === "left out")) return;
    expect(sides("stored")).toEqual(stored.split("\n").map(escapedLine));
    expect(sides("local")).toEqual(local.split("\n").map(escapedLine));
  });
  seeded(property, 1000);
});

function escapedLine(line: string): string {
  return visible(line.replaceAll("\\", "\\\\"));
}

describe("cropping", () => {
  const piece = (text: string, isMarked = false): Piece => ({ text, isMarked });

  test("keeps what is around the marks of a long line", () => {
    const pieces = [
      piece("a".repeat(100)),
      piece("x", true),
      piece("b".repeat(100)),
      piece("y", true),
      piece("c".repeat(100)),
    ];
    expect(marked(cropPieces(pieces))).toBe(
      `…${"a".repeat(30)}«x»${"b".repeat(30)}…${"b".repeat(30)}«y»${"c".repeat(30)}…`,
    );
  });

  test("leaves a line as it is that is not long", () => {
    const pieces = [piece("a".repeat(100)), piece("x", true)];
    expect(cropPieces(pieces)).toEqual(pieces);
  });

  test("never cuts a character in two", () => {
    for (const before of ["", "a"]) {
      const smiles = `${before}${"\u{1f600}".repeat(800)}`;
      const cropped = [
        ...cropPieces([piece(smiles), piece("x", true), piece(smiles)]),
        ...cropPieces([piece(smiles)]),
      ];
      expect(textOf(cropped).isWellFormed()).toBe(true);
    }
  });
});
