import { rulesBeforeUpstream, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { comparePolicies, type ProofOptions } from "@traffic-policy/policy-proof";
import type { Impact, RuleMatches } from "./impact.ts";

/** A place of a rule at which fewer rules would have been evaluated, and which is proved to change nothing else. */
export interface QuickerPlace {
  readonly rule: RuleMatches;
  /** The rule that it would be put in front of. */
  readonly before: RuleMatches;
  /** How many evaluations of rules it would have saved, and of how many. */
  readonly saved: number;
  readonly evaluated: number;
}

/** Less than this part of all evaluations is not worth a change. */
const leastShare = 0.05;
/** What fewer exchanges say may be chance. */
const leastSeen = 1000;
/** How many places are tried: each takes a proof. */
const mostTried = 6;

/** What rules may do to an exchange, as paths of rules. */
export interface Enders {
  /** Those that end processing whenever they match. */
  readonly always: ReadonlySet<string>;
  /** Those that sometimes end it, or fail. */
  readonly sometimes: ReadonlySet<string>;
}

/**
 * Looks for rules that end many exchanges, and stand behind rules that seldom do: in front of these, they would save
 * evaluations. Only places for which it is proved that the policy does the same to every exchange are told.
 */
export function quickerPlaces(
  policy: CompiledPolicy,
  { rules: [, matches = []], passages, seen }: Pick<Impact, "rules" | "passages" | "seen">,
  { always, sometimes }: Enders,
  options: ProofOptions,
): QuickerPlace[] {
  const section = rulesBeforeUpstream(policy);
  const byPath = new Map(matches.map((rule) => [rule.path, rule]));
  const rules = section?.rules.flatMap(({ path }) => byPath.get(path) ?? []) ?? [];
  if (seen < leastSeen || section === undefined || rules.length !== section.rules.length) return [];
  const endedBy = new Map<string, number>();
  let unknown = 0;
  for (const { after, count } of passages) {
    const path = after.ending?.rule?.path;
    if (path !== undefined) endedBy.set(path, (endedBy.get(path) ?? 0) + count);
    else if (after.kind === "unknown") unknown += count;
  }
  // A rule that fails ends an exchange, too.
  const ended = ({ path }: RuleMatches): number => endedBy.get(path) ?? 0;
  // Where it is not known what ended an exchange, it is taken for what speaks against moving.
  const perhaps = (rule: RuleMatches): number => {
    if (sometimes.has(rule.path)) return unknown;
    return always.has(rule.path) ? rule.unknown : 0;
  };
  const atMost = (rule: RuleMatches): number => ended(rule) + perhaps(rule);
  const earlier = policy.directions.slice(0, policy.directions.indexOf(section));
  const endedEarlier = earlier.flatMap((one) =>
    one.rules.map(({ path }) => endedBy.get(path) ?? 0),
  );
  let reaching = endedEarlier.reduce((rest, count) => rest - count, seen);
  let evaluated = 0;
  for (const rule of rules) {
    evaluated += reaching;
    reaching -= ended(rule);
  }
  const candidates = rules.flatMap((rule, from) => {
    let saved = 0;
    return rules
      .slice(0, from)
      .map((before, to) => ({ rule, before, from, to }))
      .toReversed()
      .map((place) => {
        saved += ended(rule) - atMost(place.before);
        return { ...place, saved };
      });
  });
  const found = new Map<RuleMatches, QuickerPlace>();
  const worth = candidates
    .filter(({ saved }) => saved >= leastShare * evaluated)
    .toSorted((one, other) => other.saved - one.saved);
  for (const { rule, before, from, to, saved } of worth.slice(0, mostTried)) {
    if (found.has(rule)) continue;
    const moved = section.rules
      .toSpliced(from, 1)
      .toSpliced(to, 0, ...section.rules.slice(from, from + 1));
    const other: CompiledPolicy = {
      ...policy,
      directions: policy.directions.map((one) =>
        one === section ? { ...one, rules: moved } : one,
      ),
    };
    const { kind, dependsOn } = comparePolicies(policy, other, options);
    if (kind === "same" && dependsOn.length === 0)
      found.set(rule, { rule, before, saved, evaluated });
  }
  return [...found.values()];
}
