import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { seeded } from "../../seeded.ts";

describe("compileRegularExpression", () => {
  test.each([
    ["", 0, []],
    ["/v1/(.*)", 1, []],
    ["(a)(?:b)((c))", 3, []],
    ["(?P<id>[0-9]+)/(x)", 2, ["id"]],
    [String.raw`[(](a)\((b)\Q(c)\E`, 2, []],
  ])("counts the groups of %j", (pattern, groupCount, groupNames) => {
    const read = compileRegularExpression(pattern);
    expect(read.ok && [read.groupCount, read.groupNames]).toEqual([groupCount, groupNames]);
  });

  test("says what is wrong and where", () => {
    expect(compileRegularExpression("/a(?=b)")).toEqual({
      ok: false,
      reason: "invalid or unsupported Perl syntax: `(?=`",
      span: { start: 2, end: 5 },
    });
  });

  test("takes no name for two groups", () => {
    for (const pattern of ["(?P<x>a)(?P<x>b)", "(?<x>a)|(?P<x>b)", "((?P<x>a)?(?<y>(?<x>b)))*"]) {
      expect(compileRegularExpression(pattern)).toEqual({
        ok: false,
        reason: "duplicate capture group name: `x`",
      });
    }
    for (const pattern of ["(?P<x>a)(?P<y>b)", String.raw`(?P<x>a)\(?P<x>b`, "(?P<x>a)[(?P<x>]"]) {
      expect(compileRegularExpression(pattern).ok).toBe(true);
    }
  });

  test("does not say where when the part that is wrong stands there twice", () => {
    expect(compileRegularExpression("a*|*b")).toEqual({
      ok: false,
      reason: "missing argument to repetition operator: `*`",
    });
  });
});

/** What is seen of a pattern without parsing it. */
function seen(pattern: string): { matchesSomething: boolean; needsText: boolean } {
  const read = compileRegularExpression(pattern);
  const { matchesSomething, needsText } = read.ok ? read : nothingSeen;
  return { matchesSomething, needsText };
}

const nothingSeen = { matchesSomething: false, needsText: false };

describe("what is seen without parsing a pattern", () => {
  test.each([
    ["/v1/([a-z]+).*", true, true],
    ["^/old/(?:a|b)$", true, true],
    [".*", true, false],
    ["a*", true, false],
    ["[^a]?/x", true, true],
    ["a^b", false, false],
    [String.raw`[^\w\W]`, false, false],
    ["(?i)a", true, true],
    ["a(?i)", false, false],
    [String.raw`(?i).*(old|new)/\d+.*`, true, true],
    ["(a|b)?[c*]?(?:d)*", true, false],
    ["a?(b)", true, false],
    [String.raw`\d+`, true, false],
  ])("of %j", (pattern, matchesSomething, needsText) => {
    expect(seen(pattern)).toEqual({ matchesSomething, needsText });
  });

  test("is RE2, whatever stands beside one another", () => {
    const tokens = String.raw`a 0 . - * + ? ( ) {2} [a-z] [^0-9] [*$|] [a| ] (?: (? (?i) ^ $ \. \d \ \Q é |`;
    const pattern = fc.array(fc.constantFrom(...tokens.split(" ")), { maxLength: 7 });
    let plain = 0;
    const tried = seeded(
      fc.property(pattern, (pieces) => {
        const text = pieces.join("");
        const { matchesSomething, needsText } = seen(text);
        if (!matchesSomething) return;
        plain += 1;
        expect(() => RE2JS.compile(text)).not.toThrow();
        expect(needsText && RE2JS.compile(text).test("")).toBe(false);
      }),
      3000,
    );
    expect(plain).toBeGreaterThan(tried / 8);
  });

  test("matches a text with what each part asks for", () => {
    const part = fc.constantFrom(
      { pattern: "a", text: "a" },
      { pattern: ".", text: "é" },
      { pattern: "[a-z_]", text: "k" },
      { pattern: "[^0-9]", text: "é" },
      { pattern: String.raw`\.`, text: "." },
      { pattern: String.raw`\D`, text: "d" },
      { pattern: "(/x|y*)", text: "/x" },
    );
    const times = fc.constantFrom("", "*", "+?", "?");
    seeded(
      fc.property(fc.array(fc.tuple(part, times), { maxLength: 5 }), (parts) => {
        const pattern = `^${parts.map(([one, often]) => one.pattern + often).join("")}$`;
        expect(seen(pattern).matchesSomething).toBe(true);
        const text = parts.map(([one]) => one.text).join("");
        expect(RE2JS.compile(pattern).test(text)).toBe(true);
      }),
    );
  });
});

test("finds the same in a short text before it is compiled", () => {
  const one = fc.constantFrom(
    ...String.raw`a b / . \d \w \S [ab] [^a] [a-z0-9] \. \- x`.split(" "),
  );
  const often = fc.constantFrom("", "", "*", "+", "?", "*?", "??");
  const piece = fc.tuple(one, often).map((both) => both.join(""));
  const group = fc.tuple(
    fc.constantFrom("(", "(?:"),
    piece,
    fc.constantFrom("", "|", "|ab"),
    piece,
  );
  const pieces = fc.array(
    fc.oneof(
      piece,
      group.map((parts) => `${parts.join("")})`),
    ),
    { maxLength: 4 },
  );
  const around = fc.tuple(fc.constantFrom("", "^", "(?i)", "(?i)^"), fc.constantFrom("", "$"));
  const text = fc.stringMatching(/^[abABx1/. -]{0,10}$/);
  seeded(
    fc.property(around, pieces, text, ([start, end], inner, searched) => {
      const compiled = compileRegularExpression(start + inner.join("") + end);
      if (!compiled.ok) throw new Error(compiled.reason);
      const before = matchesOf(compiled, searched);
      expect(compiled.program).toBeDefined();
      expect(before).toEqual(matchesOf(compiled, searched));
    }),
    2000,
  );
});

type Compiled = ReturnType<typeof compileRegularExpression> & { readonly ok: true };

function matchesOf(pattern: Compiled, text: string): unknown[] {
  const matches: unknown[] = [pattern.matches(text)];
  for (const { start, end, group } of pattern.matchesIn(text)) {
    const groups = Array.from({ length: pattern.groupCount + 1 }, (_, index) => group(index));
    matches.push([start, end, groups]);
  }
  return matches;
}

describe("the program of a pattern", () => {
  /** The library's own names of its instructions, with their codes. */
  function libraryCodes(): [name: string, code: number][] {
    const { prog } = (RE2JS.compile("a") as unknown as { re2Input: { prog: LibraryProgram } })
      .re2Input;
    const [{ constructor }] = prog.inst;
    return Object.entries(constructor).filter(([name]) => name === name.toUpperCase());
  }

  interface LibraryProgram {
    readonly inst: readonly [{ readonly constructor: () => unknown }];
  }

  test("has all of the library's instructions but those to look behind", () => {
    expect(libraryCodes().map(([name, code]) => `${code} ${name}`)).toEqual([
      "1 ALT",
      "2 ALT_MATCH",
      "3 CAPTURE",
      "4 EMPTY_WIDTH",
      "5 FAIL",
      "6 MATCH",
      "7 NOP",
      "8 RUNE",
      "9 RUNE1",
      "10 RUNE_ANY",
      "11 RUNE_ANY_NOT_NL",
      "12 LB_WRITE",
      "13 LB_CHECK",
    ]);
  });

  test.each([
    ["a", [["a", "a"]]],
    [
      "(?i)a",
      [
        ["A", "A"],
        ["a", "a"],
      ],
    ],
    [
      "(?i)k",
      [
        ["K", "K"],
        ["k", "k"],
        ["\u212A", "\u212A"],
      ],
    ],
    [
      "(?i)ß",
      [
        ["ß", "ß"],
        ["ẞ", "ẞ"],
      ],
    ],
    [
      "[^\\n]",
      [
        ["\0", "\t"],
        ["\v", "\u{10FFFF}"],
      ],
    ],
    ["(?s).", [["\0", "\u{10FFFF}"]]],
    [
      "[a-cx]",
      [
        ["a", "c"],
        ["x", "x"],
      ],
    ],
  ])("of %j reads characters of these ranges", (pattern, expected) => {
    const read = compileRegularExpression(pattern);
    const instructions = (read.ok && read.program?.instructions) || [];
    const found = instructions.flatMap((one) => (one.kind === "read" ? [one.ranges] : []));
    const codes = expected.flat().map((text) => text.codePointAt(0));
    expect(found).toEqual([codes]);
  });
});
