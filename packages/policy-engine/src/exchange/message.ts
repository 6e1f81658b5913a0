import { decodeUtf8, utf8Size } from "@traffic-policy/policy-language/internal";
import { utf8 } from "../bytes.ts";

/** A body: text, which is sent in UTF-8, or bytes. */
export type Body = string | Uint8Array;

interface BodyInput {
  readonly body?: Body;
  readonly bodySize?: number | null;
}

/**
 * Returns the size of a message's body in bytes; undefined without a body, or when the size is not known before the
 * body ends. Source: RFC 9112, section 6.3.
 */
export function bodySizeOf(input: BodyInput, headers: HeaderFields): number | undefined {
  if (input.bodySize === null || headers.has("transfer-encoding")) return undefined;
  if (input.bodySize !== undefined) return input.bodySize;
  if (input.body !== undefined) return sizeOf(input.body);
  const length = headers.first("content-length");
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** True when a request has a body, even an empty body. */
export function hasBody(input: BodyInput, headers: HeaderFields): boolean {
  const { body, bodySize } = input;
  if (body !== undefined || bodySize === null || headers.has("transfer-encoding")) return true;
  return bodySizeOf(input, headers) !== undefined;
}

/** Sets `content-length`, or removes it when the size is not known. */
export function setContentLength(headers: HeaderFields, size: number | undefined): void {
  if (size === undefined) headers.remove("content-length");
  else if (!headers.has("content-length")) headers.set("content-length", String(size));
}

export function sizeOf(body: Body): number {
  return typeof body === "string" ? utf8Size(body) : body.length;
}

export function bodyBytes(body: Body): Uint8Array {
  return typeof body === "string" ? utf8(body) : body;
}

export function bodyText(body: Body): string | undefined {
  return typeof body === "string" ? body : decodeUtf8(body);
}

/**
 * Headers or trailers: an object from name to value or values, or pairs in the order of the message. Names may be in
 * any case.
 */
export type HeaderInput =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[];

/** Headers as data: name in lower case to the values, in the order of the message. */
export type HeaderRecord = Readonly<Record<string, readonly string[]>>;

/** The headers of a message. Names are in lower case and keep their place. */
export class HeaderFields {
  readonly #fields = new Map<string, readonly string[]>();
  #version = 0;

  constructor(input: HeaderInput | undefined = undefined) {
    if (input === undefined) return;
    if (isPairs(input)) {
      for (const [name, value] of input) this.append(name, value);
      return;
    }
    for (const name in input) {
      const value = input[name];
      if (typeof value === "string") this.append(name, value);
      else if (value !== undefined) for (const one of value) this.append(name, one);
    }
  }

  /** Counts the changes, so that values derived from the headers can be cached until the next change. */
  get version(): number {
    return this.#version;
  }

  get fields(): ReadonlyMap<string, readonly string[]> {
    return this.#fields;
  }

  get(name: string): readonly string[] | undefined {
    return this.#fields.get(name);
  }

  first(name: string): string | undefined {
    return this.#fields.get(name)?.[0];
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  append(name: string, value: string): void {
    this.#version++;
    const key = name.toLowerCase();
    const before = this.#fields.get(key);
    this.#fields.set(key, before === undefined ? [value] : [...before, value]);
  }

  set(name: string, value: string): void {
    this.#version++;
    this.#fields.set(name.toLowerCase(), [value]);
  }

  remove(name: string): void {
    this.#version++;
    this.#fields.delete(name.toLowerCase());
  }

  toRecord(): HeaderRecord {
    const record: Record<string, readonly string[]> = {};
    for (const [name, values] of this.#fields) {
      // The one name that is not just a key.
      if (name === "__proto__")
        Object.defineProperty(record, name, { value: values, enumerable: true });
      else record[name] = values;
    }
    return record;
  }
}

function isPairs(input: HeaderInput): input is readonly (readonly [string, string])[] {
  return Array.isArray(input);
}
