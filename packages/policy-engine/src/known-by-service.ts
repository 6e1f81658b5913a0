import {
  parseExpression,
  printExpression,
  type Call,
  type Expression,
} from "@traffic-policy/policy-language";
import { childrenOf, ownMember, variablesIn } from "@traffic-policy/policy-language/internal";
import { defaults, type Exchange } from "./exchange/exchange.ts";
import { resolveOptions, type SimulationOptions } from "./options.ts";
import type { ActionReference } from "./outcome.ts";
import type { CompiledAction, CompiledPolicy } from "./policy/compile-policy.ts";
import { expressionTexts } from "./policy/expression-texts.ts";
import { Questions } from "./run/questions.ts";
import { Run } from "./run/run.ts";
import { isKnown } from "./variables/is-known.ts";

/** The parts of a policy's behaviour that only the service knows. */
export interface KnownByService {
  /** The actions that only the service can run. */
  readonly actions: readonly ActionReference[];
  /** The names of the variables that the policy reads and only the service knows. */
  readonly variables: readonly string[];
  /** The calls of functions that give what only the service knows: secrets and random numbers. */
  readonly calls: readonly string[];
}

/**
 * Finds what only the service knows about a policy, before there is an exchange. An exchange can make more unknown,
 * such as a token whose keys are not given.
 *
 * @param given - the facts about every exchange
 * @param options - the available stubs, secrets and random numbers
 */
export function knownByService(
  policy: CompiledPolicy,
  given: Pick<Exchange, "connection" | "variables"> = {},
  options: Pick<SimulationOptions, "stubs" | "secrets" | "random"> = {},
): KnownByService {
  const { sections, dialect } = policy;
  const { stubs = {} } = options;
  const needsService = ({ type, run, problem }: CompiledAction): boolean =>
    run === undefined && problem === undefined && ownMember(stubs, type) === undefined;
  const actions = sections
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.actions))
    .filter(needsService)
    .map(({ path, type }) => ({ path, type }));
  const exchange = { ...given, request: { url: `https://${defaults.request.host}/` } };
  const run = new Run(exchange, policy, resolveOptions({}, dialect));
  const questions = new Questions();
  const trees = expressionTexts(policy).flatMap((text) => {
    const parsed = parseExpression(text);
    return parsed.ok ? [parsed.tree] : [];
  });
  const read = new Map(
    trees
      .flatMap((tree) => variablesIn(tree, dialect))
      .map((variable) => [variable.name, variable]),
  );
  const calls = trees.flatMap(callsIn).filter((call) => !isGiven(call, options));
  const unknown = [...read.values()].filter(
    (variable) => variable.knownBy === "service" && !isKnown(run, variable, questions),
  );
  return {
    actions,
    variables: unknown.map(({ name }) => name).toSorted(),
    calls: [...new Set(calls.map((call) => printExpression(call)))].toSorted(),
  };
}

function callsIn(node: Expression): Call[] {
  const inner = childrenOf(node).flatMap(callsIn);
  return node.kind === "call" && /^(?:rand\.|secrets\.get\()/.test(printExpression(node))
    ? [node, ...inner]
    : inner;
}

function isGiven(
  { arguments: [vault, name], ...call }: Call,
  { secrets, random }: Pick<SimulationOptions, "secrets" | "random">,
): boolean {
  if (!call.name.endsWith("get")) return random !== undefined;
  const [inVault, called] = [vault, name].map((one) =>
    one?.kind === "literal" ? String(one.value) : undefined,
  );
  if (inVault === undefined || called === undefined) return secrets !== undefined;
  return ownMember(ownMember(secrets ?? {}, inVault) ?? {}, called) !== undefined;
}
