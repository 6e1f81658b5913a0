import { compareOutcome, type Difference } from "../cases/compare-outcome.ts";
import type { Expectation, ExpectedRequest, ExpectedText } from "../cases/policy-case.ts";
import type { Outcome } from "../outcome.ts";

/** The result that a matcher returns to its test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** The context of the assertion that calls a matcher. */
export interface MatcherContext {
  /** True when the assertion uses `.not`. */
  readonly isNot?: boolean | undefined;
}

/** The expected parts of an answer. */
export type ExpectedAnswer = Pick<Expectation, "status" | "headers" | "body" | "by">;

/**
 * Matchers for outcomes of `simulate`, for the `expect.extend` of Vitest, and of others that have it.
 * When it is not known whether something holds, because the exchange fails, an action is not simulated,
 * or there is no such rule, an assertion fails, and the opposite of it as well.
 */
export const policyMatchers = {
  /** A `deny` action answers the request, or closes the connection. */
  toDeny(this: MatcherContext | void, outcome: unknown, status?: number): MatcherResult {
    return meet(this, "toDeny", outcome, {
      outcome: "denied",
      ...(status !== undefined && { status }),
    });
  },

  /** The policy answers the request: with a status, or with all that is named. */
  toAnswerWith(
    this: MatcherContext | void,
    outcome: unknown,
    answer: number | ExpectedAnswer,
  ): MatcherResult {
    const expected = typeof answer === "number" ? { status: answer } : answer;
    return meet(this, "toAnswerWith", outcome, { outcome: "answered", ...expected });
  },

  /** The request, or the connection, reaches the upstream. */
  toForward(this: MatcherContext | void, outcome: unknown): MatcherResult {
    return meet(this, "toForward", outcome, { outcome: "forwarded" });
  },

  /** The request reaches the upstream at this URL, and with all else that is named. */
  toForwardTo(
    this: MatcherContext | void,
    outcome: unknown,
    url: ExpectedText,
    request: Omit<ExpectedRequest, "url"> = {},
  ): MatcherResult {
    const upstream = { url, ...request };
    return meet(this, "toForwardTo", outcome, { outcome: "forwarded", upstream });
  },

  /** The policy closes the connection; TCP and TLS policies only. */
  toClose(this: MatcherContext | void, outcome: unknown): MatcherResult {
    return meet(this, "toClose", outcome, { outcome: "closed" });
  },

  /** An expression or an action fails, and the exchange with it. */
  toFail(this: MatcherContext | void, outcome: unknown): MatcherResult {
    return meet(this, "toFail", outcome, { outcome: "failed" });
  },

  /** The rule of this name, or JSON Pointer, matches. */
  toMatchRule(this: MatcherContext | void, outcome: unknown, rule: string): MatcherResult {
    return meet(this, "toMatchRule", outcome, { matched: [rule] });
  },

  /** These rules match, in this order, and no others. */
  toMatchOnlyRules(
    this: MatcherContext | void,
    outcome: unknown,
    ...rules: readonly string[]
  ): MatcherResult {
    return meet(this, "toMatchOnlyRules", outcome, { onlyMatched: rules });
  },

  /** All that an expectation names holds, as in a case of `traffic-policy test`. */
  toMeet(this: MatcherContext | void, outcome: unknown, expectation: Expectation): MatcherResult {
    return meet(this, "toMeet", outcome, expectation);
  },
};

function meet(
  context: MatcherContext | void,
  name: string,
  received: unknown,
  expectation: Expectation,
): MatcherResult {
  if (!isOutcome(received)) {
    throw new TypeError(
      `${name} is for an outcome of simulate(); await it first, or write expect(…).resolves.`,
    );
  }
  const isNot = context?.isNot === true;
  const differences = compareOutcome(received, expectation);
  const asksForFailure = expectation.outcome === "failed";
  const undecided = differences.filter(
    (one) => one.undecided === true && !(asksForFailure && one.path === "/outcome"),
  );
  if (isNot && undecided.length > 0) {
    return { pass: true, message: () => messageOf(`not.${name}`, undecided, received) };
  }
  if (differences.length === 0) {
    const reason = `It meets an expectation that it must not meet: ${JSON.stringify(expectation)}.`;
    return { pass: true, message: () => [`not.${name}`, reason, matched(received)].join("\n") };
  }
  return {
    pass: false,
    message: () => messageOf(name, differences, received),
    expected: sides(differences, "expected"),
    actual: sides(differences, "received"),
  };
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === "object" && value !== null && "result" in value && "directions" in value;
}

function messageOf(name: string, differences: readonly Difference[], outcome: Outcome): string {
  return [
    name,
    ...differences.map(
      ({ what, expected, received, note }) =>
        `${what}: expected ${JSON.stringify(expected)}, received ${JSON.stringify(received)}.${note === undefined ? "" : ` ${note}`}`,
    ),
    matched(outcome),
  ].join("\n");
}

function matched({ matched: rules, trace }: Outcome): string {
  if (trace === undefined) {
    const names = rules.map(({ name, path }) => name ?? path);
    return `Rules that matched: ${names.length === 0 ? "none" : names.join(", ")}.`;
  }
  const lines = trace.rules.map(({ name, path, result }) => `  ${name ?? path}: ${result}`);
  return ["Rules:", ...lines].join("\n");
}

function sides(differences: readonly Difference[], side: "expected" | "received"): object {
  return Object.fromEntries(differences.map((one) => [one.what, one[side]]));
}
