import {
  ExchangeError,
  possibleOutcomes,
  RateLimits,
  simulateSync,
  stubsOf,
  type BehaviourOptions,
  type CaseSettings,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type Secrets,
  type SimulationOptions,
  type Trace,
} from "@traffic-policy/policy-engine";
import { BoundedMap, getOrAdd } from "@traffic-policy/policy-language/internal";
import { lookAtTime } from "@traffic-policy/policy-logic/internal";
import { readsClock } from "./clock.ts";
import { mergedSecrets, secretsOf, usualRandom, type Example } from "./example.ts";
import { usualTime } from "./place.ts";
import { unsaidIn } from "./unsaid.ts";

export type TracedOutcome = Outcome & Required<Pick<Outcome, "trace">>;

/** An exchange that is repeated at the same moment. */
export interface Series {
  readonly first: TracedOutcome;
  /** The repetitions at which the outcome may change, because a limit of the policy is reached. */
  readonly times: readonly number[];
  at(time: number): TracedOutcome;
}

const charactersOfLook = 50;

/** Questions run the same exchange several times in turn; the traces of many exchanges would be large. */
const mostOutcomes = 50;

interface RunSettings {
  readonly trace?: boolean;
  readonly given?: Pick<Given, "secrets" | "random">;
}

interface Ran {
  readonly outcome: Outcome;
  readonly isSure: boolean;
}

/** Runs exchanges through a policy to confirm claims about it. */
export class Replay {
  readonly #policy: CompiledPolicy;
  readonly #options: SimulationOptions;

  readonly #given: Secrets | undefined;
  readonly #random: number;
  readonly #length: number;
  readonly #outcomes = new BoundedMap<string, { readonly outcome: TracedOutcome | undefined }>(
    mostOutcomes,
  );

  constructor(
    policy: CompiledPolicy,
    { options, stubs, secrets, random = usualRandom }: CaseSettings,
  ) {
    this.#policy = policy;
    this.#length = policy.sections
      .flatMap(({ rules }) => rules.flatMap(({ expressions }) => expressions))
      .reduce((sum, { text }) => sum + text.length, 0);
    this.#options = { ...options, stubs: stubsOf(stubs), onStep: lookAtTime };
    this.#given = secrets;
    this.#random = random;
  }

  get #secrets(): Secrets {
    const named = secretsOf(this.#policy);
    return this.#given === undefined ? named : mergedSecrets(named, this.#given);
  }

  /**
   * Completes an example with the policy's other inputs: the time, secrets, a random number, and facts that only the
   * service knows.
   */
  completed(example: Example): Example {
    const given = new Given(
      mergedSecrets(this.#secrets, example.secrets),
      example.random ?? this.#random,
    );
    const outcome = this.#outcome(example, undefined, new RateLimits(), { given });
    if (outcome === undefined) return example;
    const secrets = mergedSecrets(example.secrets, given.secretsRead);
    const isTimed = example.time !== undefined || readsClock(outcome.trace, this.#policy);
    const unsaid = unsaidIn(outcome.trace, this.#policy);
    return {
      ...example,
      ...(Object.keys(unsaid).length > 0 && { variables: { ...unsaid, ...example.variables } }),
      ...(isTimed && { time: example.time ?? usualTime }),
      ...(Object.keys(secrets).length > 0 && { secrets }),
      ...(given.isDrawn && { random: given.random() }),
    };
  }

  /**
   * Runs a single exchange; undefined when the exchange is impossible.
   *
   * @param answers - to open questions of the documentation, other than the usual answers
   */
  run(exchange: Example, answers?: Partial<BehaviourOptions>): TracedOutcome | undefined {
    const ran = getOrAdd(this.#outcomes, JSON.stringify([exchange, answers]), () => ({
      outcome: this.#tracedWhenAsked(exchange, answers),
    }));
    return ran.outcome;
  }

  /** Most exchanges that questions try are rejected for their result alone, and a trace takes almost half of a run. */
  #tracedWhenAsked(
    exchange: Example,
    answers: Partial<BehaviourOptions> | undefined,
  ): TracedOutcome | undefined {
    const ran = this.#ran(exchange, answers, new RateLimits(), { trace: false });
    if (ran?.isSure !== true) return undefined;
    let trace: Trace | undefined;
    const traced = (): Trace =>
      this.#outcome(exchange, answers, new RateLimits())?.trace ?? { rules: [] };
    return {
      ...ran.outcome,
      get trace() {
        return (trace ??= traced());
      },
    };
  }

  /**
   * Like {@link run}, but only as far as the outcome is known: where only the service knows if something fails, up to
   * that point. Facts about the whole exchange, such as its result, are then unknown.
   */
  begin(exchange: Example): TracedOutcome | undefined {
    const ran = this.#ran(exchange, undefined, new RateLimits());
    const outcome = ran && tracedIn(ran);
    return outcome && ran.isSure === false ? { ...outcome, trace: untilFailure(outcome) } : outcome;
  }

  series(exchange: Example, answers?: Partial<BehaviourOptions>): Series | undefined {
    const limits = new RecordedLimits();
    const first = this.#outcome(exchange, answers, limits);
    const { outboundAfterAnswer } = { ...this.#options, ...answers };
    return (
      first && {
        first,
        // Where rules go on after a refusal, what is counted from then on is not what was recorded.
        times: limits.times().slice(0, outboundAfterAnswer === true ? 1 : undefined),
        at: (time) =>
          time === 1 ? first : (this.#outcome(exchange, answers, limits.after(time - 1)) ?? first),
      }
    );
  }

  /** Returns the outcome of an exchange; undefined when the exchange is impossible or the outcome is unknown. */
  #outcome(
    exchange: Example,
    answers: Partial<BehaviourOptions> | undefined,
    rateLimits: RateLimits,
    settings?: RunSettings,
  ): TracedOutcome | undefined {
    const ran = this.#ran(exchange, answers, rateLimits, settings);
    return ran?.isSure === true ? tracedIn(ran) : undefined;
  }

  #ran(
    { secrets, random = this.#random, ...exchange }: Example,
    answers: Partial<BehaviourOptions> | undefined,
    rateLimits: RateLimits,
    {
      trace = true,
      given = {
        secrets: secrets === undefined ? this.#secrets : mergedSecrets(this.#secrets, secrets),
        random: () => random,
      },
    }: RunSettings = {},
  ): Ran | undefined {
    const options = {
      ...this.#options,
      trace,
      ...answers,
      rateLimits,
      secrets: given.secrets,
      random: () => given.random(),
    };
    const timed = { time: usualTime, ...exchange };
    // The engine calls only for what takes long by itself.
    for (let left = this.#length; left > 0; left -= charactersOfLook) lookAtTime();
    try {
      const outcome = simulateSync(this.#policy, timed, options);
      // What fails for want of what only the service knows may not fail there.
      const isPerhaps = outcome.result === "failed" && outcome.notSimulated.length > 0;
      const isSure = !isPerhaps || failsSurely(this.#policy, timed, options);
      return { outcome, isSure };
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }
}

function tracedIn({ outcome }: Ran): TracedOutcome | undefined {
  const { trace } = outcome;
  return trace && { ...outcome, trace };
}

/** Returns the trace before the failure, without the failing part. */
function untilFailure({ trace }: TracedOutcome): Trace {
  return {
    rules: trace.rules.map((rule) => {
      if (rule.result !== "failed") return rule;
      const expressions = rule.expressions.filter(({ state }) => state !== "error");
      const isMatched = expressions.length === rule.expressions.length;
      const actions = rule.actions.filter(({ result }) => result !== "failed");
      return { ...rule, ...(isMatched && { result: "matched" }), expressions, actions };
    }),
  };
}

/** True when an exchange fails whatever the actions do that only the service can run. */
function failsSurely(
  policy: CompiledPolicy,
  exchange: Exchange,
  options: SimulationOptions,
): boolean {
  const alone = { ...options, trace: false, rateLimits: new RateLimits() };
  const { possible, isComplete } = possibleOutcomes(policy, exchange, {}, alone);
  return isComplete && possible.every(({ outcome }) => outcome.result === "failed");
}

/** Secrets and a random number that record when they are read. */
class Given {
  readonly secrets: Secrets;
  readonly #random: number;
  readonly #read: Record<string, Record<string, string>> = {};
  isDrawn = false;

  constructor(secrets: Secrets, random: number) {
    this.#random = random;
    this.secrets = Object.fromEntries(
      Object.entries(secrets).map(([vault, some]) => [vault, this.#watched(vault, some)]),
    );
  }

  get secretsRead(): Secrets {
    return this.#read;
  }

  random(): number {
    this.isDrawn = true;
    return this.#random;
  }

  #watched(vault: string, secrets: Secrets[string]): Secrets[string] {
    const read = this.#read;
    const watched = {};
    for (const [name, value] of Object.entries(secrets)) {
      const get = (): string => {
        read[vault] = { ...read[vault], [name]: value };
        return value;
      };
      Object.defineProperty(watched, name, { get, enumerable: true });
    }
    return watched;
  }
}

const mostTimes = 10_000;

/** Limits that record what they count, so that counting can be repeated without running the exchange. */
class RecordedLimits extends RateLimits {
  readonly #counted: Parameters<RateLimits["count"]>[] = [];

  override count(...counted: Parameters<RateLimits["count"]>): number {
    this.#counted.push(counted);
    return super.count(...counted);
  }

  times(): number[] {
    const found = new Set(this.#counted.map(([, { capacity }]) => capacity + 1));
    return [...found].filter((time) => time <= mostTimes).toSorted((one, other) => one - other);
  }

  after(times: number): RateLimits {
    const limits = new RateLimits();
    for (let time = 0; time < times; time++) {
      for (const counted of this.#counted) if (limits.count(...counted) > 0) break;
    }
    return limits;
  }
}
