import type { Dialect } from "@traffic-policy/policy-language";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import type { Exchange } from "./exchange/exchange.ts";
import {
  behaviourIn,
  openQuestions,
  type BehaviourOptions,
  type OpenQuestion,
  type SimulationOptions,
} from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { CompiledPolicy } from "./policy/compile-policy.ts";
import { simulateSync } from "./run/exchange-run.ts";
import { CircuitBreakers } from "./run/circuit-breakers.ts";
import { Questions, type Answer, type GivenAnswer } from "./run/questions.ts";
import { RateLimits } from "./run/rate-limits.ts";
import type { CompiledSite } from "./site/compiled-site.ts";
import { simulateSite, type SiteOptions, type SiteOutcome } from "./site/simulate-site.ts";

/**
 * The possible outcomes of an exchange, as far as they depend on facts that only the service knows. A single outcome
 * is certain.
 */
export interface PossibleOutcomes<Found extends Outcome = Outcome> {
  readonly possible: readonly [PossibleOutcome<Found>, ...PossibleOutcome<Found>[]];
  /** True when these are all outcomes; false when there are too many questions to try all answers. */
  readonly isComplete: boolean;
}

/** One outcome, with what it depends on. */
export interface PossibleOutcome<Found extends Outcome = Outcome> {
  /** The answers with which it comes to it, in one way or another; none are needed when the outcome is known. */
  readonly when: readonly (readonly Answer[])[];
  /** With a trace, of the first of these ways. */
  readonly outcome: Found;
  readonly dependsOn: readonly Dependence[];
  /** The texts in it that stand for what is not known, such as `‹req.user_agent.name›`. */
  readonly unknownTexts?: readonly string[];
}

/** Something that the documentation leaves open, and that the result would not be the same without. */
export interface Dependence {
  readonly option: keyof BehaviourOptions;
  /** The answer that was used. */
  readonly value: unknown;
  /** The outcomes with other answers; empty when there are too many answers to try. */
  readonly others: readonly { readonly value: unknown; readonly outcome: Outcome }[];
}

/** Probe answers for questions with too many answers to try; they stand for any other answer. */
const probes: Partial<BehaviourOptions> = {
  failure: { status: 599, headers: {} },
  denyStatus: 599,
  compressionMinimumSize: Number.MAX_SAFE_INTEGER,
  compressionContentTypes: ["none/none"],
  webhookTolerance: Number.MAX_SAFE_INTEGER,
  tokenLeeway: Number.MAX_SAFE_INTEGER,
};

/** The maximum number of runs through a policy. */
const mostWays = 64;

/**
 * Simulates one exchange, with a trace, in each way that what only the service knows can come out; and finds out what
 * else the results depend on.
 *
 * @param behaviour - answers to open questions
 * @param options - `answers` are those to questions that only the service can answer; without `rateLimits`, nothing was counted before; with them, the exchange is one of several, counts as
 *   in the first of its ways, and the open questions are not looked at
 * @throws ExchangeError when the exchange cannot be
 * @throws Unanswered when the options have `tokens` that do not know a token yet; see {@link answered}
 */
export function possibleOutcomes(
  policy: CompiledPolicy,
  exchange: Exchange,
  behaviour: Partial<BehaviourOptions> = {},
  options: PossibleOptions<SimulationOptions> = {},
): PossibleOutcomes {
  return possibleOf(
    policy.dialect,
    (more, counts) => simulateSync(policy, exchange, { ...options, ...more }, counts),
    behaviour,
    options,
  );
}

type PossibleOptions<Options> = Omit<Options, "questions"> & {
  readonly answers?: readonly GivenAnswer[];
};

/** Does the same for a site, in which the service also chooses the members of pools; see {@link simulateSite}. */
export function possibleSiteOutcomes(
  site: CompiledSite,
  entry: SiteEndpoint,
  exchange: Exchange,
  behaviour: Partial<BehaviourOptions> = {},
  options: PossibleOptions<SiteOptions> = {},
): PossibleOutcomes<SiteOutcome> {
  return possibleOf(
    site.policyOf(entry).dialect,
    (more, counts) => simulateSite(site, entry, exchange, { ...options, ...more }, counts),
    behaviour,
    options,
  );
}

function possibleOf<Found extends Outcome>(
  dialect: Dialect,
  simulated: (options: SimulationOptions, counts?: () => boolean) => Found,
  behaviour: Partial<BehaviourOptions>,
  { answers: told = [], ...options }: PossibleOptions<SimulationOptions>,
): PossibleOutcomes<Found> {
  const now = (options.clock ?? Date.now)();
  const run = (
    answers: Partial<BehaviourOptions>,
    more: { readonly trace?: boolean; readonly questions: Questions },
    counts?: () => boolean,
  ): Found => {
    const { rateLimits = new RateLimits(), circuitBreakers = new CircuitBreakers() } = options;
    const limits = { rateLimits, circuitBreakers, clock: () => now };
    return simulated({ ...answers, ...limits, ...more }, counts);
  };
  const { trace = true } = options;
  // A run that asks nothing is the only one, and counts.
  const { ways, isComplete } = allWays(told, (questions) =>
    run(behaviour, { trace, questions }, () => questions.answers.length === 0),
  );
  const isAlone = options.rateLimits === undefined;
  const usual = behaviourIn(dialect, behaviour);
  if (!isAlone && ways.some(({ answers }) => answers.length > 0)) {
    run(behaviour, { trace: false, questions: new Questions([], told) });
  }
  const possible = merged(ways).map((way): PossibleOutcome<Found> => {
    const { when, answers, outcome, unknownTexts } = way;
    const simulate = (other: Partial<BehaviourOptions>): Outcome =>
      run(other, { questions: new Questions(answers, told) });
    const dependsOn = isAlone ? dependences(outcome, usual, simulate) : [];
    return { when, outcome, dependsOn, unknownTexts };
  });
  return {
    possible: possible as [PossibleOutcome<Found>, ...PossibleOutcome<Found>[]],
    isComplete,
  };
}

interface Way<Found extends Outcome = Outcome> {
  readonly answers: readonly Answer[];
  readonly outcome: Found;
  readonly unknownTexts: readonly string[];
}

/**
 * Explores every run depth-first: it runs again with another answer to each question that a run asks, the last
 * question first.
 */
function allWays<Found extends Outcome>(
  told: readonly GivenAnswer[],
  simulate: (questions: Questions) => Found,
): {
  readonly ways: readonly Way<Found>[];
  readonly isComplete: boolean;
} {
  const ways: Way<Found>[] = [];
  const open: (readonly Answer[])[] = [[]];
  for (let given = open.pop(); given !== undefined; given = open.pop()) {
    if (ways.length === mostWays) return { ways, isComplete: false };
    const questions = new Questions(given, told);
    const outcome = simulate(questions);
    const { answers, texts: unknownTexts } = questions;
    ways.push({ answers, outcome, unknownTexts });
    for (const [index, answer] of answers.entries()) {
      if (index < given.length) continue;
      open.push([...answers.slice(0, index), { ...answer, answer: !answer.answer }]);
    }
  }
  return { ways, isComplete: true };
}

interface Merged<Found extends Outcome> extends Way<Found> {
  readonly when: readonly (readonly Answer[])[];
}

function merged<Found extends Outcome>(ways: readonly Way<Found>[]): readonly Merged<Found>[] {
  const first = new Map<string, Way<Found>>();
  for (const way of ways) {
    const seen = seenOf(way.outcome);
    if (!first.has(seen)) first.set(seen, way);
  }
  const whens = new Map<string, (readonly Answer[])[]>();
  for (const { answers, seen } of deciding(ways.map(seenOnWay))) {
    if (answers.length === 0) continue;
    whens.set(seen, [...(whens.get(seen) ?? []), answers]);
  }
  return [...first].map(([seen, way]) => ({ ...way, when: whens.get(seen) ?? [] }));
}

interface SeenWay {
  readonly answers: readonly Answer[];
  readonly seen: string;
}

function seenOnWay({ answers, outcome }: Way): SeenWay {
  return { answers, seen: seenOf(outcome) };
}

function deciding(ways: readonly SeenWay[]): readonly SeenWay[] {
  const [question] = ways[0]?.answers ?? [];
  if (question === undefined) return ways;
  const [yes = [], no = []] = [true, false].map((wanted) => {
    const those = ways.filter(({ answers }) => answers[0]?.answer === wanted);
    return deciding(those.map(({ answers, seen }) => ({ answers: answers.slice(1), seen })));
  });
  if (JSON.stringify(yes) === JSON.stringify(no)) return yes;
  return [yes, no].flatMap((those, index) =>
    those.map(({ answers, seen }) => ({
      answers: [{ ...question, answer: index === 0 }, ...answers],
      seen,
    })),
  );
}

/**
 * Finds the open questions that a result depends on, by trying each other answer to each question. Combinations of
 * questions are not tried.
 *
 * @param outcome - the result with the answers of `behaviour`
 * @param simulate - returns the result with other answers
 */
function dependences(
  outcome: Outcome,
  behaviour: BehaviourOptions,
  simulate: (behaviour: Partial<BehaviourOptions>) => Outcome,
): Dependence[] {
  const seen = seenOf(outcome);
  return Object.entries(openQuestions).flatMap(([name, question]: [string, OpenQuestion]) => {
    const option = name as keyof BehaviourOptions;
    const value = behaviour[option];
    const probe = probes[option];
    const tried = question.answers ?? (probe === undefined ? [] : [probe]);
    const others = tried
      .filter((other) => other !== value)
      .map((other) => ({ value: other, outcome: simulate({ ...behaviour, [option]: other }) }))
      .filter((other) => seenOf(other.outcome) !== seen);
    if (others.length === 0) return [];
    return [{ option, value, others: question.answers === undefined ? [] : others }];
  });
}

/**
 * Returns the effects visible to client, upstream and logs as text, and the way through a site: another member of a
 * pool is another server. An answer that only the service knows is represented by the action that gives it.
 */
function seenOf(outcome: Outcome | SiteOutcome): string {
  const { result, request, response, logs, directions } = outcome;
  const by = response === undefined && directions.find((one) => one.result === "ended")?.by?.path;
  const way = "hops" in outcome && outcome.hops.map(({ endpoint }) => endpoint.name);
  return JSON.stringify([result, request, response, logs, by, way], (_key, value: unknown) =>
    value instanceof Uint8Array ? value.length : value,
  );
}
