import type { UnreadFile } from "../lint/expand-paths.ts";
import { canHoldPolicy, isCode, type Files } from "@traffic-policy/policy-module";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { CommandError, type Context, type Environment } from "../context.ts";
import type { ChangedOptions } from "../program/options.ts";
import type { Changes } from "./changes.ts";

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

/**
 * That there is nothing to do, as a sentence.
 *
 * @param what - what could have been affected
 */
export function nothingReached({ how, files }: Changes, what: string): string {
  return printable(files.size === 0 ? `Nothing ${how}.` : `Nothing that ${how} affects ${what}.`);
}

/** The files that changed and could hold a policy, where none of them affects one. */
export function changedInVain({ files: changed, named }: Changes, files: Files): UnreadFile[] {
  return [...(named ?? changed)]
    .filter(canHoldPolicy)
    .filter((file) => files.exists(file))
    .map((file) => ({
      file,
      reason: isCode(file) ? "not named like web.policy.ts" : "without a policy",
    }));
}

/**
 * The files that changed, in the way that the command line asks for them; nothing when it does not.
 *
 * @param paths - of the command line: with `--changed`, files that changed
 * @throws CommandError when git cannot say, or the options contradict each other
 */
export async function changesIfAskedFor(
  paths: readonly string[],
  options: ChangedOptions,
  context: Pick<Context, "files" | "env">,
): Promise<Changes | undefined> {
  if (optionsOf(options).length === 0) return undefined;
  const { changesAskedFor } = await import("./changes.ts");
  return changesAskedFor(paths, options, context);
}
