import {
  compareOutcome,
  type CompiledPolicy,
  type Exchange,
  type Trace,
} from "@traffic-policy/policy-engine";
import {
  AssertionProblem,
  comparePolicies,
  Prover,
  type Assertion,
  type Target,
  type Verdict,
} from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { howMany, sampled, seededAsync } from "../seeded.ts";
import {
  arbitraryAnswers,
  arbitraryAssertion,
  arbitraryChange,
  arbitraryExchange,
  arbitraryPhases,
  arbitraryPolicy,
  inDirections,
  inPhases,
  outcomeOf,
  seen,
  seenOutside,
  withOwnRules,
  type OwnRules,
  type RandomPolicy,
  type Rule,
} from "./random-policies.ts";

const exchanges = sampled(arbitraryExchange, howMany(40, 1000));
// With TEST_RUNS, a test takes as long as it takes.
const timeout = process.env["TEST_RUNS"] === undefined ? howMany(120_000, 7_200_000) : 7_200_000;

type Compile = (policy: RandomPolicy) => Promise<CompiledPolicy>;

type Named = (assertion: Assertion) => Assertion;

/** An assertion with the paths that rules have in the other dialect. */
function namedInPhases(assertion: Assertion): Assertion {
  const text = JSON.stringify(assertion)
    .replaceAll("/inbound/", "/on_http_request/")
    .replaceAll("/outbound/", "/on_http_response/");
  return JSON.parse(text) as Assertion;
}

/** Nothing for an assertion about a rule that the policy does not have. */
async function verdictOf(prover: Prover, assertion: Assertion): Promise<Verdict | undefined> {
  try {
    return await prover.prove(assertion);
  } catch (error) {
    if (error instanceof AssertionProblem) return undefined;
    throw error;
  }
}

const dialects: readonly (readonly [
  string,
  fc.Arbitrary<RandomPolicy>,
  Compile,
  Named,
  share: number,
])[] = [
  ["in directions", arbitraryPolicy, inDirections, (assertion) => assertion, 1],
  ["in phases", arbitraryPolicy, inPhases, namedInPhases, 0.25],
  ["with all phases", arbitraryPhases, withOwnRules, namedInPhases, 1],
];

/** How often something was said, and why it was not known: printed with TEST_PRINT=1. */
class Tally {
  readonly counts = new Map<string, number>();
  readonly #reasons = new Map<string, number>();

  add(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  reason(text: string): void {
    const short = text.slice(0, 160);
    this.#reasons.set(short, (this.#reasons.get(short) ?? 0) + 1);
  }

  print(): void {
    if (process.env["TEST_PRINT"] !== "1") return;
    const sorted = [...this.#reasons].toSorted(([, one], [, other]) => other - one);
    console.log(this.counts, sorted.slice(0, 40));
  }
}

/** Whether something has happened, as the trace tells. */
function hasHappened({ rules }: Trace, { rule, path, never, operand }: Target): boolean {
  const traced = rules.find((one) => one.path === rule.path);
  if (traced === undefined || never === "reached" || never === "matched") {
    const matched = traced?.actions.some(({ result }) => result !== "skipped") === true;
    return never === "reached" ? traced?.result !== "skipped" : matched;
  }
  const expression = traced.expressions.find((one) => one.path === path);
  if (operand.length === 0)
    return expression?.state === "value" && String(expression.value) === never;
  const at = operand.reduce((one, index) => one?.operands?.[index], expression?.operand);
  return at?.state === "value" && String(at.value) === never && at.decided === true;
}

/** A policy with some changes: all of one section. */
function changed(
  { inbound, own, ...others }: RandomPolicy,
  changes: readonly ((rules: readonly Rule[]) => Rule[])[],
): RandomPolicy {
  const of = (rules: readonly Rule[]): readonly Rule[] =>
    changes.reduce<readonly Rule[]>((some, change) => change(some), rules);
  if (own === undefined) return { inbound: of(inbound), ...others };
  const sections = Object.keys(own).filter((name) => own[name as keyof OwnRules].length > 0);
  const section = (sections[changes.length % sections.length] ??
    "on_tcp_connect") as keyof OwnRules;
  return { inbound, ...others, own: { ...own, [section]: of(own[section]) } };
}

describe.each(dialects)("policies %s:", (_dialect, arbitrary, compiled, named, share) => {
  test(
    "what is never reached is reached by no exchange, and what is reached is by the one shown",
    async () => {
      const tally = new Tally();
      await seededAsync(
        fc.asyncProperty(arbitrary, arbitraryAnswers, async (document, options) => {
          const policy = await compiled(document);
          const traces = exchanges.flatMap((one) => outcomeOf(policy, one, options).trace ?? []);
          const wrong: string[] = [];
          for (const { target, reached } of new Prover(policy, { options }).reach()) {
            tally.add(reached.kind);
            const text = `${target.path} ${target.text ?? ""} ${target.never}`;
            if (reached.kind === "unknown") tally.reason(`${target.text ?? ""}: ${reached.reason}`);
            if (reached.kind === "never" && traces.some((trace) => hasHappened(trace, target))) {
              wrong.push(`${text}: happens`);
            }
            if (reached.kind === "reached") {
              const { trace } = outcomeOf(policy, reached.exchange, options);
              if (trace === undefined || !hasHappened(trace, target))
                wrong.push(`${text}: does not`);
            }
          }
          expect(wrong).toEqual([]);
        }),
        40 * share,
        1000 * share,
        5,
      );
      tally.print();
      expect(tally.counts.get("never")).toBeGreaterThan(0);
    },
    timeout,
  );

  test(
    "policies that are the same do the same to every exchange, and others not to the one shown",
    async () => {
      const tally = new Tally();
      await seededAsync(
        fc.asyncProperty(
          arbitrary,
          fc.array(arbitraryChange, { minLength: 1, maxLength: 2 }),
          arbitraryAnswers,
          async (document, changes, options) => {
            const [before, after] = await Promise.all([
              compiled(document),
              compiled(changed(document, changes)),
            ]);
            const found = comparePolicies(before, after, { options });
            const differ = (exchange: Exchange): boolean =>
              seen(before, outcomeOf(before, exchange, options)) !==
              seen(after, outcomeOf(after, exchange, options));
            const areDifferent = exchanges.some(differ);
            tally.add(found.kind);
            if (found.kind === "unknown") {
              if (areDifferent) tally.add("missed");
              for (const { what, reason } of found.unknown) tally.reason(`${what}: ${reason}`);
            }
            expect([
              found.kind === "same" && areDifferent,
              found.groups.every(({ exchange, times }) => times > 1 || differ(exchange)),
            ]).toEqual([false, true]);
          },
        ),
        60 * share,
        2000 * share,
        8,
      );
      tally.print();
      expect(tally.counts.get("same")).toBeGreaterThan(0);
      expect(tally.counts.get("different")).toBeGreaterThan(0);
    },
    timeout,
  );

  test(
    "what is proved holds for every exchange, and what is refuted not for the one shown",
    async () => {
      const tally = new Tally();
      await seededAsync(
        fc.asyncProperty(
          arbitrary,
          arbitraryAssertion,
          arbitraryAnswers,
          async (document, given, options) => {
            const assertion = named(given);
            const policy = await compiled({
              ...document,
              inbound: [
                { expressions: ["req.method == 'POST'"], actions: [] },
                ...document.inbound,
              ],
            });
            const { when = [], always, never } = assertion;
            const probe = await compiled({
              inbound: [{ expressions: when as readonly string[], actions: [] }],
              outbound: [],
            });
            const claim = always ?? never ?? {};
            const expected = typeof claim === "string" ? { outcome: claim } : claim;
            const isWrong = (exchange: Exchange): boolean => {
              const answers = { ...options, onExpressionError: "no-match" as const };
              if (outcomeOf(probe, exchange, answers).matched.length === 0) return false;
              const outcome = outcomeOf(policy, exchange, options);
              if (outcome.notSimulated.length > 0) return false;
              return compareOutcome(outcome, expected).length > 0 === (always !== undefined);
            };
            const verdict = await verdictOf(new Prover(policy, { options }), assertion);
            if (verdict === undefined) return;
            tally.add(verdict.kind);
            if (verdict.kind === "unknown") {
              tally.reason(`${JSON.stringify(expected)}: ${verdict.reason}`);
              if (exchanges.some(isWrong)) tally.add("missed");
            }
            const isSound =
              verdict.kind === "proved"
                ? !exchanges.some(isWrong)
                : verdict.kind !== "refuted" || verdict.times > 1 || isWrong(verdict.exchange);
            expect(isSound).toBe(true);
          },
        ),
        60 * share,
        2000 * share,
        8,
      );
      tally.print();
      expect(tally.counts.get("proved")).toBeGreaterThan(0);
      expect(tally.counts.get("refuted")).toBeGreaterThan(0);
    },
    timeout,
  );
});

test(
  "a policy and the one that it is migrated to are the same only if they do the same to every exchange",
  async () => {
    const tally = new Tally();
    await seededAsync(
      fc.asyncProperty(arbitraryPolicy, arbitraryAnswers, async (document, options) => {
        const [before, after] = [await inDirections(document), await inPhases(document)];
        const found = comparePolicies(before, after, { options });
        const differ = (exchange: Exchange): boolean => {
          const one = outcomeOf(before, exchange, options);
          const other = outcomeOf(after, exchange, options);
          const isOpen = [one, other].some(({ notSimulated }) => notSimulated.length > 0);
          return !isOpen && seenOutside(one) !== seenOutside(other);
        };
        tally.add(found.kind);
        expect(found.kind === "same" && exchanges.some(differ)).toBe(false);
      }),
      40,
      1000,
      8,
    );
    tally.print();
    expect(tally.counts.get("same")).toBeGreaterThan(0);
    expect(tally.counts.get("different")).toBeGreaterThan(0);
  },
  timeout,
);
