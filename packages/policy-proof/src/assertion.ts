import {
  checkExpression,
  describeCheckError,
  describeParseError,
  parseExpression,
} from "@traffic-policy/policy-language";
import { didYouMean } from "@traffic-policy/policy-language/internal";
import {
  compareOutcome,
  type BehaviourOptions,
  type CompiledPolicy,
  type Difference,
  type Expectation,
} from "@traffic-policy/policy-engine";
import { rulesAfterUpstream } from "@traffic-policy/policy-engine/internal";
import { isTrue, type Goal } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { answersThatMatter, otherAnswers, type OpenAnswer } from "./answers.ts";
import { expectationFormula } from "./expectation.ts";
import type { Inquiry, ProofOptions } from "./inquiry.ts";
import { unreadReason, whyNoExpression, whyNotRead } from "./policy/not-read.ts";
import type { SymbolicPolicy } from "./policy/symbolic-policy.ts";
import type { Example } from "./witness/example.ts";
import { ConditionProbe } from "./witness/condition-probe.ts";
import { Replay, type TracedOutcome } from "./witness/replay.ts";
import { streamFor, type Messages } from "./witness/witnesses.ts";

/** The expected result of exchanges: a word for how they end, or an expectation as in a test case. */
export type Claim = NonNullable<Expectation["outcome"]> | Expectation;

/** Something that a policy does to all exchanges of a kind, or to none. */
export interface Assertion {
  readonly name: string;
  /** A condition in CEL, or several that are all true before any rule; every exchange when left out. */
  readonly when?: string | readonly string[];
  /** The result that each of the exchanges must have. */
  readonly always?: Claim;
  /** The result that none of the exchanges may have. */
  readonly never?: Claim;
}

/** The result of proving an assertion. */
export type Verdict =
  | {
      readonly kind: "proved";
      /** True when the assertion applies to no exchange at all. */
      readonly isVacuous: boolean;
      /** Answers to open questions with which it is not proved. */
      readonly dependsOn: readonly OpenAnswer[];
    }
  | {
      readonly kind: "refuted";
      /** It was tried. */
      readonly exchange: Example;
      /** How often it takes place; the last one counts. */
      readonly times: number;
      readonly outcome: TracedOutcome;
      /** The differences from the result that must always hold; empty for a counterexample to `never`. */
      readonly differences: readonly Difference[];
      /** Answers to open questions with which this exchange is no counterexample. */
      readonly dependsOn: readonly OpenAnswer[];
    }
  | { readonly kind: "unknown"; readonly reason: string };

/** An assertion that says nothing that could hold or not. */
export class AssertionProblem extends Error {
  override readonly name = "AssertionProblem";
  /** Which part of the assertion it is: a key. */
  readonly part: keyof Assertion;
  /** Advice on how to fix it. */
  readonly help: string;

  constructor(part: keyof Assertion, message: string, help: string) {
    super(message);
    this.part = part;
    this.help = help;
  }
}

interface Prepared {
  readonly conditions: readonly string[];
  readonly section: string;
  readonly expected: Expectation;
  readonly isAlways: boolean;
  readonly messages: Messages;
}

/**
 * Proves an assertion about a policy, or finds an exchange that violates it.
 *
 * @throws AssertionProblem when the assertion makes no sense for the policy
 */
export async function proveAssertion(
  assertion: Assertion,
  inquiry: Inquiry,
  options: ProofOptions,
): Promise<Verdict> {
  const [policy] = inquiry.policies as readonly [CompiledPolicy];
  const prepared = prepare(assertion, policy);
  const { conditions, section, messages } = prepared;
  const probe = await ConditionProbe.of(conditions, section, policy, options);
  return new Proof(prepared, policy, inquiry, { options, probe, messages }).verdict();
}

class Proof {
  readonly #prepared: Prepared;
  readonly #inquiry: Inquiry;
  readonly #options: ProofOptions;
  readonly #replay: Replay;
  readonly #probe: ConditionProbe;
  readonly #policy: CompiledPolicy;
  readonly #messages: Messages;
  readonly #notSimulated = new Set<string>();

  constructor(
    prepared: Prepared,
    policy: CompiledPolicy,
    inquiry: Inquiry,
    {
      options,
      probe,
      messages,
    }: {
      readonly options: ProofOptions;
      readonly probe: ConditionProbe;
      readonly messages: Messages;
    },
  ) {
    this.#prepared = prepared;
    this.#inquiry = inquiry;
    this.#options = options;
    this.#policy = policy;
    this.#messages = messages;
    this.#replay = new Replay(policy, options);
    this.#probe = probe;
  }

  verdict(): Verdict {
    const found = this.#inquiry.ask(
      (symbolic) => (symbolic === undefined ? [] : this.#goals(symbolic)),
      this.#messages,
      (exchange) => this.#refutation(exchange),
    );
    switch (found.kind) {
      case "found":
        return { ...found.result, dependsOn: this.#answersForExchange(found.result.exchange) };
      case "none": {
        const why = whyNoExpression(this.#policy);
        if (why !== undefined) return { kind: "unknown", reason: unreadReason(why) };
        const when = this.#inquiry.symbolic.flatMap((symbolic) => this.#when(symbolic));
        const isVacuous = this.#inquiry.isImpossible(when);
        return { kind: "proved", isVacuous, dependsOn: this.#answersForProof() };
      }
      case "unknown": {
        const [type] = this.#notSimulated;
        // What nobody knows is no stub's business, but a mistake.
        const isRead = whyNotRead(this.#policy, this.#options.stubs) === undefined;
        if (type === undefined || !isRead) return found;
        const reason = `Only the service knows what "${type}" does; say it in "stubs" of the assertion.`;
        return { kind: "unknown", reason };
      }
    }
  }

  #goals(symbolic: SymbolicPolicy): Goal[] {
    const { expected, isAlways } = this.#prepared;
    const formula = expectationFormula(expected, symbolic);
    return [...this.#when(symbolic), { formula, outcomes: isAlways ? isFalse : isTrue }];
  }

  #when(symbolic: SymbolicPolicy): Goal[] {
    const { conditions, section } = this.#prepared;
    return conditions.flatMap((text) => {
      const formula = symbolic.atStart(text, section);
      if (formula === undefined) return [];
      // Conditions are about the exchange as it comes: before anything has run.
      return [{ formula: symbolic.totals.isTrue(formula), outcomes: isTrue }];
    });
  }

  #refutation(
    exchange: Example,
    answers: Partial<BehaviourOptions> = {},
  ): Omit<Verdict & { kind: "refuted" }, "dependsOn"> | undefined {
    if (!this.#isMeant(exchange, answers)) return undefined;
    const { expected, isAlways } = this.#prepared;
    const series = this.#replay.series(exchange, answers);
    if (series === undefined) return undefined;
    for (const times of [1, ...series.times]) {
      const outcome = series.at(times);
      for (const { type } of outcome.notSimulated) this.#notSimulated.add(type);
      if (outcome.notSimulated.length > 0) continue;
      const differences = compareOutcome(outcome, expected);
      if (differences.length > 0 === isAlways) {
        return { kind: "refuted", exchange, times, outcome, differences };
      }
    }
    return undefined;
  }

  #isMeant(exchange: Example, answers: Partial<BehaviourOptions>): boolean {
    return this.#prepared.conditions.length === 0 || this.#probe.areTrue(exchange, answers);
  }

  #answersForExchange(exchange: Example): OpenAnswer[] {
    return answersThatMatter(
      this.#options.options,
      this.#policy,
      (answers) => this.#refutation(exchange, answers) !== undefined,
      this.#prepared.conditions,
    );
  }

  /**
   * Returns the answers with which the assertion is not proved. They are tried one by one, and only where they change
   * the formulas.
   */
  #answersForProof(): OpenAnswer[] {
    const { options = {} } = this.#options;
    const { conditions } = this.#prepared;
    const goalsOf = (policies: readonly SymbolicPolicy[]): Goal[] =>
      policies.flatMap((one) => this.#goals(one));
    return otherAnswers(options, [this.#policy], conditions).filter(
      (other) => !this.#inquiry.isImpossibleWith(other, goalsOf),
    );
  }
}

function prepare({ when, always, never }: Assertion, policy: CompiledPolicy): Prepared {
  if ((always === undefined) === (never === undefined)) {
    const message = "An assertion says either what always or what never happens.";
    throw new AssertionProblem("always", message, 'Give it "always" or "never".');
  }
  const part = always === undefined ? "never" : "always";
  const claim = always ?? never ?? {};
  const expected = typeof claim === "string" ? { outcome: claim } : claim;
  checkExpectation(part, expected, policy);
  const conditions = when === undefined ? [] : [when].flat();
  const section = sectionFor(conditions, policy);
  const { protocol } = policy;
  const { status, headers, body, compression } = expected;
  const isAboutResponse = [status, headers, body, compression].some((one) => one !== undefined);
  const last = rulesAfterUpstream(policy);
  const hasMessages = policy.sections.some(
    ({ stage, rules }) => stage === "message" && rules.length > 0,
  );
  const response =
    protocol === "http" &&
    (isAboutResponse || section === last?.name || (last?.rules.length ?? 0) > 0 || hasMessages);
  const messages = {
    request: protocol === "http",
    response,
    ...(hasMessages && { stream: streamFor([policy]) }),
  };
  return { conditions, section, expected, isAlways: part === "always", messages };
}

function checkExpectation(
  part: "always" | "never",
  { matched = [], notMatched = [], onlyMatched = [], by }: Expectation,
  { rules, dialect }: CompiledPolicy,
): void {
  const rule = typeof by === "object" && by !== null ? by.rule : undefined;
  const action = typeof by === "string" ? by : by?.action;
  const names = rules.flatMap(({ name }) => name ?? []);
  const asked = [...matched, ...notMatched, ...onlyMatched, ...(rule === undefined ? [] : [rule])];
  for (const called of asked) {
    if (rules.some(({ name, path }) => name === called || path === called)) continue;
    const message = `The policy has no rule ${JSON.stringify(called)}.`;
    throw new AssertionProblem(
      part,
      message,
      didYouMean(called, names) ?? "Name one of its rules.",
    );
  }
  if (action !== undefined && !dialect.actions.has(action)) {
    const known = [...dialect.actions.keys()];
    const message = `There is no action "${action}".`;
    throw new AssertionProblem(part, message, didYouMean(action, known) ?? "Name an action.");
  }
}

/**
 * Returns the first section in which conditions can be evaluated: the last section when they read the response.
 */
function sectionFor(
  conditions: readonly string[],
  { protocol, dialect, sections }: CompiledPolicy,
): string {
  const trees = conditions.map((text) => {
    const parsed = parseExpression(text);
    if (parsed.ok) return { text, tree: parsed.tree };
    const { message, help } = describeParseError(parsed.error);
    throw new AssertionProblem("when", message, help ?? correct);
  });
  const found = sections.map(({ name: section }) => {
    const errors = trees.flatMap(({ text, tree }) =>
      checkExpression(tree, { dialect, protocol, direction: section, text }).errors.filter(
        ({ code }) => !code.startsWith("invalid-"),
      ),
    );
    return { section, errors };
  });
  const right = found.find(({ errors }) => errors.length === 0);
  const usable = found.find(({ errors }) => errors.every(({ unsure }) => unsure !== undefined));
  const section = (right ?? usable)?.section;
  if (section !== undefined) return section;
  const error = found[0]?.errors.find(({ unsure }) => unsure === undefined);
  const { message, help } = error
    ? describeCheckError(error)
    : { message: "It cannot be evaluated." };
  throw new AssertionProblem("when", message, help ?? correct);
}

const correct = "Write a condition as the expressions of rules have them.";
