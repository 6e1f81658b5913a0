import type { Cookie } from "../exchange/cookies.ts";
import type { HeaderFields } from "../exchange/header-fields.ts";
import { canonicalHeaderName } from "@traffic-policy/policy-language";
import type { PlainValue } from "../expression/values.ts";

type PlainObject = { readonly [key: string]: PlainValue };

/** Headers as variables have them: name in lower case to the values. */
export function headerMap(headers: HeaderFields): PlainObject {
  return Object.fromEntries(headers.entries());
}

/** Headers as the earliest variables had them: canonical name to the values. */
export function canonicalHeaderMap(headers: HeaderFields): PlainObject {
  return Object.fromEntries(
    Array.from(headers.entries(), ([name, values]) => [canonicalHeaderName(name), values]),
  );
}

/** The items of `content-encoding` headers. */
export function contentEncodings(headers: HeaderFields): readonly string[] {
  const values = headers.get("content-encoding") ?? [];
  return values.flatMap((value) => value.split(",").map((item) => item.trim()));
}

/** Cookies by name, or anything else with a name. */
export function mapOf(named: ReadonlyMap<string, PlainValue>): PlainObject {
  return Object.fromEntries(named);
}

/** A cookie with the field names of all eras. */
export function plainCookie(cookie: Cookie): PlainObject {
  return { ...cookie, Secure: cookie.secure, Value: cookie.value };
}

/** Cookies by their name, as variables have them. */
export function cookieMap(cookies: ReadonlyMap<string, readonly Cookie[]>): PlainObject {
  return Object.fromEntries(Array.from(cookies, ([name, list]) => [name, list.map(plainCookie)]));
}
