import { ExchangeError, type Exchange } from "./exchange/exchange.ts";
import type { SimulationOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { CompiledPolicy } from "./policy/compile-policy.ts";
import { ExchangeRun } from "./run/exchange-run.ts";

/**
 * What a policy does to an exchange.
 *
 * What goes wrong as it would at the service is in the outcome. Thrown is an {@link ExchangeError}
 * when the exchange cannot be, and whatever a function throws that was given: the upstream, a stub.
 */
export async function simulate(
  policy: CompiledPolicy,
  exchange: Exchange,
  options?: SimulationOptions,
): Promise<Outcome> {
  const run = new ExchangeRun(policy, exchange, options);
  const request = run.request();
  const upstream = request === undefined ? undefined : exchange.upstream;
  run.response(
    upstream === undefined || request === undefined ? exchange.response : await upstream(request),
  );
  return run.outcome();
}

/**
 * The same at once, for an exchange whose response is data.
 *
 * @throws ExchangeError when the exchange cannot be, or has its upstream as a function
 */
export function simulateSync(
  policy: CompiledPolicy,
  exchange: Exchange,
  options?: SimulationOptions,
): Outcome {
  if (exchange.upstream !== undefined) {
    throw new ExchangeError(
      "The upstream is a function, which may be asynchronous.",
      "Use simulate(), or give the response as data.",
    );
  }
  const run = new ExchangeRun(policy, exchange, options);
  run.request();
  run.response(exchange.response);
  return run.outcome();
}
