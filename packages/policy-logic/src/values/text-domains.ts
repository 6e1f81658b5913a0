import type { TextForm } from "@traffic-policy/policy-language";
import { allAddresses } from "./addresses.ts";
import type { TextTest } from "./text-test.ts";

export type TextPlace = TextForm | "header-value" | "cookie-value" | "query-parameter";

/**
 * Returns a test that holds for every text that a place can have, and perhaps for more texts, so that conclusions
 * from it are certain; undefined when any text may occur.
 */
export function certainTexts(place: TextPlace): TextTest | undefined {
  return certain[place];
}

/**
 * A test that holds for texts only that an exchange can have in a place, and that conditions see as they were sent:
 * a normal path, say. Not every text that can be there is among them.
 */
export function plainTexts(place: TextPlace): TextTest {
  return plain[place];
}

const address: TextTest = { kind: "in-ranges", addresses: allAddresses };
const countryCode: TextTest = { kind: "country-code" };
const scheme: TextTest = { kind: "one-of", texts: new Set(["http", "https"]) };

const certain: Readonly<Partial<Record<TextPlace, TextTest>>> = {
  "ip-address": address,
  "country-code": countryCode,
  scheme,
  path: { kind: "startsWith", text: "/" },
};

function whole(pattern: string): TextTest {
  return { kind: "matches", pattern: `^(?:${pattern})$` };
}

/** The percent-escapes that normalization keeps: letters, digits and `-._~` are never escaped. */
const escaped = "%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|[46]0|5[B-E]|7[BCDF])";

// Source: RFC 3986, section 3.3 and 3.4.
const inSegment = `[0-9A-Za-z_~!$&'()*+,;=:@-]|${escaped}`;
/** A path segment other than `.` and `..`, which a normalized path does not have. */
const segment = `(?:(?:${inSegment})|\\.(?:${inSegment})|\\.\\.(?:\\.|${inSegment}))(?:\\.|${inSegment})*`;

const label = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const host = `${label}(?:\\.${label})*`;

/** A method, or the name of a header, as a regular expression; RFC 9110, section 5.6.2. */
export const httpToken = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const printed = "!-~\\x{a1}-\\x{10ffff}";

const plain: Readonly<Record<TextPlace, TextTest>> = {
  "ip-address": address,
  "country-code": countryCode,
  scheme,
  path: whole(`(?:/(?:${segment})?)+`),
  query: whole(`(?:[.?/]|${inSegment})*`),
  host: whole(host),
  "host-and-port": whole(`${host}(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?`),
  method: whole(httpToken),
  "media-type": whole("[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*"),
  // Spaces around it are not part of it.
  "header-value": whole(`|[${printed}]|[${printed}][ ${printed}]*[${printed}]`),
  // Source: RFC 6265, section 4.1.1.
  "cookie-value": whole("[!#-+./0-:<-\\[\\]-~-]*"),
  "query-parameter": whole(`[ ${printed}]*`),
};
