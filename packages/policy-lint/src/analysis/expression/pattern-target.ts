import type { Call, Expression } from "@traffic-policy/policy-language";

/** What `text.matches(pattern)` or `matches(text, pattern)` matches the pattern with. */
export function patternTarget({ target, arguments: given }: Call): Expression | undefined {
  return target ?? (given.length === 2 ? given[0] : undefined);
}
