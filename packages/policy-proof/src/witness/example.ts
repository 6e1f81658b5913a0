import { parseExpression, type Dialect, type Expression } from "@traffic-policy/policy-language";
import { childrenOf, getOrAdd } from "@traffic-policy/policy-language/internal";
import type {
  CaseSettings,
  CompiledPolicy,
  Exchange,
  Secrets,
} from "@traffic-policy/policy-engine";
import { functionOf } from "@traffic-policy/policy-logic/internal";
import { expressionsIn } from "../policy/config.ts";

/** An exchange with what else it takes to repeat it, as a case has it. */
export interface Example extends Exchange, Pick<CaseSettings, "secrets" | "random"> {}

export const usualSecret = "secret";

export const usualRandom = 0.5;

const known = new WeakMap<CompiledPolicy, Secrets>();

/** Returns the secrets that a policy names, which are assumed to exist, by vault and name. */
export function secretsOf(policy: CompiledPolicy): Secrets {
  return getOrAdd(known, policy, secretsNamedIn);
}

function secretsNamedIn({ sections, dialect }: CompiledPolicy): Secrets {
  const names = [...dialect.functions.values()].flatMap(({ name, source }) =>
    source === "secrets" ? [name] : [],
  );
  const found: Record<string, Record<string, string>> = {};
  const texts = sections.flatMap(({ rules }) =>
    rules.flatMap(({ expressions, actions }) => [
      ...expressions.map(({ text }) => text),
      ...actions.flatMap(({ config }) => expressionsIn(config)),
    ]),
  );
  for (const text of texts) {
    if (!names.some((name) => text.includes(name))) continue;
    const parsed = parseExpression(text);
    if (!parsed.ok) continue;
    for (const [vault, name] of secretsIn(parsed.tree, dialect)) {
      found[vault] = { ...found[vault], [name]: usualSecret };
    }
  }
  return found;
}

function secretsIn(node: Expression, dialect: Dialect): (readonly [string, string])[] {
  const inner = childrenOf(node).flatMap((child) => secretsIn(child, dialect));
  const own = secretAskedBy(node, dialect);
  return own === undefined ? inner : [own, ...inner];
}

export function secretAskedBy(
  node: Expression,
  dialect: Dialect,
): readonly [vault: string, name: string] | undefined {
  if (node.kind !== "call" || functionOf(node, dialect)?.source !== "secrets") return undefined;
  const [vault, name] = node.arguments.map((one) =>
    one.kind === "literal" && typeof one.value === "string" ? one.value : undefined,
  );
  return vault === undefined || name === undefined ? undefined : [vault, name];
}

/** Joins secrets vault by vault; those of the second win. */
export function mergedSecrets(secrets: Secrets = {}, others: Secrets = {}): Secrets {
  const vaults = new Set([...Object.keys(secrets), ...Object.keys(others)]);
  return Object.fromEntries(
    [...vaults].map((vault) => [vault, { ...secrets[vault], ...others[vault] }]),
  );
}
