import { type Context, CommandError } from "../context.ts";
import { BehaviourComparer, type ComparisonSettings } from "./behaviour-comparer.ts";
import type { ComparingOptions, SemanticOptions } from "./options.ts";

const usualTimeout = 5;

export async function comparerOf(
  options: ComparingOptions,
  { clock }: Pick<Context, "clock">,
  more: Pick<ComparisonSettings, "subjects" | "begin"> = {},
): Promise<BehaviourComparer> {
  const { behaviourOptions, stubInputs } = await import("../simulation/behaviour-options.ts");
  const { timeout = usualTimeout } = options;
  const settings = {
    timeout,
    options: behaviourOptions(options),
    stubs: stubInputs(options),
    ...more,
  };
  return new BehaviourComparer(settings, clock);
}

export function checkUnasked(options: ComparingOptions, asked: string): void {
  const name = (["timeout", "option", "stub"] as const).find((key) => options[key] !== undefined);
  if (name === undefined) return;
  throw new CommandError(`--${name} is only for ${asked}.`, {
    help: `Add ${asked}, or remove --${name}.`,
  });
}

export async function semanticComparer(
  options: SemanticOptions,
  context: Pick<Context, "clock">,
  more?: Pick<ComparisonSettings, "subjects" | "begin">,
): Promise<BehaviourComparer | undefined> {
  if (options.semantic === true) return comparerOf(options, context, more);
  checkUnasked(options, "--semantic");
  return undefined;
}
