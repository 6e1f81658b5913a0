import { nearest } from "@traffic-policy/policy-language/internal";

/**
 * The lint rule that is probably meant by a name that no rule has: one whose category and name are
 * each near enough, or the only one of this name, written without its category or with another.
 */
export function meantRule(name: string, known: Iterable<string>): string | undefined {
  const rules = [...known].map((full) => [...split(full), full] as const);
  if (rules.some(([category]) => category === name)) return undefined;
  const [category, short] = split(name);
  const meant = nearest(
    category,
    rules.map(([other]) => other),
  );
  const beside = rules.filter(([other]) => other === meant);
  return nearestOf(short, beside) ?? nearestOf(short, rules);
}

type Rule = readonly [category: string, short: string, full: string];

function split(name: string): [category: string, short: string] {
  const slash = name.indexOf("/");
  return [name.slice(0, Math.max(0, slash)), name.slice(slash + 1)];
}

/** Finds the nearest rule by the name without its category; several categories may have a rule of that name. */
function nearestOf(name: string, rules: readonly Rule[]): string | undefined {
  const meant = nearest(
    name,
    rules.map(([, short]) => short),
  );
  const [only, ...others] = rules.filter(([, short]) => short === meant);
  return others.length === 0 ? only?.[2] : undefined;
}
