import fc from "fast-check";

const characters = ["a", "b", "B", "k", "K", "\u212A", "s", "\u017F", "\\n", " ", "_", "0", "😀"];
const classes = [
  ".",
  "[ab]",
  "[^a]",
  "[^\\n]",
  "[a-k]",
  "[[:upper:]]",
  "[^\\w]",
  "\\w",
  "\\W",
  "\\d",
  "\\s",
  "\\pL",
  "\\PL",
  "\\p{Lu}",
  "\\p{Greek}",
];
const places = ["^", "$", "\\b", "\\B", "\\A", "\\z", ""];
const repeats = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}?", "{0}"];
const groups = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?U:", "(?i-s:", "(?P<n>"];

/** Patterns of all that RE2 has, with letters that fold into others beyond ASCII among the characters. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ whole: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.constantFrom(...characters), weight: 5 },
    { arbitrary: fc.constantFrom(...classes), weight: 3 },
    { arbitrary: fc.constantFrom(...places), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...groups), tie("whole"), fc.constantFrom("", "", ...repeats))
        .map(([open, inner, repeat]) => `${open}${inner})${repeat}`),
      weight: 5,
    },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...characters, ...classes), fc.constantFrom(...repeats))
        .map(([one, repeat]) => `${one}${repeat}`),
      weight: 4,
    },
  ),
  whole: fc
    .array(fc.array(tie("part"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
})).whole;

const beginnings = ["", "", "", "(?i)", "(?m)", "(?s)", "(?im)", "(?U)"];

export const patternWithFlags: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...beginnings), pattern)
  .map(([flags, rest]) => flags + rest.replace(/(?<=<n>.*)\(\?P<n>/gs, "("));

/** All texts of some characters up to a length, the shorter ones first. */
export function textsOf(alphabet: readonly string[], longest: number): string[] {
  let level = [""];
  const all = [""];
  for (let length = 1; length <= longest; length++) {
    level = level.flatMap((text) => alphabet.map((character) => text + character));
    all.push(...level);
  }
  return all;
}
