import type { Exchange } from "./exchange/exchange.ts";
import {
  openQuestions,
  type BehaviourOptions,
  type OpenQuestion,
  type SimulationOptions,
} from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { CompiledPolicy } from "./policy/compile-policy.ts";
import { simulateSync } from "./run/exchange-run.ts";
import { CircuitBreakers } from "./run/circuit-breakers.ts";
import { RateLimits } from "./run/rate-limits.ts";

/** What a policy does to an exchange, and what of that is not known. */
export interface DependentOutcome {
  /** With a trace. */
  readonly outcome: Outcome;
  readonly dependsOn: readonly Dependence[];
}

/** Something that the documentation leaves open, and that the result would not be the same without. */
export interface Dependence {
  readonly option: keyof BehaviourOptions;
  /** The answer that was used. */
  readonly value: unknown;
  /** What comes of other answers; none where there are more than can be tried. */
  readonly others: readonly { readonly value: unknown; readonly outcome: Outcome }[];
}

/** Answers to questions that have too many to try them all: they stand for any other one. */
const probes: Partial<BehaviourOptions> = {
  failure: { status: 599, headers: {} },
  denyStatus: 599,
  compressionMinimumSize: Number.MAX_SAFE_INTEGER,
  compressionContentTypes: ["none/none"],
  webhookTolerance: Number.MAX_SAFE_INTEGER,
  tokenLeeway: Number.MAX_SAFE_INTEGER,
};

/**
 * Simulates one exchange, with a trace, and finds out what the result depends on that is not known. Nothing is counted
 * for `rate-limit` before it.
 *
 * @param behaviour - answers to open questions
 * @throws ExchangeError when the exchange cannot be
 * @throws Unanswered when the options have `tokens` that do not know a token yet; see {@link answered}
 */
export function simulateWithDependences(
  policy: CompiledPolicy,
  exchange: Exchange,
  behaviour: Partial<BehaviourOptions> = {},
  options: Pick<
    SimulationOptions,
    "stubs" | "clock" | "keySets" | "tokens" | "secrets" | "random"
  > = {},
): DependentOutcome {
  const now = (options.clock ?? Date.now)();
  const { stubs, keySets, tokens, secrets, random } = options;
  const run = (answers: Partial<BehaviourOptions>, trace: boolean): Outcome =>
    simulateSync(policy, exchange, {
      ...answers,
      ...(stubs && { stubs }),
      ...(keySets && { keySets }),
      ...(tokens && { tokens }),
      ...(secrets && { secrets }),
      ...(random && { random }),
      trace,
      clock: () => now,
      rateLimits: new RateLimits(),
      circuitBreakers: new CircuitBreakers(),
    });
  const outcome = run(behaviour, true);
  return { outcome, dependsOn: dependences(outcome, behaviour, (other) => run(other, false)) };
}

/**
 * Which of the open questions a result depends on, found by asking what it would be with each other
 * answer to each one of them. Two together are not tried.
 *
 * @param outcome - the result with the answers of `behaviour`
 * @param simulate - gives the result with other answers
 */
function dependences(
  outcome: Outcome,
  behaviour: Partial<BehaviourOptions>,
  simulate: (behaviour: Partial<BehaviourOptions>) => Outcome,
): Dependence[] {
  const seen = seenOf(outcome);
  return Object.entries(openQuestions).flatMap(([name, question]: [string, OpenQuestion]) => {
    const option = name as keyof BehaviourOptions;
    const value = behaviour[option] ?? question.default;
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

/** What client, upstream and logs see, as text. */
function seenOf({ result, request, response, logs }: Outcome): string {
  return JSON.stringify([result, request, response, logs], (_key, value: unknown) =>
    value instanceof Uint8Array ? value.length : value,
  );
}
