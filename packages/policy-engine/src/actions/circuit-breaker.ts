import { parseDuration } from "@traffic-policy/policy-language/internal";
import { next, type ActionEffect, type ConfigReader } from "../action/effect.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { CircuitBreakers } from "../run/circuit-breakers.ts";

const circuitBreaker: ActionEffect = (config) => {
  const threshold = config.number("error_threshold");
  const volume = config.numberOrDefault("volume_threshold") ?? 1;
  const window = milliseconds(config, "window_duration");
  const tripped = milliseconds(config, "tripped_duration");
  const enforce = config.boolean("enforce") ?? true;
  if (threshold === undefined) config.missing("error_threshold");
  return (run) => {
    if (!enforce) return { kind: "next", note: "It is not enforced." };
    const { circuitBreakerErrors, circuitBreakerMemory } = run.options;
    const breakers = run.options.circuitBreakers ?? new CircuitBreakers();
    const forgets = circuitBreakerMemory === "cleared";
    const breaker = { threshold: threshold ?? 0, volume, window, tripped, forgets };
    const wait = breakers.refuses(config.path, breaker, run.now);
    if (wait === 0) {
      const least = circuitBreakerErrors === "all-errors" ? 400 : 500;
      (run.watchers ??= []).push((status) =>
        breakers.count(config.path, status === null || status >= least, run.now),
      );
      return next;
    }
    // Source: facts/phases/behaviour.json, refusals: whatever the service itself refuses has the header.
    const response = new ResponseState({
      status: 503,
      headers: { "content-length": "0", "ngrok-error-code": "ERR_NGROK_3202" },
    });
    const seconds = String(Math.ceil(wait / 1000));
    return { kind: "answer", response, note: `The breaker is open for ${seconds} s.` };
  };
};

export default circuitBreaker;

function milliseconds(config: ConfigReader, field: string): number {
  const text = config.textOrDefault(field);
  const nanoseconds = text === undefined ? undefined : parseDuration(text);
  if (nanoseconds === undefined) config.problem([field], `"${text ?? ""}" is not a duration.`);
  return Number(nanoseconds ?? 0n) / 1e6;
}
