import { type Context, CommandError } from "../context.ts";
import { BehaviourComparer, type ComparisonSettings } from "./behaviour-comparer.ts";
import type { ComparingOptions } from "./options.ts";

const usualTimeout = 5;

/**
 * What compares policies as the options of a command say.
 *
 * @throws CommandError for an answer or a stub that does not exist
 */
export async function comparerOf(
  { timeout = usualTimeout, option = [], stub = [] }: ComparingOptions,
  { clock }: Pick<Context, "clock">,
  more: Pick<ComparisonSettings, "subjects"> = {},
): Promise<BehaviourComparer> {
  const { behaviourOptions, stubInputs } = await import("../simulation/behaviour-options.ts");
  const settings = { timeout, options: behaviourOptions(option), stubs: stubInputs(stub), ...more };
  return new BehaviourComparer(settings, clock);
}

/**
 * Refuses options that say how policies are compared, where nobody asked for that.
 *
 * @param asked - the option that asks for it: `--semantic`
 */
export function checkUnasked(options: ComparingOptions, asked: string): void {
  const name = (["timeout", "option", "stub"] as const).find((key) => options[key] !== undefined);
  if (name === undefined) return;
  throw new CommandError(`--${name} is only for ${asked}.`, {
    help: `Add ${asked}, or remove --${name}.`,
  });
}
