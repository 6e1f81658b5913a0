import { enumerated } from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy, Outcome, RuleReference } from "@traffic-policy/policy-engine";

/**
 * Returns the condition of an outcome when only the service knows if an action lets the exchange pass: ` if oauth
 * lets it pass`. Empty when there is no such condition.
 *
 * @param before - for an event in a rule: only the actions of earlier rules count
 */
export function ifPassingText(
  { result, notSimulated }: Pick<Outcome, "result" | "notSimulated">,
  { dialect, sections }: Pick<CompiledPolicy, "dialect" | "sections">,
  before?: RuleReference,
): string {
  // What is shown to fail does so in any case.
  if (before === undefined && result === "failed") return "";
  // Of rules that processing came to, only those before it: a policy has them in this order.
  const rules = before === undefined ? [] : sections.flatMap((section) => section.rules);
  const later = rules.slice(rules.findIndex(({ path }) => path === before?.path));
  const types = notSimulated
    .filter(({ path }) => !later.some((rule) => path.startsWith(`${rule.path}/`)))
    .map(({ type }) => type)
    .filter((type) => typeof dialect.actions.get(type)?.endsProcessing !== "string");
  const [first, ...others] = new Set(types);
  if (first === undefined) return "";
  return ` if ${enumerated([first, ...others])} ${others.length === 0 ? "lets" : "let"} it pass`;
}
