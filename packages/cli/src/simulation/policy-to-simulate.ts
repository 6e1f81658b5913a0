import type { Protocol } from "@traffic-policy/policy-language";
import {
  documentOf,
  loadPolicy,
  policyEndings,
  type LoadedPolicy,
  type Files,
} from "@traffic-policy/policy-module";
import { CommandError } from "../context.ts";
import {
  loadConfigurationIfAny,
  type LoadedConfiguration,
} from "../configuration/load-configuration.ts";
import { namedTargets, selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { protocolOf, targetClaim } from "../lint/protocol-claim.ts";

export interface PolicyToSimulate {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** Absolute path. */
  readonly file: string;
}

/**
 * Loads the policy of a file, or of a target of the configuration.
 *
 * @param name - a file, or the name of a target
 * @param option - what `--protocol` says
 * @throws CommandError when there is none, or it is not clear what it is for
 */
export async function policyToSimulate(
  name: string,
  option: Protocol | undefined,
  files: Files,
): Promise<PolicyToSimulate> {
  const configuration = await loadConfigurationIfAny(files);
  const targets = configuration === undefined ? [] : namedTargets(configuration);
  const isFile = policyEndings.some((ending) => name.endsWith(`.${ending}`));
  const exact = targets.find((target) => target.name === name);
  const named = exact ?? (isFile ? undefined : onlyTarget(configuration, name));
  const file = named?.policyFile ?? files.resolve(name);
  const loaded = await loadPolicy(file, files);
  const holders =
    named === undefined ? targets.filter(({ policyFile }) => policyFile === file) : [named];
  const protocol = protocolOf(loaded, option, holders.map(targetClaim));
  if (typeof protocol === "object") {
    throw new CommandError(
      `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
      { help: "Name one of the targets, or use --protocol." },
    );
  }
  documentOf(loaded);
  return { loaded, protocol: protocol ?? "http", file };
}

/** The target that a name stands for which is none of a file. */
function onlyTarget(configuration: LoadedConfiguration | undefined, name: string): NamedTarget {
  if (configuration === undefined) {
    throw new CommandError(`"${name}" is not a policy file, and there is no configuration.`, {
      help: `Policy files end in ${policyEndings.map((ending) => `.${ending}`).join(", ")}.`,
    });
  }
  const [target, ...others] = selectTargets(configuration, { target: [name] });
  if (target !== undefined && others.length === 0) return target;
  throw new CommandError(`"${name}" matches several targets.`, {
    help: "Name one: a request is simulated with one policy.",
  });
}
