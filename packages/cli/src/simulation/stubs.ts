import { didYouMean } from "@traffic-policy/policy-language";
import {
  stubOf,
  type CompiledPolicy,
  type Stub,
  type StubInput,
} from "@traffic-policy/policy-engine";
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
      const input = inputOf(does);
      if (type === "" || input === undefined) {
        throw new CommandError(`--stub: "${text}" is not a stub.`, {
          help: "Write the type and next, close, fail or a status, like jwt-validation=401.",
        });
      }
      if (!types.has(type)) {
        throw new CommandError(`--stub: The policy has no action "${type}".`, {
          help: didYouMean(type, types),
        });
      }
      return [type, stubOf(input)];
    }),
  );
}

function inputOf(text: string): StubInput | undefined {
  if (text === "next" || text === "close" || text === "fail") return text;
  return /^[1-9]\d\d$/.test(text) ? Number(text) : undefined;
}
