import type { BehaviourOptions, CompiledPolicy } from "@traffic-policy/policy-engine";
import { isUnknownType } from "./not-read.ts";

type Answers = Pick<BehaviourOptions, "outboundAfterAnswer" | "responseRulesAfterForward">;

/**
 * True when response rules run after an action has answered, according to the catalogue or the options.
 *
 * @param type - of the action; omitted for a failure
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

export function mayContinue(policy: CompiledPolicy, options: Answers): boolean {
  const actions = policy.sections
    .filter(({ stage }) => stage === "request")
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  return (
    options.outboundAfterAnswer || actions.some(({ type }) => continuesAfter(type, policy, options))
  );
}

export function mayForward({ sections, dialect }: CompiledPolicy): boolean {
  return sections.some(({ rules }) =>
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
