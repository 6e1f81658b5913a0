import { basename } from "node:path";
import { policyEndings } from "@traffic-policy/project";
import type { Context } from "../context.ts";
import { chosenEnvironment } from "../configuration/choose-environment.ts";
import { loadConfigurations, noConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, noTargets } from "../configuration/select-targets.ts";
import {
  policyToSimulate,
  type PolicyOptions,
  type PolicyToSimulate,
} from "./policy-to-simulate.ts";

/** A policy, and what it is called. */
export interface NamedPolicy extends PolicyToSimulate {
  /** For the names of files: the target, or the file without its endings. */
  readonly name: string;
  /** For messages: the target, or the file; with the environment, where that makes a difference. */
  readonly title: string;
}

/**
 * Loads the policies of files and targets; those of all targets when none is named.
 *
 * @throws CommandError when there are none, or one cannot be loaded
 */
export async function namedPolicies(
  names: readonly string[],
  options: PolicyOptions,
  context: Context,
): Promise<NamedPolicy[]> {
  const { files } = context;
  const asked = names.length > 0 ? { names, options } : await allTargets(options, context);
  const policies: NamedPolicy[] = [];
  for (const given of asked.names) {
    const policy = await policyToSimulate(given, asked.options, context);
    const { target, file } = policy;
    const { environment } = policy.loaded;
    const title = target ?? files.nameOf(file);
    policies.push({
      ...policy,
      name: target ?? basename(file).replace(ending, ""),
      title: environment === undefined ? title : `${title} (${environment})`,
    });
  }
  return policies;
}

const ending = new RegExp(String.raw`(?:\.policy)?\.(?:${policyEndings.join("|")})$`);

/** Which environment is meant is asked only once. */
async function allTargets(
  options: PolicyOptions,
  context: Context,
): Promise<{ readonly names: readonly string[]; readonly options: PolicyOptions }> {
  const found = await loadConfigurations(options, context);
  if (found === undefined) {
    throw noConfiguration({ help: "`traffic-policy init` writes one; or name policy files." });
  }
  const configuration = await chosenEnvironment(found, options, context);
  const names = namedTargets(configuration).map(({ name }) => name);
  if (names.length === 0) throw noTargets();
  const { environment } = configuration;
  return { names, options: { ...options, ...(environment && { environment: environment.name }) } };
}
