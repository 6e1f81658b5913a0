import {
  type BehaviourOptions,
  type CompiledPolicy,
  type Exchange,
  ExchangeError,
  type PossibleOutcomes,
  answered,
  CircuitBreakers,
  RateLimits,
  possibleOutcomes,
  type Stub,
  TokenVerifications,
} from "@traffic-policy/policy-engine";
import { givenWith, isSentOverHttp, protocolProblem } from "@traffic-policy/policy-engine/formats";
import { askedOf } from "@traffic-policy/policy-engine/report";
import type { PolicySource } from "@traffic-policy/policy-language";
import { type Clock, CommandError } from "../context.ts";
import type { GivenValues } from "./given-values.ts";
import {
  checkGiven,
  exchangeOf,
  problemAt,
  type GivenExchange,
} from "../exchange/given-exchange.ts";

export interface Simulation extends PossibleOutcomes {
  /** Position in a HAR file, counted from 1. */
  readonly entry?: number;
  /** Method and URL; empty without a request. */
  readonly asked: string;
  readonly exchange: Exchange;
}

export interface FailedSimulation {
  readonly entry: number;
  readonly asked: string;
  readonly error: CommandError;
  /** Set when there is nothing to simulate: the request never left the browser. */
  readonly isNone?: true;
}

export interface SimulationSettings {
  readonly behaviour: Partial<BehaviourOptions>;
  readonly stubs: Readonly<Record<string, Stub>>;
  readonly clock: Clock;
  readonly values?: GivenValues;
}

/** The options of one exchange, the same for each run: what is not known yet is asked for, and it is simulated again. */
export function optionsFor(
  given: GivenExchange,
  { stubs, clock, values }: Omit<SimulationSettings, "behaviour">,
): NonNullable<Parameters<typeof possibleOutcomes>[3]> {
  const time = clock.now();
  return {
    ...givenWith(given.exchange),
    ...values,
    stubs,
    clock: () => time,
    tokens: new TokenVerifications(),
  };
}

export async function simulateOne(
  policy: CompiledPolicy,
  given: GivenExchange,
  settings: SimulationSettings,
): Promise<Simulation> {
  const exchange = checkedExchange(policy, given);
  const options = optionsFor(given, settings);
  const simulated = await answered(() =>
    located(given, () => possibleOutcomes(policy, exchange, settings.behaviour, options)),
  );
  return { asked: askedOf(given.exchange), exchange, ...simulated };
}

export function surelyFails({ possible, isComplete }: PossibleOutcomes): boolean {
  return isComplete && possible.every(({ outcome }) => outcome.errors.length > 0);
}

/** Simulates the exchanges of a recording in order, because rate limits count all of them. */
export async function simulateRecording(
  policy: CompiledPolicy,
  given: readonly GivenExchange[],
  settings: SimulationSettings,
): Promise<(Simulation | FailedSimulation)[]> {
  const rateLimits = new RateLimits();
  const circuitBreakers = new CircuitBreakers();
  const { behaviour, stubs, values } = settings;
  const tokens = new TokenVerifications();
  const options = { ...values, stubs, rateLimits, circuitBreakers, tokens };
  const simulated = async (
    one: GivenExchange,
    entry: number,
  ): Promise<Simulation | FailedSimulation> => {
    const asked = askedOf(one.exchange);
    if (!isSentOverHttp(one.exchange)) {
      const error = new CommandError("It is not sent over HTTP.");
      return { entry, asked, error, isNone: true };
    }
    try {
      const exchange = checkedExchange(policy, one);
      const outcomes = await answered(() =>
        located(one, () => possibleOutcomes(policy, exchange, behaviour, options)),
      );
      return { entry, asked, exchange, ...outcomes };
    } catch (error) {
      if (error instanceof CommandError) return { entry, asked, error };
      throw error;
    }
  };
  const simulations: (Simulation | FailedSimulation)[] = [];
  for (const [index, one] of given.entries()) {
    simulations.push(await simulated(one, index + 1));
  }
  return simulations;
}

function checkedExchange({ protocol }: CompiledPolicy, given: GivenExchange): Exchange {
  checkGiven(given);
  const exchange = exchangeOf(given);
  const problem = protocolProblem(exchange, protocol);
  if (problem === undefined) return exchange;
  const { path, message } = problem;
  const help =
    path === ""
      ? "Add one, like --request 'GET https://example.com/'."
      : `Remove the ${path.slice(1)}; --client-ip and others describe the connection.`;
  throw problemAt(given.place(path), message, help);
}

/** Adds a position to engine errors, which can only concern the URL. */
export function located<Simulated>(given: GivenExchange, simulate: () => Simulated): Simulated {
  try {
    return simulate();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const { message, help, path } = error;
    throw problemAt(given.place(path ?? "/request/url"), message, help);
  }
}

export interface SimulationReport {
  readonly source: PolicySource;
  readonly policy: CompiledPolicy;
  readonly behaviour: Partial<BehaviourOptions>;
  readonly simulations: readonly (Simulation | FailedSimulation)[];
}
