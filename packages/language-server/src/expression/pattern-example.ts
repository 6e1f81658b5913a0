import { compileRegularExpression, parseType } from "@traffic-policy/policy-language";
import { members, narrow, valuesOfType } from "@traffic-policy/policy-logic";
import { codeSpan } from "./describe.ts";

/** An example of a text in which a pattern matches. */
export function patternExample(pattern: string): string | undefined {
  const compiled = compileRegularExpression(pattern);
  if (!compiled.ok) return undefined;
  const test = { kind: "text", test: { kind: "matches", pattern } } as const;
  const all = valuesOfType(parseType("string"));
  const matching = narrow(all, test, true);
  if (matching === undefined) return "It matches in no text.";
  if (narrow(all, test, false) === undefined) return "It matches in every text.";
  for (const member of members(matching)) {
    if (member.kind !== "text" || !compiled.matches(member.value)) continue;
    const shown = member.value === "" ? "an empty text" : codeSpan(member.value);
    return `It matches, for example, in ${shown}.`;
  }
  return undefined;
}
