import { resolve } from "node:path";
import { type Target } from "@traffic-policy/policy-language";
import { listed, didYouMean } from "@traffic-policy/policy-language/internal";
import picomatch from "picomatch";
import { ExplainedError } from "../files/files.ts";
import type { CompleteTarget, ProjectTarget } from "../configuration/environments.ts";
import type { LoadedService } from "../configuration/extend.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";

/** A target of a configuration, ready to be used; a place at the service by default. */
export interface NamedTarget<Held extends ProjectTarget = Target> {
  /** As it is shown: its key, with the project and the environment where a run has several of them. */
  readonly name: string;
  /** Its key in the configuration. */
  readonly key: string;
  readonly target: Held;
  /** The policy's file, as an absolute path. */
  readonly policyFile: string;
  readonly enabled: boolean;
  readonly tags: readonly string[];
  readonly configuration: LoadedConfiguration;
  /** Where it is; nothing where the configuration does not say. */
  readonly loadedService: LoadedService | undefined;
}

export interface TargetSelection {
  /** Names, or globs of them. */
  readonly target?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
}

export function noTargets(): ExplainedError {
  return new ExplainedError("The configuration has no targets.", {
    help: "Add `targets` to it, or run this in the folder of a project that has some.",
  });
}

/**
 * The targets that have one of the names and one of the tags that are asked for; all when nothing is.
 * They come in the order of the projects, and of their configurations.
 *
 * @throws ExplainedError when a name, a glob, a tag or all together select nothing
 */
export function selectTargets(
  configurations: readonly LoadedConfiguration[],
  { target: patterns = [], tag: tags = [] }: TargetSelection = {},
): NamedTarget<ProjectTarget>[] {
  const environments = new Set(configurations.map(({ environment }) => environment?.name));
  const all = configurations.flatMap((configuration) =>
    namedTargets(configuration).map((target) => ({
      ...target,
      name: labelOf(
        target.key,
        configuration.project,
        environments.size > 1 ? configuration.environment?.name : undefined,
      ),
    })),
  );
  if (all.length === 0) throw noTargets();
  const [environment] = environments.size === 1 ? environments : [];
  const names = selectNames(
    all.flatMap(({ name, key }) => (name === key ? [name] : [name, key])),
    patterns,
    environment === undefined ? undefined : `The environment ${environment}`,
  );
  checkTags(all, tags);
  const selected = all.filter(
    (target) =>
      (names === undefined || names.has(target.name) || names.has(target.key)) &&
      (tags.length === 0 || tags.some((tag) => target.tags.includes(tag))),
  );
  if (selected.length > 0) return selected;
  const asked = tags.map((tag) => JSON.stringify(tag)).join(" or ");
  throw new ExplainedError(`None of the targets that --target names is tagged ${asked}.`, {
    help: "With --target and --tag, a target must match both.",
  });
}

/**
 * The selected targets that are places at the service.
 *
 * @throws ExplainedError when there are none, or a policy file is named; see also {@link selectTargets}
 */
export function selectPlaces(
  configurations: readonly LoadedConfiguration[],
  selection: TargetSelection = {},
): NamedTarget[] {
  return placesAmong(selectTargets(configurations, selection), selection);
}

/**
 * Those of selected targets that are places at the service.
 *
 * @throws ExplainedError when there are none, or a policy file is named
 */
export function placesAmong(
  all: readonly NamedTarget<ProjectTarget>[],
  selection: TargetSelection,
): NamedTarget[] {
  const named = all.find(
    (one) =>
      !isAtService(one) && (all.length === 1 || selection.target?.includes(one.key) === true),
  );
  if (named !== undefined) {
    throw new ExplainedError(`"${named.name}" is a policy file: it is not at the service.`, {
      help: "`traffic-policy build` writes it for what deploys it.",
    });
  }
  const places = all.filter(isAtService);
  if (places.length > 0) return places;
  throw new ExplainedError("The targets are policy files: none of them is at the service.", {
    help: "`traffic-policy build` writes them for what deploys them.",
  });
}

/** True for a target at the service; false for a policy that is deployed by other means. */
export function isAtService(target: NamedTarget<ProjectTarget>): target is NamedTarget {
  return target.target.kind !== "policy-file";
}

/** `services/api:web@staging`, as far as that tells one target from another. */
export function labelOf(
  key: string,
  project: string | undefined,
  environment?: string | undefined,
): string {
  const before = project === undefined ? "" : `${project}:`;
  return `${before}${key}${environment === undefined ? "" : `@${environment}`}`;
}

/** Returns all targets of a configuration in its environment. */
export function namedTargets(configuration: LoadedConfiguration): NamedTarget<ProjectTarget>[] {
  const { targets, folder, service, services } = configuration;
  return Object.entries(targets).map(([key, target]) => ({
    name: key,
    key,
    target: toTarget(target),
    policyFile: resolve(folder, target.policy),
    enabled: target.enabled ?? true,
    tags: target.tags ?? [],
    configuration,
    loadedService: target.service === undefined ? service : services[target.service],
  }));
}

/** The targets of a configuration that are places at the service. */
export function namedPlaces(configuration: LoadedConfiguration): NamedTarget[] {
  return namedTargets(configuration).filter(isAtService);
}

/** The targets that hold the policy of a file. */
export function targetsHolding(
  file: string,
  configurations: readonly LoadedConfiguration[],
): NamedTarget<ProjectTarget>[] {
  return configurations
    .flatMap((one) => namedTargets(one))
    .filter(({ policyFile }) => policyFile === file);
}

function toTarget(target: CompleteTarget): ProjectTarget {
  switch (target.kind) {
    case "tcp-edge":
      return { kind: target.kind, edge: target.edge };
    case "https-route":
      return { kind: target.kind, edge: target.edge, route: target.route };
    case "cloud-endpoint":
      return { kind: target.kind, endpoint: target.endpoint };
    case "policy-file": {
      const { kind, for: holder, out } = target;
      return { kind, for: holder, ...(out !== undefined && { out }) };
    }
  }
}

function checkTags(targets: readonly NamedTarget<ProjectTarget>[], tags: readonly string[]): void {
  if (tags.length === 0) return;
  const known = new Set(targets.flatMap((target) => target.tags));
  for (const tag of tags) {
    if (known.has(tag)) continue;
    throw new ExplainedError(`No target of the configuration is tagged "${tag}".`, {
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
 * @throws ExplainedError when a pattern selects nothing
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

/** Matches names, not paths: `*` stands for any characters, and a glob cannot exclude names that others include. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const matches = picomatch(pattern, { bash: true, dot: true, nonegate: true });
  return (name) => matches(name);
}

function nothingSelected(pattern: string, known: readonly string[], owner: string): ExplainedError {
  if (/[*?[{(]/.test(pattern)) {
    return new ExplainedError(`${owner} has no target that matches "${pattern}".`, {
      help: `It has: ${listed(known)}.`,
    });
  }
  return new ExplainedError(`${owner} has no target "${pattern}".`, {
    help: didYouMean(pattern, known) ?? `It has: ${listed([...new Set(known)])}.`,
  });
}
