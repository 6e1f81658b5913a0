import { variablesOf, type Dialect } from "@traffic-policy/policy-language";

const names = new WeakMap<Dialect, ReadonlySet<string>>();

/** The full names of all variables of a dialect, those of earlier eras among them. */
export function variableNames(dialect: Dialect): ReadonlySet<string> {
  let found = names.get(dialect);
  if (found === undefined) {
    found = new Set(variablesOf(dialect).map(({ name }) => name));
    names.set(dialect, found);
  }
  return found;
}
