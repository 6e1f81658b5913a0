import type { Action, JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulate,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";

/** A GET request for the root of example.com. */
export const plainExchange: Exchange = { request: { url: "https://example.com/" } };

/** What a policy does to an exchange; it may not have problems. */
export async function simulated(
  document: object,
  exchange: Exchange = plainExchange,
  options: SimulationOptions & { protocol?: Protocol } = {},
): Promise<Outcome> {
  const { protocol = "http", ...rest } = options;
  const policy = await compilePolicy(document as JsonValue, { protocol });
  if (policy.problems.length > 0) throw new Error(JSON.stringify(policy.problems));
  return simulate(policy, exchange, rest);
}

/** What the actions of one inbound rule without expressions do. */
export function inbound(
  actions: readonly Action[],
  exchange?: Exchange,
  options?: SimulationOptions & { protocol?: Protocol },
): Promise<Outcome> {
  return simulated({ inbound: [{ actions }] }, exchange, options);
}

/** What the actions of one outbound rule without expressions do. */
export function outbound(
  actions: readonly Action[],
  exchange: Exchange,
  options?: SimulationOptions,
): Promise<Outcome> {
  return simulated({ outbound: [{ actions }] }, exchange, options);
}

/** Whether an expression holds for an exchange; what is wrong when it fails. */
export async function holds(
  expression: string,
  exchange: Exchange = plainExchange,
  options: SimulationOptions & { protocol?: Protocol; direction?: string } = {},
): Promise<boolean | string> {
  const { direction = "inbound", ...rest } = options;
  const log: Action = { type: "log", config: { metadata: {} } };
  const rule = { expressions: [expression], actions: [log] };
  const { matched, errors } = await simulated({ [direction]: [rule] }, exchange, rest);
  return errors[0]?.message ?? matched.length > 0;
}
