import { ExplainedError } from "../files/files.ts";
import type { Variables } from "../git/git.ts";

/** Options that ask for what changed. */
export interface ChangedOptions {
  readonly changed?: true;
  /** Something that git knows as a commit. */
  readonly since?: string;
  readonly staged?: true;
}

/** The options that ask for what changed, as they are written. */
export function optionsOf({ changed, since, staged }: ChangedOptions): string[] {
  return [
    ...(changed === true ? ["--changed"] : []),
    ...(since === undefined ? [] : ["--since"]),
    ...(staged === true ? ["--staged"] : []),
  ];
}

/**
 * Checks whether what is staged is meant. In a hook, `--changed` means that, too: what a commit holds is in the
 * index, whatever has been saved since.
 */
export function isStaged(
  { changed, staged }: ChangedOptions,
  paths: readonly string[],
  env: Variables,
): boolean {
  // Git sets it for the hooks of a commit. Source: githooks(5).
  const isHook = env["GIT_INDEX_FILE"] !== undefined;
  return staged ?? (changed === true && paths.length === 0 && isHook);
}

/** @throws ExplainedError when what changed is asked for, too */
export function refuseChanged(options: ChangedOptions, other: string, help: string): void {
  const [name] = optionsOf(options);
  if (name === undefined) return;
  throw new ExplainedError(`${other} and ${name} cannot be used together.`, { help });
}
