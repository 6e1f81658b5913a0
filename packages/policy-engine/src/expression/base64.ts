// `btoa` and `atob` belong to the host, not to the language.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    for (let digit = 0; digit < 4; digit++) {
      text += at + digit > bytes.length ? "=" : alphabet.charAt((bits >> (18 - 6 * digit)) & 63);
    }
  }
  return text;
}

/**
 * Decodes Base64; undefined when the text is invalid. Line breaks are ignored.
 *
 * Source: `encoding/base64` of Go.
 */
export function fromBase64(given: string): Uint8Array | undefined {
  const text = given.replaceAll(/[\r\n]/g, "");
  const form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  if (!form.test(text)) return undefined;
  const digits = text.replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  for (let at = 0; at < digits.length; at++) {
    bits = (bits << 6) | alphabet.indexOf(digits.charAt(at));
    // Each digit but the first of four completes a byte.
    if (at % 4 > 0) bytes[at - Math.ceil(at / 4)] = (bits >> (6 - 2 * (at % 4))) & 255;
  }
  return bytes;
}
