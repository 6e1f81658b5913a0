import { dirname } from "node:path";
import type { Protocol } from "@traffic-policy/policy-language";
import {
  defaultPolicy,
  documentOf,
  loadPolicies,
  canHoldPolicy,
  policyEndings,
  type LoadedPolicy,
} from "@traffic-policy/project";
import { type Context, CommandError } from "../context.ts";
import { askedEnvironment, chosenEnvironment } from "../configuration/choose-environment.ts";
import { loadConfigurations } from "../configuration/load-configuration.ts";
import type {
  LoadedConfiguration,
  LoadedConfigurations,
} from "../configuration/loaded-configuration.ts";
import { namedTargets, selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { protocolOf, targetClaims } from "../configuration/protocol-claim.ts";
import type { ConfigurationOptions } from "../program/options.ts";

export interface PolicyToSimulate {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** The same, when something tells. */
  readonly knownProtocol?: Protocol;
  /** Absolute path. */
  readonly file: string;
  /** The target that was named; none when it was the file. */
  readonly target?: string;
}

export interface PolicyOptions extends ConfigurationOptions {
  readonly protocol?: Protocol;
}

/**
 * Loads the policy of a file, or of a target of the configuration.
 *
 * @param name - a file, or the name of a target
 * @throws CommandError when there is none, or it is not clear what it is for
 */
export async function policyToSimulate(
  name: string,
  options: PolicyOptions,
  context: Context,
): Promise<PolicyToSimulate> {
  const { files } = context;
  const isFile = canHoldPolicy(name);
  const folder = isFile ? dirname(files.resolve(name)) : files.folder;
  const found = await loadConfigurations(options, context, { folder });
  const isTarget = found?.environments.some(({ targets }) => Object.hasOwn(targets, name)) === true;
  const isNamed = isTarget || !isFile;
  const of = isNamed
    ? await policyOfTarget(name, found, options, context)
    : await policyOfFile(files.resolve(name), found, options, context);
  const { loaded, holders, file } = of;
  const protocol = protocolOf(loaded, options.protocol, targetClaims(holders));
  if (typeof protocol === "object") {
    throw new CommandError(
      `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
      { help: "Name one of the targets, or use --protocol." },
    );
  }
  documentOf(loaded);
  const target = isNamed ? holders[0]?.name : undefined;
  return {
    loaded,
    protocol: protocol ?? "http",
    ...(protocol !== undefined && { knownProtocol: protocol }),
    file,
    ...(target !== undefined && { target }),
  };
}

interface FoundPolicy {
  readonly loaded: LoadedPolicy;
  readonly file: string;
  /** The targets that hold it. */
  readonly holders: readonly NamedTarget[];
}

/** An environment has to be chosen only for a policy that differs between them. */
async function policyOfFile(
  file: string,
  found: LoadedConfigurations | undefined,
  options: PolicyOptions,
  context: Context,
): Promise<FoundPolicy> {
  const isAsked = askedEnvironment(options, context.env) !== undefined;
  const given =
    found !== undefined && isAsked
      ? [await chosenEnvironment(found, options, context)]
      : (found?.environments ?? []);
  const policies = await policiesFor(file, given, context);
  const differs = policies.some(({ environment }) => environment !== undefined);
  const chosen =
    differs && given.length > 1 && found !== undefined
      ? [await chosenEnvironment(found, options, context)]
      : given;
  const meant = policies.filter(
    ({ environment }) =>
      environment === undefined ||
      chosen.some((configuration) => configuration.environment?.name === environment),
  );
  const holders = chosen
    .flatMap((configuration) => namedTargets(configuration))
    .filter(({ policyFile }) => policyFile === file);
  return { loaded: defaultPolicy(context.files.nameOf(file), meant), file, holders };
}

async function policyOfTarget(
  name: string,
  found: LoadedConfigurations | undefined,
  options: PolicyOptions,
  context: Context,
): Promise<FoundPolicy> {
  if (found === undefined) {
    throw new CommandError(`"${name}" is not a policy file, and there is no configuration.`, {
      help: `Policy files end in ${policyEndings.map((ending) => `.${ending}`).join(", ")}.`,
    });
  }
  const configuration = await chosenEnvironment(found, options, context);
  const [target, ...others] = selectTargets(configuration, { target: [name] });
  if (target === undefined || others.length > 0) {
    throw new CommandError(`"${name}" matches several targets.`, {
      help: "Name one of them.",
    });
  }
  const file = target.policyFile;
  const policies = await policiesFor(file, [configuration], context);
  const loaded = defaultPolicy(context.files.nameOf(file), policies);
  return { loaded, file, holders: [target] };
}

function policiesFor(
  file: string,
  configurations: readonly LoadedConfiguration[],
  { files }: Context,
): Promise<LoadedPolicy[]> {
  const environments = configurations.flatMap(({ environment }) => environment ?? []);
  return loadPolicies(file, files, { environments });
}
