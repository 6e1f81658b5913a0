import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import type { Exchange, RequestInput } from "../exchange/exchange.ts";
import type { BehaviourOptions, Secrets, Stub, StubResult } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import type { KeySet } from "../tokens/key-set.ts";
import type { JsonLike } from "../expression/plain-value.ts";

/** How the exchanges of cases are simulated. */
export interface CaseSettings {
  /** Answers to what the documentation of the service leaves open. */
  readonly options?: Partial<BehaviourOptions>;
  /** The effects of actions that are not simulated, by type. */
  readonly stubs?: Readonly<Record<string, StubInput>>;
  /** The keys that tokens are signed with, by the URL where the service would get them. */
  readonly keySets?: Readonly<Record<string, KeySet>>;
  /** The secrets that `secrets.get()` gets, by vault and name. */
  readonly secrets?: Secrets;
  /** The random number that `rand.double()` gives, and `rand.int()` makes its own of: from 0, and below 1. */
  readonly random?: number;
}

/** One test of a policy: an exchange, and the expected outcome of it. */
export interface PolicyCase extends Exchange, CaseSettings {
  readonly name: string;
  /** The environments that it is for, by name; all of them when left out. */
  readonly environments?: readonly string[];
  /** How often the exchange takes place; the last one counts. For `rate-limit` and `circuit-breaker`. */
  readonly times?: number;
  readonly expect: Expectation;
}

interface PartialExchange extends Omit<Exchange, "request"> {
  readonly request?: Partial<RequestInput>;
}

interface CaseRow extends PartialExchange {
  /** The name of the case; derived from the differences when left out. */
  readonly name?: string;
  readonly times?: number;
  readonly expect?: Expectation;
}

/** Many similar cases: a template, and rows of differences. */
export interface CaseTable extends PartialExchange, CaseSettings {
  readonly name: string;
  readonly environments?: readonly string[];
  readonly times?: number;
  readonly expect?: Expectation;
  readonly each: readonly CaseRow[];
}

/** The cases of a table; of one case itself. */
export function expandCase(given: PolicyCase | CaseTable): PolicyCase[] {
  if (!("each" in given)) return [given];
  const { each, ...template } = given;
  return each.map((row, index) => {
    const { name = differencesIn(row) || String(index + 1), ...differences } = row;
    const merged = merge(template, differences) as unknown as PolicyCase;
    return { ...merged, expect: merged.expect ?? {}, name: `${template.name}: ${name}` };
  });
}

/** Returns the exchange of a case, without the case's own members. */
export function exchangeOf(one: PolicyCase): Exchange {
  const {
    name: _,
    expect: __,
    times: ___,
    options: ____,
    stubs: _____,
    environments: ______,
    keySets: _______,
    secrets: ________,
    random: _________,
    ...exchange
  } = one;
  return exchange;
}

type Plain = Readonly<Record<string, unknown>>;

function merge(base: Plain, over: Plain): Plain {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const before = merged[key];
    merged[key] = isPlain(before) && isPlain(value) ? merge(before, value) : value;
  }
  return merged;
}

/** True for an object that is merged member by member: not a date, bytes or a list. */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Lists the overrides of a row in a line: `method POST, countryCode BR`. */
function differencesIn(given: CaseRow): string {
  const { expect: _, ...row } = given;
  const parts: string[] = [];
  const add = (value: unknown, key: string): void => {
    if (isPlain(value)) for (const [name, member] of Object.entries(value)) add(member, name);
    else parts.push(`${key} ${typeof value === "string" ? value : shown(value)}`);
  };
  add(row, "");
  return parts.join(", ");
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return typeof value === "function" ? "a function" : JSON.stringify(value);
}

/**
 * The effect of an action that is not simulated: `next`, `close`, `fail`, a status to answer with, a stub's result,
 * or a stub.
 */
export type StubInput = "next" | "close" | "fail" | number | StubResult | Stub;

function stubOf(input: StubInput): Stub {
  if (typeof input === "function") return input;
  const result = resultOf(input);
  return () => result;
}

/** The same for several, by the types of their actions. */
export function stubsOf(
  inputs: Readonly<Record<string, StubInput>> = {},
): Readonly<Record<string, Stub>> {
  return Object.fromEntries(Object.entries(inputs).map(([type, input]) => [type, stubOf(input)]));
}

function resultOf(input: Exclude<StubInput, Stub>): StubResult {
  if (typeof input === "number") return { answer: { status: input } };
  if (typeof input === "object") return input;
  switch (input) {
    case "next":
      return { next: true };
    case "close":
      return { close: true };
    case "fail":
      return { fail: "The stub makes it fail." };
  }
}

/**
 * The expected text: exactly this text, or a text in which a regular expression matches. In data, the expression is
 * RE2, as everywhere in policies; in code, it may be a JavaScript expression.
 */
export type ExpectedText = string | RegExp | { readonly matches: string };

/** The expected value of each header, several values joined by commas; `null` for a header that must be absent. */
export type ExpectedHeaders = Readonly<Record<string, ExpectedText | null>>;

/** The request that the upstream is expected to get. */
export interface ExpectedRequest {
  readonly method?: string;
  readonly url?: ExpectedText;
  readonly headers?: ExpectedHeaders;
  readonly body?: ExpectedText;
}

/**
 * The expected result of an exchange. Only the members that are set are compared. An exchange that fails never meets
 * the expectation, unless `outcome` says so.
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
  /** Of a site: all endpoints that the exchange comes to, in order, by URL or name. */
  readonly endpoints?: readonly string[];
  /** Of a site: the server that the exchange reaches, as its file writes it; `null` when it reaches none. */
  readonly server?: ExpectedText | number | null;
}

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

export function expectedTextJson(expected: ExpectedText): JsonLike {
  if (typeof expected === "string") return expected;
  return { matches: expected instanceof RegExp ? expected.toString() : expected.matches };
}
