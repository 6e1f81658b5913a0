const leadOfSize = [0, 0, 0xc0, 0xe0, 0xf0];

/** The bytes of a text in UTF-8. `TextEncoder` belongs to the host, not to the language. */
export function* encodeUtf8(text: string): Generator<number> {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      yield code;
      continue;
    }
    const size = code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    yield (leadOfSize[size] ?? 0) | (code >> (6 * (size - 1)));
    for (let rest = size - 2; rest >= 0; rest--) yield 0x80 | ((code >> (6 * rest)) & 0x3f);
  }
}
