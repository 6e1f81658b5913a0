import {
  directionsDialect,
  type ActionDefinition,
  type Dialect,
  type JsonValue,
} from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulate,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { resultNamespace } from "../../packages/policy-language/src/catalogue/results.ts";
import basicAuth from "../../packages/policy-language/src/catalogue/phases/actions/basic-auth.ts";
import jwtValidation from "../../packages/policy-language/src/catalogue/phases/actions/jwt-validation.ts";
import verifyWebhook from "../../packages/policy-language/src/catalogue/phases/actions/verify-webhook.ts";

/** Actions that let some requests through only, as the dialect of phases has them, in inbound rules. */
const added = [basicAuth, jwtValidation, verifyWebhook].map((action): ActionDefinition => ({
  ...action,
  sections: { http: ["inbound"], tcp: [], tls: [] },
}));

const actions = new Map([
  ...directionsDialect.actions,
  ...added.map((action): [string, ActionDefinition] => [action.type, action]),
]);

const dialect: Dialect = {
  ...directionsDialect,
  actions,
  namespaces: [
    ...directionsDialect.namespaces.filter(({ name }) => name !== "actions"),
    resultNamespace([...actions.values()], [...directionsDialect.sections.keys()]),
  ],
};

/**
 * A policy of such an action, and of one that logs results, also when there is a response.
 *
 * @param results - names without `actions.ngrok.`
 */
export function guarded(
  type: string,
  config: object,
  results: readonly string[] = [],
): Promise<CompiledPolicy> {
  const metadata = Object.fromEntries(results.map((name) => [name, `\${actions.ngrok.${name}}`]));
  const log = { type: "log", config: { metadata } };
  const outbound = results.length === 0 ? [] : [{ actions: [log] }];
  const document = { inbound: [{ actions: [{ type, config }, log] }], outbound };
  return compilePolicy(document as unknown as JsonValue, { dialect });
}

/** What such a policy does; it may not have problems. */
export async function guard(
  type: string,
  config: object,
  exchange: Exchange,
  options: SimulationOptions = {},
  results: readonly string[] = [],
): Promise<Outcome> {
  const policy = await guarded(type, config, results);
  if (policy.problems.length > 0) throw new Error(JSON.stringify(policy.problems));
  return simulate(policy, exchange, { trace: true, ...options });
}

/** `verified`, the reason why not, or why it is not known. */
export function verdictOf({ result, response, notSimulated, errors, trace }: Outcome): string {
  if (errors[0] !== undefined) return `error: ${errors[0].message}`;
  if (notSimulated[0] !== undefined) return `not simulated: ${notSimulated[0].message}`;
  if (result === "forwarded") return "verified";
  const note = trace?.rules[0]?.actions[0]?.note;
  return `${response?.status}: ${note}`;
}
