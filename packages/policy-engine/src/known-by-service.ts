import {
  childrenOf,
  ownMember,
  parseExpression,
  variableNamed,
  type Dialect,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { defaults, type Exchange } from "./exchange/exchange.ts";
import { resolveOptions, type SimulationOptions } from "./options.ts";
import type { ActionReference } from "./outcome.ts";
import type { CompiledAction, CompiledPolicy } from "./policy/compile-policy.ts";
import { expressionTexts } from "./policy/expression-texts.ts";
import { Questions } from "./run/questions.ts";
import { Run } from "./run/run.ts";
import { isKnown } from "./variables/is-known.ts";

/** What of a policy only the service knows. */
export interface KnownByService {
  /** The actions that only the service can run. */
  readonly actions: readonly ActionReference[];
  /** The names of the variables that the policy reads and only the service knows. */
  readonly variables: readonly string[];
}

/**
 * What of a policy only the service knows, before there is an exchange: what an exchange says later can make more
 * unknown, such as a token whose keys are not given.
 *
 * @param given - what is known of every exchange
 * @param options - with the stubs that there are
 */
export function knownByService(
  policy: CompiledPolicy,
  given: Pick<Exchange, "connection" | "variables"> = {},
  { stubs = {} }: Pick<SimulationOptions, "stubs"> = {},
): KnownByService {
  const { directions, dialect } = policy;
  const needsService = ({ type, run, problem }: CompiledAction): boolean =>
    run === undefined && problem === undefined && ownMember(stubs, type) === undefined;
  const actions = directions
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.actions))
    .filter(needsService)
    .map(({ path, type }) => ({ path, type }));
  const exchange = { ...given, request: { url: `https://${defaults.request.host}/` } };
  const run = new Run(exchange, policy, resolveOptions({}, dialect));
  const questions = new Questions();
  const read = new Map(
    expressionTexts(policy)
      .flatMap((text) => variablesIn(text, dialect))
      .map((variable) => [variable.name, variable]),
  );
  const unknown = [...read.values()].filter(
    (variable) => variable.knownBy === "service" && !isKnown(run, variable, questions),
  );
  return { actions, variables: unknown.map(({ name }) => name).toSorted() };
}

function variablesIn(text: string, dialect: Dialect): VariableDefinition[] {
  const visit = (node: Expression): VariableDefinition[] => {
    const variable = variableNamed(dialect, node);
    return variable === undefined ? childrenOf(node).flatMap(visit) : [variable];
  };
  const parsed = parseExpression(text);
  return parsed.ok ? visit(parsed.tree) : [];
}
