import { compileRegularExpression, parseType } from "@traffic-policy/policy-language/internal";
import { members } from "@traffic-policy/policy-logic";
import { narrow, valuesOfType } from "@traffic-policy/policy-logic/internal";

/** The texts that a pattern matches: none, all, or an example. */
export type PatternExample = { readonly in: "none" | "all" } | { readonly text: string };

/** Finds an example for a pattern. Undefined when the pattern is invalid, or no example is found. */
export function patternExample(pattern: string): PatternExample | undefined {
  const compiled = compileRegularExpression(pattern);
  if (!compiled.ok) return undefined;
  const test = { kind: "text", test: { kind: "matches", pattern } } as const;
  const all = valuesOfType(parseType("string"));
  const matching = narrow(all, test, true);
  if (matching === undefined) return { in: "none" };
  if (narrow(all, test, false) === undefined) return { in: "all" };
  for (const member of members(matching)) {
    if (member.kind === "text" && compiled.matches(member.value)) return { text: member.value };
  }
  return undefined;
}
