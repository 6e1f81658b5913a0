/**
 * The text that bytes in UTF-8 are; nothing for bytes that are none. `TextDecoder` belongs to the host, not
 * to the language.
 */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  let percents = "";
  for (const byte of bytes) percents += `%${byte.toString(16).padStart(2, "0")}`;
  try {
    return decodeURIComponent(percents);
  } catch {
    return undefined;
  }
}
