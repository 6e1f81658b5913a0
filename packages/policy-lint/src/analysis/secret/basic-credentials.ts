import { isPlaceholder } from "./placeholder.ts";

/** Whether a text is what follows `Basic`, with a password that is no example. */
export function isBasicCredentials(text: string): boolean {
  const decoded = decodeBase64(text);
  const colon = decoded?.indexOf(":") ?? -1;
  if (decoded === undefined || colon < 1 || !/^[\x20-\x7e]+$/.test(decoded)) return false;
  const password = decoded.slice(colon + 1);
  return password.length >= 4 && !isPlaceholder(password) && !/^pass|^pwd/i.test(password);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// `atob` belongs to the host, not to the language.
function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/={0,2}$/, "");
  if (digits.length % 4 === 1 || !/^[A-Za-z\d+/]*$/.test(digits)) return undefined;
  let bits = "";
  for (const digit of digits) bits += alphabet.indexOf(digit).toString(2).padStart(6, "0");
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}
