import type { BehaviourOptions, CompiledPolicy } from "@traffic-policy/policy-engine";

/**
 * Whether rules for responses run after an action has answered: as the catalogue knows, or the options say.
 *
 * @param type - of the action; none of what fails
 */
export function continuesAfter(
  type: string | undefined,
  { dialect }: Pick<CompiledPolicy, "dialect">,
  { outboundAfterAnswer }: Pick<BehaviourOptions, "outboundAfterAnswer">,
): boolean {
  const answer = type === undefined ? undefined : dialect.actions.get(type)?.answer;
  return answer?.reachesResponseRules ?? outboundAfterAnswer;
}

/** The same for some action of a policy that comes before the upstream. */
export function mayContinueAfterAnswer(
  policy: CompiledPolicy,
  options: Pick<BehaviourOptions, "outboundAfterAnswer">,
): boolean {
  const actions = policy.directions
    .filter(({ stage }) => stage === "request")
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  return (
    options.outboundAfterAnswer || actions.some(({ type }) => continuesAfter(type, policy, options))
  );
}

/**
 * Why nothing is proved of a policy, as a sentence: it does what formulas do not follow yet. Examples that are found
 * are tried, and hold.
 */
export function notFollowed({ protocol, directions }: CompiledPolicy): string | undefined {
  if (protocol !== "http") return undefined;
  const found = directions.find(
    ({ stage, rules }) => (stage === "connect" || stage === "message") && rules.length > 0,
  );
  return found && `Rules of ${found.direction} in a policy for http are not proved yet.`;
}
