import fc from "fast-check";

/** One of some texts with a few of its parts removed, repeated or replaced by pieces. */
export function changedTexts(
  seeds: readonly string[],
  pieces: readonly string[],
): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(12),
    piece: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ maxLength: 3 }),
    ),
    repeats: fc.nat(3),
  });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([seed, changes]) => changes.reduce(changeText, seed));
}

export interface TextChange {
  readonly at: number;
  readonly length: number;
  readonly piece: string;
  readonly repeats: number;
}

/** A text after one change: a part is removed, written several times, or replaced. */
export function changeText(text: string, { at, length, piece, repeats }: TextChange): string {
  const start = at % (text.length + 1);
  const removed = text.slice(start, start + length);
  const part = repeats === 0 ? piece : repeats === 1 ? "" : removed.repeat(repeats);
  return text.slice(0, start) + part + text.slice(start + length);
}
