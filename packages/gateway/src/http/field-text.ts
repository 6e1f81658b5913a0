import { isUtf8 } from "node:buffer";

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/**
 * The text of header fields, which Node reads and writes as Latin-1: UTF-8 in them becomes what its
 * sender meant, as at a service written in Go, and bytes that are no UTF-8 go out as they came in.
 */
export class FieldText {
  #notUtf8: Set<string> | undefined;

  /** @param bytes - the value of a field, one character a byte */
  decode(name: string, bytes: string): string {
    if (ascii.test(bytes)) return bytes;
    const buffer = Buffer.from(bytes, "latin1");
    if (isUtf8(buffer)) return buffer.toString("utf8");
    (this.#notUtf8 ??= new Set()).add(keyOf(name, bytes));
    return bytes;
  }

  /** @returns the value of a field, one character a byte */
  encode(name: string, text: string): string {
    if (ascii.test(text) || this.#notUtf8?.has(keyOf(name, text)) === true) return text;
    return Buffer.from(text, "utf8").toString("latin1");
  }
}

function keyOf(name: string, value: string): string {
  return `${name}:${value}`;
}
