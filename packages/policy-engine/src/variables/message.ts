import { byName, type Cookie } from "../exchange/cookies.ts";
import type { HeaderFields } from "../exchange/header-fields.ts";
import { canonicalHeaderName } from "@traffic-policy/policy-language";
import type { PlainValue } from "../expression/values.ts";

type PlainObject = { readonly [key: string]: PlainValue };

/** Headers as variables have them: name in lower case to the values. */
export function headerMap(headers: HeaderFields): PlainValue {
  return headers.fields;
}

/** Headers as the earliest variables had them: canonical name to the values. */
export function canonicalHeaderMap(headers: HeaderFields): PlainObject {
  return Object.fromEntries(
    Array.from(headers.fields, ([name, values]) => [canonicalHeaderName(name), values]),
  );
}

/** The items of `content-encoding` headers. */
export function contentEncodings(headers: HeaderFields): readonly string[] {
  const values = headers.get("content-encoding") ?? [];
  return values.flatMap((value) => value.split(",").map((item) => item.trim()));
}

/** Cookies by their name, as variables have them. */
export function cookieMap(cookies: readonly Cookie[]): PlainValue {
  return new Map(
    Array.from(byName(cookies), ([name, list]): [string, PlainValue] => [name, plainCookies(list)]),
  );
}

/** Cookies as plain values: records are objects with the names of the catalogue. */
export function plainCookies(cookies: readonly Cookie[]): readonly PlainObject[] {
  return cookies as readonly (Cookie & PlainObject)[];
}
