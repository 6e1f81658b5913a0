import { nearest } from "@traffic-policy/policy-language";

/** The help for a name that is not known; undefined when none of those that are known is like it. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  return suggestion(nearest(name, known));
}

/** The same for a name that was looked for in another way. */
export function suggestion(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}
