import { type Dialect } from "@traffic-policy/policy-language";
import { ownMember } from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy, StubInput } from "@traffic-policy/policy-engine";

type Stubs = Readonly<Record<string, StubInput>>;

/** True when neither the catalogue nor a stub defines what actions of a type do. */
export function isUnknownType(type: string, { actions }: Dialect, stubs: Stubs = {}): boolean {
  return !actions.has(type) && ownMember(stubs, type) === undefined;
}

export function whyNotRead(
  { sections, dialect, problems }: CompiledPolicy,
  stubs?: Stubs,
): string | undefined {
  const actions = sections.flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  const unknown = actions.find(({ type }) => isUnknownType(type, dialect, stubs));
  if (unknown !== undefined) return `There is no action "${unknown.type}".`;
  // An action that is stubbed is no problem.
  const stubbed = actions.filter(({ type }) => ownMember(stubs ?? {}, type) !== undefined);
  const problem = problems.find(
    ({ path }) => !stubbed.some((action) => path.startsWith(`${action.path}/`)),
  );
  return problem && refused(problem.message);
}

/**
 * Explains why an expression of a policy cannot be read; undefined when all can. An unreadable expression fails here,
 * and the service refuses it.
 */
export function whyNoExpression({ sections }: CompiledPolicy): string | undefined {
  const rules = sections.flatMap((one) => one.rules);
  const broken = rules.flatMap(({ expressions }) =>
    expressions.flatMap((one) => one.problem ?? []),
  );
  return broken[0] && refused(broken[0].message);
}

export function unreadReason(why: string): string {
  return `Not all of the policy can be read. ${why}`;
}

function refused(message: string): string {
  return `The service would refuse the policy: ${message}`;
}
