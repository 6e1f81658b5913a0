import type { BehaviourOptions, CompiledPolicy } from "@traffic-policy/policy-engine";
import { isUnknownType } from "./not-read.ts";

type Answers = Pick<BehaviourOptions, "outboundAfterAnswer" | "responseRulesAfterForward">;

/**
 * Checks whether rules for responses run after an action has answered: as the catalogue knows, or the options say.
 *
 * @param type - of the action; none of what fails
 */
export function continuesAfter(
  type: string | undefined,
  { dialect }: Pick<CompiledPolicy, "dialect">,
  { outboundAfterAnswer, responseRulesAfterForward }: Answers,
): boolean {
  const { forwards, answer } = (type === undefined ? undefined : dialect.actions.get(type)) ?? {};
  // The answer is that of the endpoint.
  if (forwards === true) return responseRulesAfterForward;
  return answer?.reachesResponseRules ?? outboundAfterAnswer;
}

/** The same for some action of a policy that comes before the upstream. */
export function mayContinue(policy: CompiledPolicy, options: Answers): boolean {
  const actions = policy.directions
    .filter(({ stage }) => stage === "request")
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  return (
    options.outboundAfterAnswer || actions.some(({ type }) => continuesAfter(type, policy, options))
  );
}

/** Checks whether some action of a policy may forward to another endpoint: one that nobody knows may, too. */
export function mayForward({ directions, dialect }: CompiledPolicy): boolean {
  return directions.some(({ rules }) =>
    rules.some(({ actions }) =>
      actions.some(
        ({ type, problem }) =>
          isUnknownType(type, dialect) ||
          problem !== undefined ||
          dialect.actions.get(type)?.forwards === true,
      ),
    ),
  );
}
