import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character. The same as fast-check's own unit "binary", which first makes a table of all characters:
 * that takes a second in each process.
 */
const character = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const [only, ...others] = typeof text === "string" ? [...text] : [];
    const code = only?.codePointAt(0);
    if (code === undefined || others.length > 0) throw new Error("It is not one character.");
    return code < surrogates.first ? code : code - surrogates.count;
  },
);

/** Texts of any characters. */
export function anyText(
  constraints: Omit<fc.StringConstraints, "unit"> = {},
): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
