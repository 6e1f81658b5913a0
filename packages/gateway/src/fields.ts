import { isUtf8 } from "node:buffer";
import type { HeaderRecord } from "@traffic-policy/policy-engine";
import type { Dispatcher } from "undici";

/** Names and values alternating, in the order of the message. */
export type RawFields = readonly string[];

export type Fields = readonly (readonly [name: string, value: string])[];

/** Converts what Node or undici read to pairs with lower-case names. */
export function toFields(raw: RawFields, text: FieldText): Fields {
  const fields: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    fields.push([name, text.decode(name, raw[index + 1] ?? "")]);
  }
  return fields;
}

export function valuesOf(fields: Fields, name: string): string[] {
  const values: string[] = [];
  for (const [own, value] of fields) if (own === name) values.push(value);
  return values;
}

export function toRaw(
  headers: HeaderRecord,
  text: FieldText,
  isSent: (name: string) => boolean,
): string[] {
  const raw: string[] = [];
  for (const name of Object.keys(headers)) {
    if (!isSent(name)) continue;
    for (const value of headers[name] ?? []) raw.push(name, text.encode(name, value));
  }
  return raw;
}

/** Converts what undici read; each character is a byte. */
export function rawOf(raw: Dispatcher.DispatchController["rawHeaders"]): string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((part: Buffer | string) =>
    typeof part === "string" ? part : part.toString("latin1"),
  );
}

/** Fields that concern a single connection, and are never forwarded as they came. */
const perConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Source: RFC 9110, section 7.6.1. */
export function isPerConnection(name: string): boolean {
  return perConnection.has(name);
}

/**
 * True for a field about the connection or the body's framing, which neither a policy nor trailers may set. Source:
 * RFC 9110, section 6.5.1.
 */
export function isOfBody(name: string): boolean {
  return isPerConnection(name) || name === "content-length" || name === "trailer";
}

/**
 * Removes the fields that the message's own `connection` field names. This happens before the policy runs, so that no
 * client can have a header dropped that the policy adds. Rules still see the fields that always concern a single
 * connection, such as `upgrade`.
 */
export function withoutNamed(fields: Fields): Fields {
  const connection = valuesOf(fields, "connection");
  // That is what nearly every client sends.
  if (connection.length === 0 || connection.join() === "keep-alive") return fields;
  const named = new Set(listOf(connection).filter((name) => !isKept(name)));
  return named.size === 0 ? fields : fields.filter(([name]) => !named.has(name));
}

/** Fields that frame or route the message cannot be removed through `connection`; `close` is not a field. */
function isKept(name: string): boolean {
  return perConnection.has(name) || ["close", "content-length", "host"].includes(name);
}

export function listOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(","))
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== "");
}

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/**
 * Converts header text between UTF-8 and the Latin-1 that Node reads and writes. UTF-8 becomes what its sender meant,
 * as in a service written in Go; bytes that are not UTF-8 go out as they came in.
 */
export class FieldText {
  #notUtf8: Set<string> | undefined;

  /** @param bytes - the field value, one character per byte */
  decode(name: string, bytes: string): string {
    if (ascii.test(bytes)) return bytes;
    const buffer = Buffer.from(bytes, "latin1");
    if (isUtf8(buffer)) return buffer.toString("utf8");
    (this.#notUtf8 ??= new Set()).add(keyOf(name, bytes));
    return bytes;
  }

  /** @returns the field value, one character per byte */
  encode(name: string, text: string): string {
    if (ascii.test(text) || this.#notUtf8?.has(keyOf(name, text)) === true) return text;
    return Buffer.from(text, "utf8").toString("latin1");
  }
}

function keyOf(name: string, value: string): string {
  return `${name}:${value}`;
}
