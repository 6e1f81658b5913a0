import type { Intervals } from "./intervals.ts";

/** A question about one text. */
export type TextTest =
  | { readonly kind: "one-of"; readonly texts: ReadonlySet<string> }
  | { readonly kind: "order"; readonly operator: "<" | "<=" | ">" | ">="; readonly text: string }
  | { readonly kind: "startsWith" | "endsWith" | "contains"; readonly text: string }
  /** By characters. */
  | { readonly kind: "size"; readonly sizes: Intervals }
  /** A regular expression (RE2) matches somewhere in it. */
  | { readonly kind: "matches"; readonly pattern: string }
  /** It is an address, and one of these. */
  | { readonly kind: "in-ranges"; readonly addresses: Intervals }
  /** It is empty, or two upper case letters. */
  | { readonly kind: "country-code" }
  | NumberTest
  | UrlPartTest
  /** The test holds when its letters A to Z are in lower or in upper case. */
  | { readonly kind: "lower" | "upper"; readonly test: TextTest }
  /** The test holds with texts around it: `'prefix' + text + 'suffix'`. */
  | {
      readonly kind: "affixed";
      readonly prefix: string;
      readonly suffix: string;
      readonly test: TextTest;
    };

/**
 * Holds when a conversion, such as `int(text)`, yields a number from the set; it does not hold when the conversion
 * fails. A test with all numbers, and `isNaN` for a double, checks that the conversion succeeds.
 */
export interface NumberTest {
  readonly kind: "number";
  readonly type: "int" | "uint" | "double" | "timestamp" | "duration";
  readonly numbers: Intervals;
  /** True when NaN, which is in no set, also counts. */
  readonly isNaN?: true;
}

/** A text with URL parts: a URL as variables have it, a URL as sent, or the part after its host. */
export type UrlForm = "url" | "raw" | "uri";

export type UrlPart = "scheme" | "host" | "port" | "uri" | "path" | "query";

export interface UrlPartTest {
  readonly kind: "url-part";
  readonly form: UrlForm;
  readonly part: UrlPart;
  readonly test: TextTest;
  readonly holds: boolean;
  readonly orAbsent: boolean;
}
