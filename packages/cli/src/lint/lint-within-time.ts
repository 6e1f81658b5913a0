import type { Diagnostic, PolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, type LintOptions } from "@traffic-policy/policy-lint";
import { CommandError } from "../command-error.ts";
import { listed } from "../listed.ts";
import { stoppedAfter } from "../user-code/stopped-after.ts";
import { defaultTimeLimit, secondsText } from "../user-code/time-limit.ts";

/** What is added for a character of a policy: many times what the rules of ours take for it. */
const builtInMilliseconds = 0.02;

/**
 * Lints a policy, and does not wait for ever for the rules of the configuration's own.
 *
 * @param timeLimit - how long those may take, in milliseconds; nothing where nobody could say
 * @throws CommandError when they take longer
 * @throws LintRuleError when one of them throws
 */
export function lintWithinTime(
  source: PolicySource,
  options: LintOptions,
  timeLimit?: number,
): Diagnostic[] {
  const names = [...(options.rules?.keys() ?? [])];
  if (names.length === 0) return lintPolicy(source, options);
  const size = JSON.stringify(source.document ?? null).length;
  const limit = Math.ceil((timeLimit ?? defaultTimeLimit) + size * builtInMilliseconds);
  const found = stoppedAfter(() => lintPolicy(source, options), limit);
  if (found !== "timed-out") return found;
  const time = secondsText(timeLimit ?? defaultTimeLimit);
  const more = timeLimit === undefined ? "" : "; --timeout gives them more time";
  throw new CommandError(
    `${source.file}: The configuration's own lint rules are not done after ${time}: ${listed(names)}.`,
    { help: `Look for a loop without an end${more}.` },
  );
}
