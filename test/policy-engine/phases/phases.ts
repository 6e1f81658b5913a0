import type { Action, JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulate,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type ResponseInput,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";

/** What is simulated, and how. */
export interface Given extends SimulationOptions {
  readonly protocol?: Protocol;
  readonly url?: string;
  readonly exchange?: Exchange;
  readonly response?: ResponseInput;
}

/** Compiles a policy that may not have problems. */
export async function compiled(document: object, protocol?: Protocol): Promise<CompiledPolicy> {
  const policy = await compilePolicy(document as JsonValue, protocol && { protocol });
  if (policy.problems.length > 0) throw new Error(JSON.stringify(policy.problems));
  return policy;
}

/** What a policy of phases does; it may not have problems. */
export async function phases(document: object, given: Given = {}): Promise<Outcome> {
  const { protocol = "http", url = "https://example.com/", exchange, response, ...options } = given;
  const request = { url, ...exchange?.request };
  const own: Exchange = {
    ...exchange,
    ...(protocol === "http" && { request }),
    ...(response && { response }),
  };
  return simulate(await compiled(document, protocol), own, options);
}

/** What the actions of one rule of `on_http_request` do. */
export function onRequest(actions: readonly Action[], given?: Given): Promise<Outcome> {
  return phases({ on_http_request: [{ actions }] }, given);
}

export const act = (type: string, config?: Action["config"]): Action => ({
  type,
  ...(config && { config }),
});

/** An action that leaves in the log what expressions give. */
export const logged = (metadata: Readonly<Record<string, string>>): Action =>
  act("log", { metadata });

/**
 * The title of a test about a fact of the dialect. `test/corpus` checks that the fact was collected.
 *
 * @param name - where it stands: `actions.set-vars.order` in the facts about behaviour, or `config set-vars.results` in
 *   those about actions
 */
export function fact(name: string, title: string): string {
  return `${name}: ${title}`;
}
