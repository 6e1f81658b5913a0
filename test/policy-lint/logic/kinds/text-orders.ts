import { askedOf, certainText, certainTexts, headerAtoms, headerTexts } from "./asked-texts.ts";
import { relation, type Kind } from "./kind.ts";

// Between the constants' characters there are others or none. By UTF-16 units a face would come before \ue000.

export const textOrders: Kind = {
  subjects: [
    {
      atoms: headerAtoms("x-a", {
        operators: relation,
        constants: ["", "a", "ab", "aba", "b", "ba"],
        calls: ["startsWith('a')", "startsWith('ab')", "endsWith('b')"],
      }),
      samples: headerTexts("x-a", ["!", "a", "b", "~"], (text) => [
        text.slice(0, 3),
        text.slice(-1),
        Math.min(text.length, 4),
      ]),
    },
    {
      atoms: askedOf(certainText, {
        operators: relation,
        constants: ["c", "\ue000", "😀", "c😀"],
        calls: ["startsWith('\ue000')", "startsWith('c')"],
        sizes: [1, 2],
      }),
      samples: certainTexts(["b", "c", "d", "\ue000", "\ue001", "😀", "😁"], (text) => [
        [...text].slice(0, 2),
        Math.min([...text].length, 3),
      ]),
    },
  ],
};
