import { enumerated } from "@traffic-policy/policy-language";
import type { CompiledPolicy, RuleReference } from "@traffic-policy/policy-engine";
import type { TracedOutcome } from "../witness/replay.ts";

/**
 * What an outcome depends on where only the service knows whether an action lets the exchange pass: ` if oauth lets it
 * pass`. Empty where it depends on none.
 *
 * @param before - for what happens in a rule: only the actions of rules before it count
 */
export function ifPassingText(
  { result, notSimulated, trace }: TracedOutcome,
  { dialect }: Pick<CompiledPolicy, "dialect">,
  before?: RuleReference,
): string {
  // What is shown to fail does so in any case.
  if (before === undefined && result === "failed") return "";
  const rules = trace.rules.map(({ path }) => path);
  const end = before === undefined ? rules.length : rules.indexOf(before.path);
  const earlier = rules.slice(0, end);
  const types = notSimulated
    .filter(({ path }) => earlier.some((rule) => path.startsWith(`${rule}/`)))
    .map(({ type }) => type)
    .filter((type) => typeof dialect.actions.get(type)?.endsProcessing !== "string");
  const [first, ...others] = new Set(types);
  if (first === undefined) return "";
  return ` if ${enumerated([first, ...others])} ${others.length === 0 ? "lets" : "let"} it pass`;
}
