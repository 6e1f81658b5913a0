import { isUtf8 } from "node:buffer";
import type { HeaderRecord } from "@traffic-policy/policy-engine";
import type { Dispatcher } from "undici";

/** Names and values in the order of the message, one after the other. */
export type RawFields = readonly string[];

/** Header fields as pairs. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** What Node or undici read, as pairs with names in lower case. */
export function toFields(raw: RawFields, text: FieldText): Fields {
  const fields: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    fields.push([name, text.decode(name, raw[index + 1] ?? "")]);
  }
  return fields;
}

/** The values of a field. */
export function valuesOf(fields: Fields, name: string): string[] {
  const values: string[] = [];
  for (const [own, value] of fields) if (own === name) values.push(value);
  return values;
}

/**
 * Headers of the engine as Node and undici write them.
 *
 * @param isSent - says which fields are sent at all
 */
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

/** What undici has read, a character a byte. */
export function rawOf(raw: Dispatcher.DispatchController["rawHeaders"]): string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((part: Buffer | string) =>
    typeof part === "string" ? part : part.toString("latin1"),
  );
}

/** Fields that are about one connection only, and are never forwarded as they came. */
const perConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Checks whether a field is about one connection only. Source: RFC 9110, section 7.6.1. */
export function isPerConnection(name: string): boolean {
  return perConnection.has(name);
}

/**
 * Checks whether a field is about the connection or how the body comes: neither a policy nor trailers decide
 * that. Source: RFC 9110, section 6.5.1.
 */
export function isOfBody(name: string): boolean {
  return isPerConnection(name) || name === "content-length" || name === "trailer";
}

/**
 * Leaves out the fields that a message's own `connection` field names. It is done before the policy
 * runs, so that nobody can have a header left out that the policy adds; rules still see the fields
 * that are always about one connection, such as `upgrade`.
 */
export function withoutNamed(fields: Fields): Fields {
  const connection = valuesOf(fields, "connection");
  // That is what nearly every client sends.
  if (connection.length === 0 || connection.join() === "keep-alive") return fields;
  const named = new Set(listOf(connection).filter((name) => !isKept(name)));
  return named.size === 0 ? fields : fields.filter(([name]) => !named.has(name));
}

/** What says where a message ends and whom it is for cannot be named away; `close` is no field. */
function isKept(name: string): boolean {
  return perConnection.has(name) || ["close", "content-length", "host"].includes(name);
}

/** The members of a field that is a list, in lower case. */
export function listOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(","))
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== "");
}

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/**
 * The text of header fields, which Node reads and writes as Latin-1: UTF-8 in them becomes what its
 * sender meant, as at a service written in Go, and bytes that are not UTF-8 go out as they came in.
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
