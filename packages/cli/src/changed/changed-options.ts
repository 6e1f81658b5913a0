import { CommandError, type Environment } from "../context.ts";
import type { ChangedOptions } from "../program/options.ts";

/** The options that ask for what changed, as they are written. */
export function optionsOf({ changed, since, staged }: ChangedOptions): string[] {
  return [
    ...(changed === true ? ["--changed"] : []),
    ...(since === undefined ? [] : ["--since"]),
    ...(staged === true ? ["--staged"] : []),
  ];
}

/**
 * Whether what is staged is meant. In a hook, `--changed` means that, too: what a commit holds is in the
 * index, whatever has been saved since.
 */
export function isStaged(
  { changed, staged }: ChangedOptions,
  paths: readonly string[],
  env: Environment,
): boolean {
  // Git sets it for the hooks of a commit. Source: githooks(5).
  const isHook = env["GIT_INDEX_FILE"] !== undefined;
  return staged ?? (changed === true && paths.length === 0 && isHook);
}

/** @throws CommandError when what changed is asked for, too */
export function refuseChanged(options: ChangedOptions, other: string, help: string): void {
  const [name] = optionsOf(options);
  if (name === undefined) return;
  throw new CommandError(`${other} and ${name} cannot be used together.`, { help });
}
