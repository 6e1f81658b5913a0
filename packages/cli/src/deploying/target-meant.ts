import { nearest, shellWord } from "@traffic-policy/policy-language/internal";
import type { LoadedConfiguration } from "@traffic-policy/project";

/** Says how to name the target that was probably meant by an argument; nothing when there is none of such a name. */
export function targetMeant(
  argument: string,
  environments: readonly Pick<LoadedConfiguration, "targets">[],
): string | undefined {
  const names = environments.flatMap(({ targets }) => Object.keys(targets));
  const meant = names.includes(argument) ? argument : nearest(argument, names);
  return meant === undefined ? undefined : `Did you mean --target ${shellWord(meant)}?`;
}
