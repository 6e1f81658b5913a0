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
 * `int(text)`, say, gives one of these numbers; it does not hold when that fails. So it is asked with all numbers,
 * and `isNaN` for a double, whether it gives one at all.
 */
export interface NumberTest {
  readonly kind: "number";
  /** What the text is converted to. */
  readonly type: "int" | "uint" | "double" | "timestamp" | "duration";
  /** Points in time and lengths of time in nanoseconds. */
  readonly numbers: Intervals;
  /** Whether it may be the number that is not a number, which is in no set. */
  readonly isNaN?: true;
}

/** A text that has parts: a URL in the form in which variables have it, one as it was sent, or what follows its host. */
export type UrlForm = "url" | "raw" | "uri";

export type UrlPart = "scheme" | "host" | "port" | "uri" | "path" | "query";

/** It is a URL with a part as wanted. */
export interface UrlPartTest {
  readonly kind: "url-part";
  readonly form: UrlForm;
  readonly part: UrlPart;
  readonly test: TextTest;
  readonly holds: boolean;
  /** Whether a URL without the part is one as well; a query string that is empty may be none, too. */
  readonly orAbsent: boolean;
}
