import { existsSync } from "node:fs";
import { serviceKey, type Files } from "@traffic-policy/policy-module";
import { CommandError, type Context } from "../../context.ts";
import { Configurations } from "../../configuration/configurations.ts";
import type { LoadedConfiguration } from "../../configuration/load-configuration.ts";
import { type NamedTarget, namedTargets } from "../../configuration/select-targets.ts";
import type { ConfigurationOptions } from "../../program/options.ts";
import type { Check } from "./output.ts";
import { describeTarget } from "../../report/target.ts";

/**
 * Looks for the configuration, loads it, and looks for the files of its targets, in the environment that is
 * asked for or in all of them.
 */
export async function checkConfiguration(
  options: ConfigurationOptions,
  context: Context,
): Promise<{
  readonly checks: readonly Check[];
  /** None without a configuration. */
  readonly environments: readonly LoadedConfiguration[];
  /** Whether there is one that could not be loaded: what it says is not known then. */
  readonly broken: boolean;
}> {
  const { files } = context;
  try {
    const configurations = new Configurations(options, context);
    const environments = await configurations.environmentsOf(configurations.own);
    const [configuration] = environments;
    if (configuration === undefined) return { checks: [none], environments, broken: false };
    const found: Check = {
      name: "configuration",
      state: "ok",
      message: `${files.nameOf(configuration.file)}.`,
    };
    const checks = environments.flatMap((one) =>
      inEnvironment(one, checksOf(namedTargets(one), files)),
    );
    return { checks: [found, ...checks], environments, broken: false };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help } = error;
    const check: Check = { name: "configuration", state: "problem", message, help };
    return { checks: [check], environments: [], broken: true };
  }
}

function checksOf(targets: readonly NamedTarget[], files: Files): Check[] {
  return [checkTargets(targets, files), ...(targets.length > 1 ? [checkPlaces(targets)] : [])];
}

/** The same checks, with the name of the environment that they are about. */
export function inEnvironment(
  { environment }: Pick<LoadedConfiguration, "environment">,
  checks: readonly Check[],
): Check[] {
  return checks.map(({ name, ...check }) => ({
    name,
    ...(environment && { environment: environment.name }),
    ...check,
  }));
}

const none: Check = {
  name: "configuration",
  state: "warning",
  message: "There is no traffic-policy.config.ts here or in a folder above.",
  help: "`traffic-policy init` writes one.",
};

function checkTargets(targets: readonly NamedTarget[], files: Files): Check {
  const name = "targets";
  const missing = targets.filter(({ policyFile }) => !existsSync(policyFile));
  if (targets.length === 0) {
    return {
      name,
      state: "warning",
      message: "The configuration has no targets.",
      help: "Add the TCP edges and HTTPS routes that need a policy.",
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

export type PlacedTarget = Pick<NamedTarget, "name" | "target" | "policyFile" | "enabled"> &
  Partial<Pick<NamedTarget, "loadedService">>;

const name = "places";

/** Whether each target is another edge or route: of two at one place, only one policy can be there. */
export function checkPlaces(targets: readonly PlacedTarget[]): Check {
  const byPlace = new Map<string, PlacedTarget[]>();
  for (const one of targets) {
    const place = `${serviceKey(one.loadedService)} ${describeTarget(one.target)}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  }
  const shared = [...byPlace.values()].filter((group) => group.length > 1);
  if (shared.length === 0) {
    return { name, state: "ok", message: "No two targets are the same edge or route." };
  }
  const alike = shared.every((group) => new Set(group.map(policyOf)).size === 1);
  return {
    name,
    state: "warning",
    message: shared.map(sentence).join(" "),
    help: alike
      ? "Keep one of them: `plan` and `deploy` refuse to do both at once."
      : "Name the right edge or route for each: `plan` and `deploy` refuse to do both at once. To deploy them in turn, name one with --target.",
  };
}

function sentence(group: readonly PlacedTarget[]): string {
  const [place] = group.map(({ target }) => describeTarget(target));
  const names = group.map((target) => JSON.stringify(target.name));
  const all = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const policies = new Set(group.map(policyOf)).size;
  const what =
    policies === 1 ? "the same policy" : "different policies, which overwrite each other";
  return `The targets ${all} are at the same place, ${place}, with ${what}.`;
}

function policyOf({ policyFile, enabled }: PlacedTarget): string {
  return JSON.stringify([policyFile, enabled]);
}
