import { ownMember, type Dialect } from "@traffic-policy/policy-language";
import type { CompiledPolicy, StubInput } from "@traffic-policy/policy-engine";

type Stubs = Readonly<Record<string, StubInput>>;

/** Checks whether nobody knows what actions of a type do: neither the catalogue nor a stub. */
export function isUnknownType(type: string, { actions }: Dialect, stubs: Stubs = {}): boolean {
  return !actions.has(type) && ownMember(stubs, type) === undefined;
}

/** Why not all of a policy can be read; nothing when it can. */
export function whyNotRead(
  { directions, dialect, problems }: CompiledPolicy,
  stubs?: Stubs,
): string | undefined {
  const actions = directions.flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  const unknown = actions.find(({ type }) => isUnknownType(type, dialect, stubs));
  if (unknown !== undefined) return `There is no action "${unknown.type}".`;
  // An action that is stubbed is no problem.
  const stubbed = actions.filter(({ type }) => ownMember(stubs ?? {}, type) !== undefined);
  const problem = problems.find(
    ({ path }) => !stubbed.some((action) => path.startsWith(`${action.path}/`)),
  );
  return problem && refused(problem.message);
}

/** Why an expression of a policy cannot be read; nothing when all can. It fails here, and is refused by the service. */
export function whyNoExpression({ directions }: CompiledPolicy): string | undefined {
  const rules = directions.flatMap((one) => one.rules);
  const broken = rules.flatMap(({ expressions }) =>
    expressions.flatMap((one) => one.problem ?? []),
  );
  return broken[0] && refused(broken[0].message);
}

/** Why something is unknown of a policy of which a part cannot be read. */
export function unreadReason(why: string): string {
  return `Not all of the policy can be read. ${why}`;
}

function refused(message: string): string {
  return `The service would refuse the policy: ${message}`;
}
