import fc from "fast-check";
import { relation, compared, quoted, headerSample, type Kind } from "./kind.ts";

// Texts by parts. What the atoms below tell apart is settled by a text's state: its first and last characters, as
// many as the constants have, which of the constants are in it, and its size up to the next one after those asked
// for. The state of a text with one more character follows from its state before and from the character, so that
// there is a text of each state when no longer one has a new state. Characters that no constant has differ by
// their order only: one is before those of the constants, one after. A path that does not begin with a slash is
// for all of the atoms like one that has a slash and such a character before it.

function textsOfAllStates(
  start: string,
  letters: readonly string[],
  constants: readonly string[],
): string[] {
  const stateOf = (text: string): string =>
    JSON.stringify([
      text.slice(0, start.length + 2),
      text.slice(-2),
      constants.filter((constant) => text.includes(constant)),
      Math.min(text.length, start.length + 5),
    ]);
  const known = new Map([[stateOf(start), start]]);
  for (const text of known.values()) {
    for (const letter of letters) {
      const longer = text + letter;
      if (!known.has(stateOf(longer))) known.set(stateOf(longer), longer);
    }
  }
  return [...known.values()];
}

const words = ["a", "ab", "ba"];
const paths = ["/a", "/ab", "/b"];

function textAtoms(
  term: string,
  whole: readonly string[],
  pieces: readonly string[],
): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: compared(term, relation, quoted(whole)), weight: 3 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom("startsWith", "endsWith", "contains"),
          fc.constantFrom(...quoted(whole)),
          fc.constantFrom(...quoted(pieces)),
        )
        .map(
          ([method, start, piece]) =>
            `${term}.${method}(${method === "startsWith" ? start : piece})`,
        ),
      weight: 5,
    },
  );
}

export const textParts: Kind = {
  subjects: [
    {
      atoms: textAtoms("req.url.path", paths, ["a", "ab", "/a"]),
      samples: textsOfAllStates("/", ["/", "A", "a", "b", "~"], ["a", "ab", "/a"]).map((text) => ({
        variables: { "req.url.path": text },
      })),
    },
    {
      atoms: fc.oneof(
        { arbitrary: textAtoms("req.headers['x-a'][0]", words, words), weight: 5 },
        {
          arbitrary: fc
            .tuple(
              fc.constantFrom("size(req.headers['x-a'][0])", "req.headers['x-a'][0].size()"),
              relation,
              fc.constantFrom("1", "2", "3", "4"),
            )
            .map((all) => all.join(" ")),
          weight: 2,
        },
        { arbitrary: fc.constant("'x-a' in req.headers"), weight: 1 },
      ),
      samples: [
        {},
        ...textsOfAllStates("", ["!", "a", "b", "~"], words).map((text) =>
          headerSample("x-a", text),
        ),
      ],
    },
  ],
};
