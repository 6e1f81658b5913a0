import {
  askedOf,
  certainText,
  certainTexts,
  headerAtoms,
  headerTexts,
  matched,
} from "./asked-texts.ts";
import type { Kind } from "./kind.ts";

export const patterns: Kind = {
  subjects: [
    {
      atoms: headerAtoms("x-a", {
        patterns: [
          "^a",
          "^(?:a|b)",
          "b$",
          "^[ab]+$",
          "^[^/]*$",
          "^(ab)*$",
          "(?s)^a.*b$",
          "^a*$",
          "(?s)^.{2,3}$",
          "^(|a|/b)$",
          "^a/",
          "",
          "[^\\x00-\\x{10FFFF}]",
        ],
        calls: ["startsWith('a')", "startsWith('ab')", "endsWith('b')", "contains('/')"],
        constants: ["", "a", "ab", "/b", "abab"],
        sizes: [1, 2, 3],
      }),
      samples: headerTexts("x-a", ["a", "b", "/", "!"], (text) => [
        text.slice(0, 2),
        text.slice(-1),
        Math.min(text.length, 5),
        matched(text, /^[ab]*$/, /^[^/]*$/, /^(ab)*a?$/, /^a*$/),
      ]),
    },
    {
      atoms: askedOf(certainText, {
        patterns: [
          "(?i)ab",
          "\\bab\\b",
          "(?s)a.b",
          "ab|ba",
          "[^a]b",
          "b{2}",
          "(?i)^B",
          "a\\B",
          "[A-Z]",
          "^\\w*$",
          "a[^b]*a",
          "(?:ba?)+\\b.",
        ],
        calls: ["contains('ab')", "endsWith('b')", "startsWith('B')"],
        constants: ["b", "B", "ab"],
      }),
      samples: certainTexts(["a", "b", "A", "B", "!"], (text) => [
        text.slice(0, 1),
        text.slice(-2),
        Math.min(text.length, 3),
        matched(text, /ab/i, /\bab\W/, /\bab$/, /a.b/, /ab|ba/, /ab/, /[^a]b/, /bb/),
        matched(text, /a\w/, /[A-Z]/, /^\w*$/, /a[^b]*a/, /a[^b]*$/, /ba?\W/),
      ]),
    },
  ],
};
