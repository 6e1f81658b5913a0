import {
  type BehaviourOptions,
  type CompiledPolicy,
  defaults,
  type Exchange,
  ExchangeError,
  type Outcome,
  RateLimits,
  simulateSync,
  type Stub,
  openQuestions,
  type OpenQuestion,
} from "@traffic-policy/policy-engine";
import { isSentOverHttp } from "@traffic-policy/policy-engine/formats";
import type { PolicySource } from "@traffic-policy/policy-language";
import { type Clock, CommandError } from "../context.ts";
import {
  checkGiven,
  exchangeOf,
  problemAt,
  type GivenExchange,
} from "../exchange/given-exchange.ts";

export interface Simulation {
  /** Which exchange of a HAR file it is, counted from 1. */
  readonly entry?: number;
  /** Method and URL; empty without a request. */
  readonly asked: string;
  readonly exchange: Exchange;
  /** With a trace. */
  readonly outcome: Outcome;
  /** What the result depends on that is not known; recordings have none. */
  readonly dependsOn: readonly Dependence[];
}

export interface FailedSimulation {
  readonly entry: number;
  /** Method and URL. */
  readonly asked: string;
  readonly error: CommandError;
  /** There is nothing to simulate: it never left the browser. */
  readonly isNone?: true;
}

export interface SimulationSettings {
  readonly behaviour: Partial<BehaviourOptions>;
  readonly stubs: Readonly<Record<string, Stub>>;
  readonly clock: Clock;
}

/**
 * Simulates one exchange, with what the result depends on.
 *
 * @throws CommandError when the exchange cannot be
 */
export function simulateOne(
  policy: CompiledPolicy,
  given: GivenExchange,
  settings: SimulationSettings,
): Simulation {
  const exchange = checkedExchange(policy, given);
  const now = settings.clock.now();
  const run = (behaviour: Partial<BehaviourOptions>, trace: boolean): Outcome =>
    simulateSync(policy, exchange, {
      ...behaviour,
      stubs: settings.stubs,
      trace,
      clock: () => now,
      rateLimits: new RateLimits(),
    });
  const outcome = located(given, () => run(settings.behaviour, true));
  const dependsOn = dependences(outcome, settings.behaviour, (other) => run(other, false));
  return { asked: askedIn(given), exchange, outcome, dependsOn };
}

/** Simulates the exchanges of a recording one after the other: limits count all of them. */
export function simulateRecording(
  policy: CompiledPolicy,
  entries: readonly GivenExchange[],
  settings: SimulationSettings,
): (Simulation | FailedSimulation)[] {
  const rateLimits = new RateLimits();
  const options = { ...settings.behaviour, stubs: settings.stubs, trace: true, rateLimits };
  return entries.map((given, index) => {
    const entry = index + 1;
    const asked = askedIn(given);
    if (!isSentOverHttp(given.exchange)) {
      const error = new CommandError("It is not sent over HTTP.");
      return { entry, asked, error, isNone: true };
    }
    try {
      const exchange = checkedExchange(policy, given);
      const outcome = located(given, () => simulateSync(policy, exchange, options));
      return { entry, asked, exchange, outcome, dependsOn: [] };
    } catch (error) {
      if (error instanceof CommandError) return { entry, asked, error };
      throw error;
    }
  });
}

function askedIn({ exchange }: GivenExchange): string {
  return askedOf(exchange);
}

/** Method and URL of an exchange; empty without a request. */
export function askedOf({
  request,
}: {
  readonly request?: { readonly method?: string; readonly url: string };
}): string {
  if (request === undefined) return "";
  return `${request.method ?? defaults.request.method} ${request.url}`;
}

function checkedExchange({ protocol }: CompiledPolicy, given: GivenExchange): Exchange {
  checkGiven(given);
  const exchange = exchangeOf(given);
  const about = exchange.request === undefined ? "response" : "request";
  if (protocol === "http" && exchange.request === undefined) {
    throw problemAt(
      given.place(""),
      "There is no request, but the policy is for http.",
      "Add one, like --request 'GET https://example.com/'.",
    );
  }
  if (protocol !== "http" && exchange[about] !== undefined) {
    throw problemAt(
      given.place(`/${about}`),
      `There is a ${about}, but the policy is for ${protocol}, which sees only connections.`,
      `Remove the ${about}; --client-ip and others describe the connection.`,
    );
  }
  return exchange;
}

/** What only the engine finds fault with is the URL. */
function located(given: GivenExchange, simulate: () => Outcome): Outcome {
  try {
    return simulate();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const { message, help } = error;
    throw problemAt(given.place("/request/url"), message, help);
  }
}

export interface SimulationReport {
  readonly source: PolicySource;
  readonly policy: CompiledPolicy;
  /** The answers that were given to open questions. */
  readonly behaviour: Partial<BehaviourOptions>;
  readonly simulations: readonly (Simulation | FailedSimulation)[];
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
};

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
