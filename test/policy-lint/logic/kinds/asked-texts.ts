import fc from "fast-check";
import { compared, equality, headerSample, quoted, relation, type Sample } from "./kind.ts";

// Texts by patterns, sizes and order. As above, a state says all that the atoms ask, and the state of a text with
// one more character follows from its state before and from the character. Patterns of parts that a text has or
// has not are written as JavaScript reads them, too; where the outcome may change with the next character, the
// last characters tell.

function textsByState(letters: readonly string[], stateOf: (text: string) => unknown): string[] {
  const known = new Map([[JSON.stringify(stateOf("")), ""]]);
  for (const text of known.values()) {
    for (const letter of letters) {
      const longer = text + letter;
      const state = JSON.stringify(stateOf(longer));
      if (!known.has(state)) known.set(state, longer);
    }
  }
  return [...known.values()];
}

interface Asked {
  readonly patterns?: readonly string[];
  readonly calls?: readonly string[];
  readonly constants?: readonly string[];
  readonly sizes?: readonly number[];
  readonly operators?: fc.Arbitrary<string>;
}

/** What is asked of a text that may be missing: the first value of a header. */
export function headerAtoms(name: string, asked: Asked): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: askedOf(`req.headers['${name}'][0]`, asked), weight: 15 },
    { arbitrary: fc.constant(`'${name}' in req.headers`), weight: 1 },
  );
}

export function askedOf(
  term: string,
  { patterns = [], calls = [], constants = [], sizes = [], operators = equality }: Asked,
): fc.Arbitrary<string> {
  const some: fc.WeightedArbitrary<string>[] = [
    { arbitrary: compared(term, operators, quoted(constants)), weight: 4 },
  ];
  if (patterns.length > 0) {
    const pattern = fc.constantFrom(...patterns.map((one) => `r'${one}'`));
    some.push({ arbitrary: pattern.map((one) => `${term}.matches(${one})`), weight: 6 });
    some.push({ arbitrary: pattern.map((one) => `matches(${term}, ${one})`), weight: 2 });
  }
  if (calls.length > 0) {
    const call = fc.constantFrom(...calls);
    some.push({ arbitrary: call.map((one) => `${term}.${one}`), weight: 3 });
  }
  if (sizes.length > 0) {
    const forms = [`size(${term})`, `${term}.size()`];
    const size = fc
      .constantFrom(...forms)
      .chain((form) => compared(form, relation, sizes.map(String)));
    some.push({ arbitrary: size, weight: 3 });
  }
  return fc.oneof(...some);
}

export function headerTexts(
  name: string,
  letters: readonly string[],
  stateOf: (text: string) => unknown,
): Sample[] {
  return [{}, ...textsByState(letters, stateOf).map((text) => headerSample(name, text))];
}

/** A text that is always there. */
export const certainText = "endpoint.id";

export function certainTexts(
  letters: readonly string[],
  stateOf: (text: string) => unknown,
): Sample[] {
  return textsByState(letters, stateOf).map((text) => ({ variables: { [certainText]: text } }));
}

/** Which of some patterns match, as JavaScript reads them. */
export function matched(text: string, ...patterns: readonly RegExp[]): boolean[] {
  return patterns.map((one) => one.test(text));
}
