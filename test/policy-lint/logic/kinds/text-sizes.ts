import { askedOf, certainText, certainTexts, headerAtoms, headerTexts } from "./asked-texts.ts";
import type { Kind } from "./kind.ts";

// A face is one character, of two UTF-16 units.

export const textSizes: Kind = {
  subjects: [
    {
      atoms: headerAtoms("x-a", {
        sizes: [0, 1, 2, 3, 4],
        calls: ["startsWith('aa')", "endsWith('ab')", "contains('bab')"],
        constants: ["", "a", "aab", "bab"],
      }),
      samples: headerTexts("x-a", ["a", "b", "😀"], (text) => [
        text.slice(0, 3),
        text.slice(-2),
        Math.min([...text].length, 6),
        text.includes("bab"),
      ]),
    },
    {
      atoms: askedOf(certainText, {
        sizes: [1, 2, 3, 5],
        calls: ["startsWith('😀')"],
        patterns: ["(?s)^.{2}", "(?s)^(?:..)*$"],
        constants: ["a", "aa", "😀"],
      }),
      samples: certainTexts(["a", "b", "😀"], (text) => [
        [...text].slice(0, 2),
        Math.min([...text].length, 7),
        [...text].length % 2,
      ]),
    },
  ],
};
