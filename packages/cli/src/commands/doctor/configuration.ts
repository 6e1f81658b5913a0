import { existsSync } from "node:fs";
import { getOrAdd, enumerated } from "@traffic-policy/policy-language/internal";
import {
  type Files,
  type LoadedConfiguration,
  type LoadedConfigurations,
  type ConfigurationOptions,
  type ProjectTarget,
} from "@traffic-policy/project";
import { serviceKey } from "@traffic-policy/project/internal";
import {
  environmentNames,
  noConfiguration,
  isAtService,
  labelOf,
  namedPlaces,
  namedTargets,
  type Configurations,
  type NamedTarget,
} from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, type Context } from "../../context.ts";
import type { Check } from "./output.ts";
import { describeTarget } from "../../service/target-words.ts";

export interface CheckedConfiguration {
  readonly checks: readonly Check[];
  readonly configurations: readonly LoadedConfiguration[];
  readonly broken: boolean;
}

export async function checkConfiguration(
  options: ConfigurationOptions,
  context: Context,
): Promise<CheckedConfiguration> {
  try {
    const { configurations: all } = projectOf(options, context);
    const { configurations: found, broken } = await all.all();
    const parts = [
      ...found.map((one) => checkProject(one, found, all, context)),
      ...broken.map(({ project, error }) => ({
        configurations: [],
        checks: [problemOf(error, project)],
      })),
    ];
    const configurations = parts.flatMap((part) => part.configurations);
    const checks = parts.flatMap((part) => part.checks);
    if (parts.length > 1 && configurations.length > 0) {
      checks.push(checkPlaces(namedIn(configurations)));
    }
    return { checks, configurations, broken: configurations.length === 0 };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.message === none.message) {
      return { checks: [none], configurations: [], broken: false };
    }
    return { checks: [problemOf(error, undefined)], configurations: [], broken: true };
  }
}

function problemOf({ message, help }: CommandError, project: string | undefined): Check {
  return inProject(project, { name: "configuration", state: "problem", message, help });
}

function checkProject(
  found: LoadedConfigurations,
  others: readonly LoadedConfigurations[],
  configurations: Configurations,
  { files }: Context,
): Pick<CheckedConfiguration, "checks" | "configurations"> {
  const { project } = found;
  const file = files.nameOf(found.file);
  const asked = configurations.askedEnvironment?.name ?? "";
  const has = ({ environments }: LoadedConfigurations): boolean =>
    environmentNames(environments).includes(asked);
  if (environmentNames(found.environments).length > 0 && !has(found) && others.some(has)) {
    // Other commands leave such a project out, too.
    const message = `${file} does not have this environment.`;
    const check = { name: "configuration", state: "skipped", message } as const;
    return { checks: [inProject(project, check)], configurations: [] };
  }
  try {
    const environments = configurations.inAskedEnvironments(found);
    const ok = { name: "configuration", state: "ok", message: `${file}.` } as const;
    const checks = environments.flatMap((one) => {
      const targets = namedTargets(one);
      const places = targets.filter(isAtService);
      const apart = project === undefined && places.length > 1 ? [checkPlaces(places)] : [];
      return [checkTargets(targets, found, files), ...apart].map((check) =>
        inProject(project, check, one.environment?.name),
      );
    });
    return { checks: [inProject(project, ok), ...checks], configurations: environments };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { checks: [problemOf(error, project)], configurations: [] };
  }
}

function namedIn(configurations: readonly LoadedConfiguration[]): NamedTarget[] {
  return configurations.flatMap((configuration) =>
    namedPlaces(configuration).map((target) => ({
      ...target,
      name: labelOf(target.key, configuration.project, configuration.environment?.name),
    })),
  );
}

export function inProject(
  project: string | undefined,
  { name, ...check }: Check,
  environment?: string | undefined,
): Check {
  return {
    name,
    ...(project !== undefined && { project }),
    ...(environment !== undefined && { environment }),
    ...check,
  };
}

const { message, help } = noConfiguration();

const none: Check = { name: "configuration", state: "warning", message, help };

function checkTargets(
  targets: readonly NamedTarget<ProjectTarget>[],
  { projects, folder }: LoadedConfigurations,
  files: Files,
): Check {
  const name = "targets";
  const missing = targets.filter(({ policyFile }) => !existsSync(policyFile));
  if (targets.length === 0) {
    return {
      name,
      state: "warning",
      message: "The configuration has no targets.",
      help:
        projects === undefined || folder === files.folder
          ? "Add the TCP edges and HTTPS routes that need a policy."
          : `Run this in the folder of a project, or in ${files.nameOf(folder)} for all projects.`,
    };
  }
  if (missing.length === 0) {
    const what =
      targets.length === 1 ? "One target, and its" : `${targets.length} targets, and each`;
    return { name, state: "ok", message: `${what} policy exists.` };
  }
  const places = missing.map(
    (target) => `${files.nameOf(target.policyFile)} of the target "${target.name}"`,
  );
  return {
    name,
    state: "problem",
    message: `There is no ${places.join(", and no ")}.`,
    help: "Create it, or correct its name in the configuration.",
  };
}

export type PlacedTarget = Pick<
  NamedTarget,
  "name" | "target" | "policyFile" | "enabled" | "loadedService"
>;

const name = "places";

/** Checks that each target has its own edge, route or endpoint of a service: a place can hold a single policy. */
export function checkPlaces(targets: readonly PlacedTarget[]): Check {
  const byPlace = new Map<string, { place: string; group: PlacedTarget[] }>();
  for (const one of targets) {
    const place = describeTarget(one.target);
    const key = JSON.stringify([serviceKey(one.loadedService), place]);
    getOrAdd(byPlace, key, () => ({ place, group: [] })).group.push(one);
  }
  const shared = [...byPlace.values()].filter(({ group }) => group.length > 1);
  if (shared.length === 0) {
    return { name, state: "ok", message: "No two targets are the same edge, route or endpoint." };
  }
  const alike = shared.every(({ group }) => new Set(group.map(policyOf)).size === 1);
  return {
    name,
    state: "warning",
    message: shared.map(({ place, group }) => sentence(place, group)).join(" "),
    help: alike
      ? "Keep one of them: `plan` and `deploy` refuse to do both at once."
      : "Name the right edge, route or endpoint for each: `plan` and `deploy` refuse to do both at once. To deploy them in turn, name one with --target.",
  };
}

function sentence(place: string, group: readonly PlacedTarget[]): string {
  const all = enumerated(group.map((target) => JSON.stringify(target.name)));
  const policies = new Set(group.map(policyOf)).size;
  const what =
    policies === 1 ? "the same policy" : "different policies, which overwrite each other";
  return `The targets ${all} are at the same place, ${place}, with ${what}.`;
}

function policyOf({ policyFile, enabled }: PlacedTarget): string {
  return JSON.stringify([policyFile, enabled]);
}
