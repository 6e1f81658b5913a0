import type { HeaderRecord } from "@traffic-policy/policy-engine";
import type { Dispatcher } from "undici";
import type { FieldText } from "./field-text.ts";

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
