import type { Outcome } from "../outcome.ts";
import { compileRegularExpression } from "@traffic-policy/policy-language";
import type { JsonLike } from "../expression/values.ts";

/**
 * What a text shall be: exactly this one, or one in which a regular expression is found. In data, the
 * expression is RE2, as everywhere in policies; in code, it may be one of JavaScript.
 */
export type ExpectedText = string | RegExp | { readonly matches: string };

/** Name to what the header shall be, its values joined by commas; `null` when it shall not be there. */
export type ExpectedHeaders = Readonly<Record<string, ExpectedText | null>>;

/** The request that shall reach the upstream. */
export interface ExpectedRequest {
  readonly method?: string;
  /** The whole URL. */
  readonly url?: ExpectedText;
  readonly headers?: ExpectedHeaders;
  readonly body?: ExpectedText;
}

/**
 * What shall become of an exchange. Only what is named is compared; but an exchange that fails is never
 * what was expected, unless `outcome` says so.
 */
export interface Expectation {
  /**
   * How it ends: one of the results of an outcome, or `denied`, when a `deny` action has answered it or
   * closed the connection.
   */
  readonly outcome?: Outcome["result"] | "denied";
  /** The type of the action that ends processing, or also the name of its rule; `null` for none. */
  readonly by?: string | { readonly action?: string; readonly rule?: string } | null;
  /** The status that the client gets. */
  readonly status?: number;
  /** Headers of the response that the client gets. */
  readonly headers?: ExpectedHeaders;
  /** The body of the response that the client gets, before it is compressed. */
  readonly body?: ExpectedText;
  /** The algorithm that the policy compresses the response with; `null` when it shall not. */
  readonly compression?: string | null;
  /** The request that reaches the upstream; `null` when none shall. */
  readonly upstream?: ExpectedRequest | null;
  /** Rules that match, by name or JSON Pointer (`/inbound/0`); others may match, too. */
  readonly matched?: readonly string[];
  /** Rules that do not match. */
  readonly notMatched?: readonly string[];
  /** All rules that match, in order. */
  readonly onlyMatched?: readonly string[];
}

/** Whether a text is as expected. */
export function isExpectedText(text: string, expected: ExpectedText): boolean {
  if (typeof expected === "string") return text === expected;
  if (expected instanceof RegExp) {
    expected.lastIndex = 0;
    return expected.test(text);
  }
  const pattern = compileRegularExpression(expected.matches);
  if (pattern.ok) return pattern.matches(text);
  throw new SyntaxError(`${JSON.stringify(expected.matches)} is not RE2: ${pattern.reason}.`);
}

/** What is expected, as data. */
export function expectedTextJson(expected: ExpectedText): JsonLike {
  if (typeof expected === "string") return expected;
  return { matches: expected instanceof RegExp ? expected.toString() : expected.matches };
}
