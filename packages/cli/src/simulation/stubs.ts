import type { CompiledPolicy, Stub, StubResult } from "@traffic-policy/policy-engine";
import { nearest } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";

/**
 * What `--stub` says that actions do which are not simulated.
 *
 * @param given - as written: `jwt-validation=next`
 * @param policy - the policy whose actions they are
 * @throws CommandError when one is not written as it should be
 */
export function stubs(
  given: readonly string[],
  { directions }: CompiledPolicy,
): Readonly<Record<string, Stub>> {
  const types = new Set(
    directions
      .flatMap(({ rules }) => rules)
      .flatMap(({ actions }) => actions)
      .map(({ type }) => type),
  );
  return Object.fromEntries(
    given.map((text) => {
      const [, type = "", does = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const result = resultOf(does);
      if (type === "" || result === undefined) {
        throw new CommandError(`--stub: "${text}" does not say what an action does.`, {
          help: "Write the type and next, close, fail or a status, like jwt-validation=401.",
        });
      }
      if (!types.has(type)) {
        const meant = nearest(type, types);
        throw new CommandError(`--stub: The policy has no action "${type}".`, {
          help: meant === undefined ? undefined : `Did you mean "${meant}"?`,
        });
      }
      return [type, () => result];
    }),
  );
}

function resultOf(text: string): StubResult | undefined {
  if (text === "next") return { next: true };
  if (text === "close") return { close: true };
  if (text === "fail") return { fail: "The stub lets it fail." };
  return /^[1-9]\d\d$/.test(text) ? { answer: { status: Number(text) } } : undefined;
}
