import type { Exchange } from "../exchange/exchange.ts";
import type { Stub, SimulationOptions } from "../options.ts";
import type { NotSimulated, Outcome } from "../outcome.ts";
import type { CompiledPolicy } from "../policy/compile-policy.ts";
import { CircuitBreakers } from "../run/circuit-breakers.ts";
import { RateLimits } from "../run/rate-limits.ts";
import { simulate } from "../run/exchange-run.ts";
import { answered } from "../run/unanswered.ts";
import { TokenVerifications } from "../tokens/token-verifications.ts";
import { compareOutcome, isNotKnown, type Difference } from "./compare-outcome.ts";
import { possibleOutcomes, type PossibleOutcome, type PossibleOutcomes } from "../dependences.ts";
import { casesText } from "../report/answer-words.ts";
import { exchangeOf, type CaseSettings, type PolicyCase, stubsOf } from "./policy-case.ts";

/** The result of running a case. */
export interface CaseResult<Found extends Outcome = Outcome> {
  readonly outcome: Found;
  /** The differences from the expectation; empty when the case passes. */
  readonly differences: readonly Difference[];
}

/** Returns the state of a case: `undecided` when only the service knows whether it meets the expectation. */
export function caseState({ differences }: CaseResult): "passed" | "failed" | "undecided" {
  if (differences.length === 0) return "passed";
  return differences.every(isNotKnown) ? "undecided" : "failed";
}

/** How cases are run; see {@link CaseRunner}. */
export type CaseRunning = Pick<Partial<SimulationOptions>, "trace" | "clock">;

/** Runs cases. Each of them begins again: nothing that `rate-limit` counts is kept. */
export abstract class AnyCaseRunner<Found extends Outcome> {
  readonly #settings: CaseSettings;
  readonly #stubs: Readonly<Record<string, Stub>>;
  readonly #trace: boolean;
  readonly #clock: () => number;
  readonly #tokens = new TokenVerifications();

  constructor(settings: CaseSettings = {}, { trace = false, clock = Date.now }: CaseRunning = {}) {
    this.#settings = settings;
    this.#stubs = stubsOf(settings.stubs);
    this.#trace = trace;
    this.#clock = clock;
  }

  /**
   * Runs a case. When it fails it is simulated once more, so that its outcome has a trace.
   *
   * @throws ExchangeError when the exchange cannot be, and whatever a function of the case throws
   */
  async run(one: PolicyCase): Promise<CaseResult<Found>> {
    const now = this.#clock();
    const result = await this.#simulate(one, this.#trace, now);
    if (result.differences.length === 0 || this.#trace) return result;
    const again = await this.#simulate(one, true, now);
    // A function of the case may answer otherwise the second time.
    return again.differences.length === 0 ? result : again;
  }

  /** @param options - those of a new case */
  protected abstract simulated(
    one: PolicyCase,
    exchange: Exchange,
    options: () => SimulationOptions,
  ): Promise<CaseResult<Found>>;

  #simulate(one: PolicyCase, trace: boolean, now: number): Promise<CaseResult<Found>> {
    const { options, stubs, keySets, secrets } = one;
    const { random = this.#settings.random } = one;
    return this.simulated(one, exchangeOf(one), () => ({
      ...this.#settings.options,
      ...options,
      stubs: stubs === undefined ? this.#stubs : { ...this.#stubs, ...stubsOf(one.stubs) },
      clock: () => now,
      rateLimits: new RateLimits(),
      keySets: { ...this.#settings.keySets, ...keySets },
      secrets: { ...this.#settings.secrets, ...secrets },
      ...(random !== undefined && { random: () => random }),
      tokens: this.#tokens,
      circuitBreakers: new CircuitBreakers(),
      trace,
    }));
  }
}

/** Runs the cases of one policy. Each of them begins again: nothing that `rate-limit` counts is kept. */
export class CaseRunner extends AnyCaseRunner<Outcome> {
  readonly #policy: CompiledPolicy;

  /**
   * @param settings - what holds for all of them; a case may say otherwise
   * @param how - `trace`: whether also the outcomes of cases that pass have a trace; `clock`: the time of
   *   exchanges that say none, in milliseconds since 1970, `Date.now` when left out
   */
  constructor(policy: CompiledPolicy, settings?: CaseSettings, how?: CaseRunning) {
    super(settings, how);
    this.#policy = policy;
  }

  protected async simulated(
    { times, expect }: PolicyCase,
    exchange: Exchange,
    options: () => SimulationOptions,
  ): Promise<CaseResult> {
    const isTried = exchange.upstream === undefined;
    const simulation = options();
    const outcomes = await repeated(times, async () =>
      isTried
        ? possibleOutcomes(this.#policy, exchange, {}, simulation)
        : known(await simulate(this.#policy, exchange, simulation)),
    );
    return compareOutcomes(outcomes, ({ outcome, unknownTexts = [] }) =>
      compareOutcome(outcome, expect, {
        unknownTexts,
        isCovered: (action) => isTried && isCovered(action, this.#policy),
      }),
    );
  }
}

/** Does something as often as a case says; the last time counts. */
export async function repeated<Result>(
  times: number | undefined = 1,
  run: () => Promise<Result>,
): Promise<Result> {
  let result = await answered(run);
  for (let time = 1; time < times; time++) result = await answered(run);
  return result;
}

/** Checks whether an action that is not simulated adds possible outcomes, and does nothing else. */
export function isCovered(
  { path, type }: NotSimulated,
  { dialect, sections }: Pick<CompiledPolicy, "dialect" | "sections">,
): boolean {
  const section = sections.find(({ name }) => path.startsWith(`/${name}/`));
  return section?.stage !== "message" && dialect.actions.get(type)?.endsProcessing !== "never";
}

/**
 * Wraps the outcome of an exchange whose upstream is a function. The function is called once, and unknown values are
 * missing.
 */
function known(outcome: Outcome): PossibleOutcomes {
  return { possible: [{ when: [], outcome, dependsOn: [] }], isComplete: true };
}

/**
 * Compares all possible outcomes: the case passes when all of them meet the expectation, and fails when none does.
 */
export function compareOutcomes<Found extends Outcome>(
  { possible, isComplete }: PossibleOutcomes<Found>,
  compare: (one: PossibleOutcome<Found>) => readonly Difference[],
): CaseResult<Found> {
  const results = possible.map((one) => ({
    when: one.when,
    outcome: one.outcome,
    differences: compare(one),
  }));
  const wrong = results.filter(({ differences }) => differences.length > 0);
  const [first] = possible;
  if (isComplete && wrong.length === 0) return { outcome: first.outcome, differences: [] };
  const isWrong = ({ differences }: Pick<CaseResult, "differences">): boolean =>
    differences.some(({ undecided }) => undecided !== true);
  const failed = wrong.find(isWrong) ?? wrong[0] ?? { ...first, differences: [] };
  const { outcome, differences } = failed;
  if (isComplete && (possible.length === 1 || wrong.every(isWrong))) {
    if (wrong.length === possible.length) return { outcome, differences };
  }
  const [when] = casesText(failed.when);
  // No exchange says which way the service chooses.
  const isRoute = failed.when.flat().some(({ kind }) => kind === "route");
  const how = `Only the service knows it${isRoute ? "" : ": say it in the exchange"}.`;
  const note =
    when === undefined
      ? how
      : `${how} It ${isWrong(failed) ? "is not" : "may not be"} as expected ${when}.`;
  return { outcome, differences: [outcomeNotKnown(note)] };
}

/** The difference of a case of which only the service knows whether it is as expected. */
export function outcomeNotKnown(note: string): Difference {
  const [expected, received] = ["known", "not known"];
  return { path: "", what: "outcome", expected, received, note, undecided: true };
}
