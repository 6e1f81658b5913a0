// UTF-8 without `TextEncoder` and `TextDecoder`, which belong to the host and not to the language.

const leadOfSize = [0, 0, 0xc0, 0xe0, 0xf0];

function sizeOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}

/** The bytes of a text in UTF-8. */
export function* encodeUtf8(text: string): Generator<number> {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const size = sizeOf(code);
    yield size === 1 ? code : (leadOfSize[size] ?? 0) | (code >> (6 * (size - 1)));
    for (let rest = size - 2; rest >= 0; rest--) yield 0x80 | ((code >> (6 * rest)) & 0x3f);
  }
}

/** How many bytes a text takes in UTF-8. */
export function utf8Size(text: string): number {
  let size = 0;
  for (const character of text) size += sizeOf(character.codePointAt(0) ?? 0);
  return size;
}

/** The text of UTF-8 bytes; undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  let percents = "";
  for (const byte of bytes) percents += `%${byte.toString(16).padStart(2, "0")}`;
  try {
    return decodeURIComponent(percents);
  } catch {
    return undefined;
  }
}
