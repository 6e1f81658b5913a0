import { existsSync } from "node:fs";
import { CommandError } from "../../command-error.ts";
import {
  loadConfigurationIfAny,
  type LoadedConfiguration,
} from "../../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../../configuration/select-targets.ts";
import { relativePath } from "../../relative-path.ts";
import type { Check } from "./check.ts";
import { checkPlaces } from "./places.ts";

/** Looks for the configuration, loads it, and looks for the files of its targets. */
export async function checkConfiguration(): Promise<{
  readonly checks: readonly Check[];
  readonly configuration: LoadedConfiguration | undefined;
  /** Whether there is one that could not be loaded: what it says is not known then. */
  readonly broken: boolean;
}> {
  try {
    const configuration = await loadConfigurationIfAny();
    if (configuration === undefined) return { checks: [none], configuration, broken: false };
    const found: Check = {
      name: "configuration",
      state: "ok",
      message: `${relativePath(configuration.file)}.`,
    };
    const targets = namedTargets(configuration);
    const checks = [
      found,
      checkTargets(targets),
      ...(targets.length > 1 ? [checkPlaces(targets)] : []),
    ];
    return { checks, configuration, broken: false };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help } = error;
    const check: Check = { name: "configuration", state: "problem", message, help };
    return { checks: [check], configuration: undefined, broken: true };
  }
}

const none: Check = {
  name: "configuration",
  state: "warning",
  message: "There is no traffic-policy.config.ts here or in a folder above.",
  help: "`traffic-policy init` writes one.",
};

function checkTargets(targets: readonly NamedTarget[]): Check {
  const name = "targets";
  const missing = targets.filter(({ policyFile }) => !existsSync(policyFile));
  if (targets.length === 0) {
    return {
      name,
      state: "warning",
      message: "The configuration has no targets.",
      help: "Add the TCP edges and HTTPS routes that are to have a policy.",
    };
  }
  if (missing.length === 0) {
    const what =
      targets.length === 1 ? "One target, and its" : `${targets.length} targets, and each`;
    return { name, state: "ok", message: `${what} policy is there.` };
  }
  const places = missing.map(
    (target) => `${relativePath(target.policyFile)} of the target "${target.name}"`,
  );
  return {
    name,
    state: "problem",
    message: `There is no ${places.join(", and no ")}.`,
    help: "Write it, or name the right file in the configuration.",
  };
}
