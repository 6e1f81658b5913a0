import { resolve } from "node:path";
import { didYouMean } from "@traffic-policy/policy-language";
import type { Target } from "@traffic-policy/api";
import type { CompleteTarget, Environment } from "@traffic-policy/policy-module";
import picomatch from "picomatch";
import { CommandError } from "../context.ts";
import { listed } from "../report/text.ts";
import type { LoadedConfiguration } from "./load-configuration.ts";

/** A target of the configuration, ready to be used. */
export interface NamedTarget {
  readonly name: string;
  readonly target: Target;
  /** The policy's file, as an absolute path. */
  readonly policyFile: string;
  readonly enabled: boolean;
  readonly tags: readonly string[];
  /** What a policy that is a function is called with. */
  readonly environment?: Environment | undefined;
}

export interface TargetSelection {
  /** Names, or globs of them. */
  readonly target?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
}

/**
 * The targets that have one of the names and one of the tags that are asked for; all when nothing is.
 * They come in the order of the configuration.
 *
 * @throws CommandError when a name, a glob, a tag or all together select nothing
 */
export function selectTargets(
  configuration: LoadedConfiguration,
  { target: patterns = [], tag: tags = [] }: TargetSelection = {},
): NamedTarget[] {
  const all = namedTargets(configuration);
  if (all.length === 0) throw new CommandError("The configuration has no targets.");
  const names = selectNames(
    all.map(({ name }) => name),
    patterns,
  );
  checkTags(all, tags);
  const selected = all.filter(
    (target) =>
      (names === undefined || names.has(target.name)) &&
      (tags.length === 0 || tags.some((tag) => target.tags.includes(tag))),
  );
  if (selected.length > 0) return selected;
  const asked = tags.map((tag) => JSON.stringify(tag)).join(" or ");
  throw new CommandError(`None of the targets that --target names is tagged ${asked}.`, {
    help: "With --target and --tag, a target must match both.",
  });
}

export function namedTargets({ targets, folder, environment }: LoadedConfiguration): NamedTarget[] {
  return Object.entries(targets).map(([name, target]) => ({
    name,
    target: toTarget(target),
    policyFile: resolve(folder, target.policy),
    enabled: target.enabled ?? true,
    tags: target.tags ?? [],
    environment,
  }));
}

function toTarget({ kind, edge, route = "" }: CompleteTarget): Target {
  return kind === "tcp-edge" ? { kind, edge } : { kind, edge, route };
}

function checkTags(targets: readonly NamedTarget[], tags: readonly string[]): void {
  if (tags.length === 0) return;
  const known = new Set(targets.flatMap((target) => target.tags));
  for (const tag of tags) {
    if (known.has(tag)) continue;
    throw new CommandError(`No target of the configuration is tagged "${tag}".`, {
      help:
        didYouMean(tag, known) ??
        (known.size === 0 ? 'Its targets have no "tags".' : `The tags are: ${listed([...known])}.`),
    });
  }
}

/**
 * The names that patterns select: names, or globs of them; nothing when there are no patterns.
 *
 * @param owner - who knows the names, as the beginning of a sentence
 * @throws CommandError when a pattern selects nothing
 */
export function selectNames(
  known: readonly string[],
  patterns: readonly string[],
  owner = "The configuration",
): ReadonlySet<string> | undefined {
  if (patterns.length === 0) return undefined;
  const all = new Set(known);
  const selected = new Set<string>();
  for (const pattern of patterns) {
    // A name is a name first, whatever a glob would make of its letters.
    const found = all.has(pattern) ? [pattern] : known.filter(nameMatcher(pattern));
    if (found.length === 0) throw nothingSelected(pattern, known, owner);
    for (const name of found) selected.add(name);
  }
  return selected;
}

/** Names are no paths, so `*` stands for any letters; nor can a glob exclude, where others include. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const matches = picomatch(pattern, { bash: true, dot: true, nonegate: true });
  return (name) => matches(name);
}

function nothingSelected(pattern: string, known: readonly string[], owner: string): CommandError {
  if (/[*?[{(]/.test(pattern)) {
    return new CommandError(`${owner} has no target that matches "${pattern}".`, {
      help: `It has: ${listed(known)}.`,
    });
  }
  return new CommandError(`${owner} has no target "${pattern}".`, {
    help: didYouMean(pattern, known) ?? `It has: ${listed(known)}.`,
  });
}
