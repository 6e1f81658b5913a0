import { basename, dirname } from "node:path";
import type { ProjectTarget } from "../configuration/environments.ts";
import type { Protocol } from "@traffic-policy/policy-language";
import type { PolicyPath } from "@traffic-policy/policy-language/internal";
import type {
  LoadedConfiguration,
  LoadedConfigurations,
} from "../configuration/load-configuration.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import {
  canHoldPolicy,
  defaultPolicy,
  documentOf,
  loadPolicies,
  policyEndings,
} from "../policies/load-policy.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import { pathOfPolicy, policyPath } from "../policies/policy-path.ts";
import { noConfiguration, type Configurations } from "./configurations.ts";
import { protocolOf, targetClaims } from "./protocol-claim.ts";
import {
  namedTargets,
  targetsHolding,
  noTargets,
  selectTargets,
  type NamedTarget,
} from "./select-targets.ts";

/** A policy in one environment, for one protocol. */
export interface SelectedPolicy {
  readonly loaded: LoadedPolicy;
  readonly protocol: Protocol;
  /** The same, when something tells. */
  readonly knownProtocol?: Protocol;
  /** Absolute path. */
  readonly file: string;
  /** The target that was named; none when it was the file. */
  readonly target?: string;
  /** For the names of files: the target, or the file without its endings. */
  readonly name: string;
  /** For messages: the target, or the file; with the environment, where that makes a difference. */
  readonly title: string;
}

export interface PolicyQuestion {
  readonly protocol?: Protocol | undefined;
  readonly configurations: Configurations;
  readonly files: Files;
}

/**
 * Loads the policy of a file, or of a target of the configuration.
 *
 * @param name - a file, or the name of a target
 * @throws ExplainedError when there is none, or its protocol is not clear
 */
export async function selectedPolicy(
  name: string,
  question: PolicyQuestion,
): Promise<SelectedPolicy> {
  const { configurations, files } = question;
  const path = policyPath(name, files);
  const isFile = canHoldPolicy(path.file);
  const folder = isFile ? dirname(files.resolve(path.file)) : files.folder;
  const found = await configurations.loadOfFolder(folder);
  const isTarget = found?.environments.some(({ targets }) => Object.hasOwn(targets, name)) === true;
  const isNamed = isTarget || !isFile;
  const { loaded, holders, file } = isNamed
    ? await policyOfTarget(name, found, question)
    : await policyOfFile({ ...path, file: files.resolve(path.file) }, found, question);
  const protocol = protocolOf(loaded, question.protocol, targetClaims(holders));
  if (typeof protocol === "object") {
    throw new ExplainedError(
      `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
      { help: "Name one of the targets, or use --protocol." },
    );
  }
  documentOf(loaded);
  const target = isNamed ? holders[0]?.name : undefined;
  const title = target ?? pathOfPolicy({ ...path, file: files.nameOf(file) });
  return {
    loaded,
    protocol: protocol ?? "http",
    ...(protocol !== undefined && { knownProtocol: protocol }),
    file,
    ...(target !== undefined && { target }),
    name:
      target ??
      [basename(file).replace(ending, ""), ...(path.holder === undefined ? [] : [path.holder])]
        .join("-")
        .replaceAll(/[^\w.-]+/g, "-"),
    title: loaded.environment === undefined ? title : `${title} (${loaded.environment})`,
  };
}

const ending = new RegExp(String.raw`(?:\.policy)?\.(?:${policyEndings.join("|")})$`);

/**
 * Loads the policies for several names; those of all targets when there are no names.
 *
 * @throws ExplainedError when there are none, or a policy cannot be loaded
 */
export async function selectedPolicies(
  names: readonly string[],
  question: PolicyQuestion,
): Promise<SelectedPolicy[]> {
  const policies: SelectedPolicy[] = [];
  const all = names.length > 0 ? names : await targetNames(question);
  for (const name of all) policies.push(await selectedPolicy(name, question));
  return policies;
}

async function targetNames({ configurations }: PolicyQuestion): Promise<string[]> {
  const found = await configurations.load();
  if (found === undefined) {
    throw noConfiguration("`traffic-policy init` writes one; or name policy files.");
  }
  const [configuration] = await configurations.inMeantEnvironment(found);
  const names = namedTargets(configuration).map(({ name }) => name);
  if (names.length === 0) throw noTargets();
  return names;
}

interface FoundPolicy {
  readonly loaded: LoadedPolicy;
  readonly file: string;
  readonly holders: readonly NamedTarget<ProjectTarget>[];
}

async function policyOfFile(
  path: PolicyPath,
  found: LoadedConfigurations | undefined,
  { configurations, files }: PolicyQuestion,
): Promise<FoundPolicy> {
  const given =
    found !== undefined && configurations.askedEnvironment !== undefined
      ? await configurations.inMeantEnvironment(found)
      : (found?.environments ?? []);
  const { file } = path;
  const policies = await policiesFor(pathOfPolicy(path), given, files);
  const differs = policies.some(({ environment }) => environment !== undefined);
  const chosen =
    differs && given.length > 1 && found !== undefined
      ? await configurations.inMeantEnvironment(found)
      : given;
  const meant = policies.filter(
    ({ environment }) =>
      environment === undefined ||
      chosen.some((configuration) => configuration.environment?.name === environment),
  );
  const holders = targetsHolding(file, chosen);
  return { loaded: defaultPolicy(files.nameOf(file), meant), file, holders };
}

async function policyOfTarget(
  name: string,
  found: LoadedConfigurations | undefined,
  { configurations, files }: PolicyQuestion,
): Promise<FoundPolicy> {
  if (found === undefined) {
    throw new ExplainedError(`"${name}" is not a policy file, and there is no configuration.`, {
      help: `Policy files end in ${policyEndings.map((one) => `.${one}`).join(", ")}.`,
    });
  }
  const [configuration] = await configurations.inMeantEnvironment(found);
  const [target, ...others] = selectTargets([configuration], { target: [name] });
  if (target === undefined || others.length > 0) {
    throw new ExplainedError(`"${name}" matches several targets.`, { help: "Name one of them." });
  }
  const file = target.policyFile;
  const policies = await policiesFor(file, [configuration], files);
  return { loaded: defaultPolicy(files.nameOf(file), policies), file, holders: [target] };
}

function policiesFor(
  file: string,
  configurations: readonly LoadedConfiguration[],
  files: Files,
): Promise<LoadedPolicy[]> {
  const environments = configurations.flatMap(({ environment }) => environment ?? []);
  return loadPolicies(file, files, environments);
}
