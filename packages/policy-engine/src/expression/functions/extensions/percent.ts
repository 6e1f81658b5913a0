import { decodeUtf8, encodeUtf8 } from "@traffic-policy/policy-language/internal";

export function percentEncode(text: string, plain: RegExp): string {
  let result = "";
  for (const byte of encodeUtf8(text)) {
    const character = String.fromCharCode(byte);
    const isPlain = byte < 0x80 && plain.test(character);
    result += isPlain ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return result;
}

/**
 * Decodes percent-encoding.
 *
 * @throws Error for a percent sign without two digits, and for bytes that are not UTF-8
 */
export function percentDecode(text: string): string {
  const wrong = /%(?![0-9A-Fa-f]{2}).{0,2}/su.exec(text);
  if (wrong !== null) throw new Error(`'${wrong[0]}' is not an escape.`);
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    const bytes = Uint8Array.from(escapes.slice(1).split("%"), (digits) =>
      Number.parseInt(digits, 16),
    );
    const decoded = decodeUtf8(bytes);
    if (decoded === undefined) throw new Error(`'${escapes}' does not stand for UTF-8 text.`);
    return decoded;
  });
}

/** The characters that never need an escape. Source: RFC 3986, section 2.3. */
export const unreserved = /[A-Za-z0-9._~-]/;

/** Encodes a name or value of a query string, with `+` for a space. */
export function escapeForm(text: string): string {
  return percentEncode(text, unreserved).replaceAll("%20", "+");
}

export function unescapeForm(text: string): string {
  return percentDecode(text.replaceAll("+", " "));
}
