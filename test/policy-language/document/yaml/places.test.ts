import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { seeded } from "../../../seeded.ts";
import { locatedUnits, Written, writtenUnits } from "../written.ts";

/** Writes a part of a scalar; `lineBreak` is that of the file. */
type Write = (written: Written, lineBreak: string) => void;

interface Piece {
  /** What stands at its edges: white space is lost beside a fold, and folds would run together. */
  readonly kind: "text" | "space" | "fold";
  readonly write: Write;
}

const indentation = "      ";

function raw(...texts: string[]): fc.Arbitrary<Piece> {
  return fc
    .constantFrom(...texts)
    .map((text) => ({ kind: "text", write: (written) => void written.raw(text) }));
}

function escaped(...escapes: (readonly [units: string, escape: string])[]): fc.Arbitrary<Piece> {
  return fc.constantFrom(...escapes).map(([units, escape]) => ({
    kind: "text",
    write: (written) => void written.as(units, escape),
  }));
}

const space: fc.Arbitrary<Piece> = fc
  .constantFrom(" ", "  ", "\t")
  .map((text) => ({ kind: "space", write: (written) => void written.raw(text) }));

/** One line break is a space; of several the first does not count. */
const fold: fc.Arbitrary<Piece> = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom("", " ", "  \t"),
    fc.constantFrom("", " ", `${indentation} \t`),
  )
  .map(([breaks, trailing, emptyLine]) => ({
    kind: "fold",
    write: (written, lineBreak) => {
      written.syntax(trailing);
      for (let index = 0; index < breaks; index++) {
        if (breaks === 1) written.as(" ", lineBreak);
        else written.as(index === 0 ? "" : "\n", lineBreak);
        if (index < breaks - 1) written.syntax(emptyLine);
      }
      written.syntax(indentation);
    },
  }));

const escapedBreak: fc.Arbitrary<Piece> = fc.constant({
  kind: "fold",
  write: (written, lineBreak) => void written.syntax(`\\${lineBreak}${indentation}`),
});

/** Puts text between pieces that would change each other's meaning. */
function joined(pieces: fc.Arbitrary<Piece>, edges: "any" | "text"): fc.Arbitrary<Write> {
  return fc.array(pieces, { maxLength: 20 }).map((list) => (written, lineBreak) => {
    if (edges === "text") written.raw("w");
    let before: Piece["kind"] = "text";
    for (const piece of list) {
      const meets = new Set([before, piece.kind]);
      if (meets.has("fold") && !meets.has("text")) written.raw("x");
      piece.write(written, lineBreak);
      before = piece.kind;
    }
    if (before === "space" || edges === "text") written.raw("w");
  });
}

const characters = ["a", "é", "😀", "\ud800", "\udc00", "\u0085", "\u2028", "\ufeff"];
const singleSpace: fc.Arbitrary<Piece> = fc.constant({
  kind: "space",
  write: (written) => void written.raw(" "),
});

const flowStyles: readonly (readonly [name: string, scalar: fc.Arbitrary<Write>])[] = [
  [
    "plain",
    joined(fc.oneof(raw(...characters, "x:y", "a#b", "'", '"', "\\"), singleSpace, fold), "text"),
  ],
  [
    "single-quoted",
    joined(
      fc.oneof(
        raw(...characters, ": x", "x #", '"', "\\", "- x"),
        escaped(["'", "''"]),
        space,
        fold,
      ),
      "any",
    ).map((write) => (written, lineBreak) => {
      written.syntax("'");
      write(written, lineBreak);
      written.syntax("'");
    }),
  ],
  [
    "double-quoted",
    joined(
      fc.oneof(
        raw(...characters, ": x", "x #", "'", "- x"),
        escaped(
          ["\0", "\\0"],
          ["\u0007", "\\a"],
          ["\b", "\\b"],
          ["\t", "\\t"],
          ["\t", "\\\t"],
          ["\n", "\\n"],
          ["\v", "\\v"],
          ["\f", "\\f"],
          ["\r", "\\r"],
          ["\u001b", "\\e"],
          [" ", "\\ "],
          ['"', '\\"'],
          ["/", "\\/"],
          ["\\", "\\\\"],
          ["\u0085", "\\N"],
          ["\u00a0", "\\_"],
          ["\u2028", "\\L"],
          ["\u2029", "\\P"],
          ["A", "\\x41"],
          ["é", "\\u00e9"],
          ["\ud800", "\\uD800"],
          ["😀", "\\U0001F600"],
        ),
        space,
        fold,
        escapedBreak,
      ),
      "any",
    ).map((write) => (written, lineBreak) => {
      written.syntax('"');
      write(written, lineBreak);
      written.syntax('"');
    }),
  ],
];

describe.each(flowStyles)("a %s scalar", (_name, scalar) => {
  test("has every unit where it is written", () => {
    seeded(
      fc.property(scalar, fc.constantFrom("\n", "\r\n"), (write, lineBreak) => {
        const written = new Written().syntax(`list:${lineBreak}  - a${lineBreak}  - key: `);
        write(written, lineBreak);
        written.syntax(`${lineBreak}    after: 1${lineBreak}`);
        expect(readBack(written)).toEqual(expected(written));
      }),
    );
  });
});

interface Block {
  readonly lines: readonly string[];
  /** Empty lines after the last one. */
  readonly trailing: number;
  readonly chomping: "" | "-" | "+";
  /** Whether the indentation is written in the header. */
  readonly isExplicit: boolean;
  readonly lineBreak: string;
}

const lineOfText = fc
  .tuple(
    fc.constantFrom("", "", "", " ", "   ", "\t"),
    fc.array(fc.constantFrom(...characters, " ", "# ", ": ", "'", '"', "\\n", "\t", "- "), {
      maxLength: 8,
    }),
  )
  .map(([deeper, parts]) => `${deeper}x${parts.join("")}`);

const block: fc.Arbitrary<Block> = fc
  .record({
    first: lineOfText,
    others: fc.array(fc.oneof(lineOfText, fc.constant(""), fc.constant("  ")), { maxLength: 8 }),
    last: lineOfText,
    leading: fc.integer({ min: 0, max: 2 }),
    trailing: fc.integer({ min: 0, max: 3 }),
    chomping: fc.constantFrom("", "-", "+"),
    isExplicit: fc.boolean(),
    lineBreak: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ first, others, last, leading, ...rest }) => ({
    ...rest,
    // Without an explicit indentation the first line tells it.
    lines: [
      ...Array.from({ length: leading }, () => ""),
      rest.isExplicit ? first : first.trimStart(),
      ...others,
      last,
    ],
  }));

function writeLines(
  written: Written,
  lines: readonly string[],
  writeBreak: (index: number) => void,
): void {
  for (const [index, line] of lines.entries()) {
    written.syntax(line === "" ? "" : indentation).raw(line);
    if (index < lines.length - 1) writeBreak(index);
  }
}

function writeEnd(written: Written, { trailing, chomping, lineBreak }: Block): void {
  written.as(chomping === "-" ? "" : "\n", lineBreak);
  for (let index = 0; index < trailing; index++)
    written.as(chomping === "+" ? "\n" : "", lineBreak);
}

const blockStyles: readonly (readonly [
  name: string,
  indicator: string,
  write: (written: Written, block: Block) => void,
])[] = [
  [
    "literal",
    "|",
    (written, { lines, lineBreak }) =>
      writeLines(written, lines, () => void written.as("\n", lineBreak)),
  ],
  [
    "folded",
    ">",
    (written, { lines, lineBreak }) => {
      const isDeeper = (line: string | undefined): boolean => /^[ \t]/.test(line ?? "");
      writeLines(written, lines, (index) => {
        const before = lines.slice(0, index + 1).findLast((line) => line !== "");
        const after = lines.slice(index + 1).find((line) => line !== "");
        const stays = before === undefined || isDeeper(before) || isDeeper(after);
        const isFirst = lines[index] !== "";
        const isOnly = isFirst && lines[index + 1] !== "";
        written.as(stays ? "\n" : isOnly ? " " : isFirst ? "" : "\n", lineBreak);
      });
    },
  ],
];

describe.each(blockStyles)("a %s block scalar", (_name, indicator, write) => {
  test("has every unit where it is written", () => {
    seeded(
      fc.property(block, (scalar) => {
        const { lineBreak, isExplicit, chomping } = scalar;
        const written = new Written().syntax(`list:${lineBreak}  - a${lineBreak}  - key: `);
        const header = isExplicit ? `2${chomping}` : chomping;
        written.syntax(`${indicator}${header} # comment${lineBreak}`);
        write(written, scalar);
        writeEnd(written, scalar);
        written.syntax(`    after: 1${lineBreak}`);
        expect(readBack(written)).toEqual(expected(written));
      }),
    );
  });
});

function readBack(written: Written): object {
  const source = yamlPolicySource("a.yaml", written.text);
  return {
    errors: source.errors,
    list: isJsonObject(source.document) ? source.document["list"] : undefined,
    units: locatedUnits(source, "/list/1/key", written),
  };
}

function expected(written: Written): object {
  return {
    errors: [],
    list: ["a", { key: written.value, after: 1 }],
    units: writtenUnits("a.yaml", written),
  };
}
