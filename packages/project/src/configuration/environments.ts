import {
  toPointer,
  type JsonValue,
  type Target,
  type Problem,
} from "@traffic-policy/policy-language";
import {
  didYouMean,
  getOrAdd,
  parseEndpointUrl,
  placeText,
  shortened,
  splitPolicyPath,
} from "@traffic-policy/policy-language/internal";
import {
  mergedShares,
  type EnvironmentShares,
  type LoadedService,
  type MergedConfiguration,
} from "./extend.ts";
import type { Configuration, TargetConfiguration } from "./schema.ts";

/** The environment that a policy is for: what a policy that is a function is called with. */
export interface Environment {
  readonly name: string;
  /** The values that the configuration sets for this environment, on top of the shared values. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** A policy that `build` writes, and that something else deploys. */
export interface PolicyFileTarget {
  readonly kind: "policy-file";
  /** The holder of the policy where it is deployed. */
  readonly for: NonNullable<TargetConfiguration["for"]>;
  /** The place that it is put into, relative to the configuration; without one, `build` writes a file of JSON. */
  readonly out?: string;
}

/** A target of a configuration: a place at the service, or a policy that is deployed by other means. */
export type ProjectTarget = Target | PolicyFileTarget;

/** A target with all that an environment needs of it. */
export type CompleteTarget = Pick<TargetConfiguration, "enabled" | "tags" | "service" | "url"> & {
  readonly policy: string;
} & ProjectTarget;

const kinds = {
  "tcp-edge": { noun: "TCP edge", identifiers: ["edge"] },
  "https-route": { noun: "HTTPS route", identifiers: ["edge", "route"] },
  "cloud-endpoint": { noun: "cloud endpoint", identifiers: ["endpoint", "url"] },
  "policy-file": { noun: "policy file", identifiers: ["for", "out"] },
} as const satisfies Record<TargetConfiguration["kind"], unknown>;

const owners = {
  edge: "which only edges and their routes have",
  route: "which only HTTPS routes have",
  endpoint: "which only cloud endpoints have",
  url: "which only cloud endpoints have",
  for: "which only policy files have",
  out: "which only policy files have",
} as const;

export interface InEnvironment {
  readonly environment: Environment | undefined;
  readonly service: LoadedService | undefined;
  readonly services: Readonly<Record<string, LoadedService>>;
  readonly targets: Readonly<Record<string, CompleteTarget>>;
  readonly limits: NonNullable<Configuration["limits"]>;
}

/**
 * Returns a configuration for each environment, in order; a single configuration when there are no environments.
 *
 * @throws ExplainedError when a configuration is incomplete, or two hold the same place
 */
export function environmentsOf(configuration: MergedConfiguration): InEnvironment[] {
  const names = Object.keys(configuration.environments);
  const { defaultEnvironment } = configuration;
  if (defaultEnvironment !== undefined && !names.includes(defaultEnvironment)) {
    throw configuration.error({
      path: "/defaultEnvironment",
      message: `There is no environment "${defaultEnvironment}".`,
      help: "Name one of `environments`.",
    });
  }
  const all =
    names.length === 0
      ? [inEnvironment(configuration, undefined)]
      : names.map((name) => inEnvironment(configuration, name));
  checkPlaces(configuration, all);
  return all;
}

function inEnvironment(
  configuration: MergedConfiguration,
  name: string | undefined,
): InEnvironment {
  const own: EnvironmentShares = name === undefined ? {} : (configuration.environments[name] ?? {});
  const { service, services = {}, values = {}, limits = {} } = mergedShares(own, configuration);
  if (name !== undefined) checkNames(configuration, name, own);
  const parts = new Map<string, Partial<TargetConfiguration>>(
    Object.entries(configuration.targets),
  );
  for (const [target, part] of Object.entries(own.targets ?? {})) {
    if (part === false) parts.delete(target);
    else parts.set(target, { ...parts.get(target), ...part });
  }
  const targets = [...parts].map(([target, part]): [string, CompleteTarget] => {
    const [problem] = targetProblems(target, part, { service, services, environment: name });
    if (problem === undefined) return [target, part as CompleteTarget];
    throw configuration.error(placed(problem, { target, environment: name, own }));
  });
  return {
    environment: name === undefined ? undefined : { name, values },
    service,
    services,
    targets: Object.fromEntries(targets),
    limits,
  };
}

function checkNames(
  { targets: shared, error }: MergedConfiguration,
  environment: string,
  { targets = {} }: EnvironmentShares,
): void {
  for (const [target, part] of Object.entries(targets)) {
    if (Object.hasOwn(shared, target)) continue;
    if (part !== false && (part.kind ?? part.policy) !== undefined) continue;
    const otherwise =
      part === false ? "Remove it." : 'Name one of `targets`, or add "kind" and "policy".';
    throw error({
      path: toPointer(["environments", environment, "targets", target]),
      part: "key",
      message: `${environment}: There is no shared target "${target}".`,
      help: didYouMean(target, Object.keys(shared)) ?? otherwise,
    });
  }
}

function placed(
  problem: Omit<Problem, "path"> & { readonly key?: string },
  {
    target,
    environment,
    own,
  }: {
    readonly target: string;
    readonly environment: string | undefined;
    readonly own: EnvironmentShares;
  },
): Problem {
  const { key, message, ...others } = problem;
  const isOwn = environment !== undefined && own.targets?.[target] !== undefined;
  const where = isOwn ? ["environments", environment, "targets"] : ["targets"];
  const said = environment === undefined ? message : `${environment}: ${message}`;
  return { ...others, message: said, path: toPointer([...where, target, ...(key ? [key] : [])]) };
}

function* targetProblems(
  name: string,
  target: Partial<TargetConfiguration>,
  {
    service,
    services,
    environment,
  }: Pick<InEnvironment, "service" | "services"> & { readonly environment: string | undefined },
): Generator<Omit<Problem, "path"> & { readonly key?: string }> {
  const { kind, policy, service: ofTarget } = target;
  const place = `environments.${environment}.targets.${name}`;
  const toAdd = (key: string): string =>
    environment === undefined
      ? `Add "${key}".`
      : `Add "${key}" in ${place}, or set that to false to leave the target out.`;
  const missing = (key: string): Omit<Problem, "path"> => ({
    message: `"${key}" is missing in the target "${name}".`,
    help: toAdd(key),
  });
  if (kind === undefined) yield missing("kind");
  else {
    const { noun, identifiers } = kinds[kind];
    const [first] = identifiers;
    if (target[first] === undefined) yield missing(first);
    if (policy === undefined) yield missing("policy");
    else if (splitPolicyPath(policy).holder !== undefined) {
      yield {
        key: "policy",
        message: `The policy of the target "${name}" must be a file, not a policy in a file.`,
        help: "Put the policy into a file of its own, and name that.",
      };
    }
    if (kind === "https-route" && target.route === undefined) {
      yield { message: `The HTTPS route "${name}" has no "route".`, help: toAdd("route") };
    }
    for (const [key, owner] of Object.entries(owners)) {
      if (
        identifiers.some((own) => own === key) ||
        target[key as keyof typeof owners] === undefined
      )
        continue;
      const article = /^[eo]/.test(key) ? "an" : "a";
      yield { message: `The ${noun} "${name}" has ${article} "${key}", ${owner}.` };
    }
    if (kind === "cloud-endpoint" && target.enabled !== undefined) {
      yield {
        key: "enabled",
        message: `The cloud endpoint "${name}" has "enabled", but its policy is always applied.`,
        help: 'Remove "enabled".',
      };
    }
    if (target.url !== undefined && parseEndpointUrl(target.url) === undefined) {
      yield {
        key: "url",
        message: `"${shortened(target.url)}" is not the URL of an endpoint.`,
        help: "Write scheme and host, like https://shop.example, with a port for tcp.",
      };
    }
    if (kind === "policy-file") {
      yield* notInPolicyFile(name, target);
      return;
    }
  }
  if (ofTarget !== undefined && !Object.hasOwn(services, ofTarget)) {
    const known = Object.keys(services);
    yield {
      key: "service",
      message: `There is no service "${ofTarget}".`,
      help: known.length === 0 ? "Add it to `services`." : `There is: ${known.join(", ")}.`,
    };
  }
  if (ofTarget === undefined && service === undefined) {
    yield {
      message: `"service" is missing: the target "${name}" needs one.`,
      help: 'Add "service".',
    };
  }
}

function* notInPolicyFile(
  name: string,
  target: Partial<TargetConfiguration>,
): Generator<Omit<Problem, "path"> & { readonly key: string }> {
  for (const key of ["enabled", "service"] as const) {
    if (target[key] === undefined) continue;
    const message = `The policy file "${name}" has "${key}", but other means deploy it.`;
    yield { key, message, help: `Remove "${key}".` };
  }
}

/** Refuses two environments for the same place, because they would overwrite each other's policy. */
function checkPlaces(configuration: MergedConfiguration, all: readonly InEnvironment[]): void {
  const known = new Map<string, TargetPlace>();
  for (const { environment, service, services, targets } of all) {
    if (environment === undefined) return;
    const { name } = environment;
    for (const [target, held] of Object.entries(targets)) {
      // Without a place of its own, the build of each environment has a folder of its own.
      if (held.kind === "policy-file" && held.out === undefined) continue;
      const { service: named } = held;
      const at = named === undefined ? service : services[named];
      const place = JSON.stringify(
        held.kind === "policy-file"
          ? [held.kind, held.out]
          : [locationOf(at), held.kind, ...identifiersOf(held)],
      );
      const found = { environment: name, target, isFile: held.kind === "policy-file" };
      const other = known.get(place);
      if (other !== undefined && other.environment !== name) {
        throw configuration.error(samePlace(found, other, configuration));
      }
      if (other === undefined) known.set(place, found);
    }
  }
}

function identifiersOf(target: Target): readonly string[] {
  if (target.kind === "cloud-endpoint") return [target.endpoint];
  return target.kind === "tcp-edge" ? [target.edge] : [target.edge, target.route];
}

interface TargetPlace {
  readonly environment: string;
  readonly target: string;
  readonly isFile: boolean;
}

function samePlace(
  one: TargetPlace,
  other: TargetPlace,
  { environments, locate }: MergedConfiguration,
): Problem {
  const pathOf = ({ environment, target }: TargetPlace): string => {
    const isOwn = environments[environment]?.targets?.[target] !== undefined;
    return toPointer([...(isOwn ? ["environments", environment] : []), "targets", target]);
  };
  const { file, start } = locate(pathOf(other));
  const isCode = start.line === 1 && start.column === 1;
  const where = isCode ? pathOf(other) : placeText(file, start);
  return {
    path: pathOf(one),
    message: `This target of ${one.environment} is the same place as one of ${other.environment}, at ${where}.`,
    help: one.isFile
      ? 'Give each environment an "out" of its own.'
      : "Give each environment identifiers, or a service, of its own.",
  };
}

/** Tells one service from another, and one account of a service from another: by where their keys are. */
export function serviceKey(service: LoadedService | undefined): string {
  const { apiKeyVariable, apiKeyFile } = service ?? {};
  return JSON.stringify([locationOf(service), apiKeyVariable, apiKeyFile]);
}

// Asked for each target, and thousands are at the same service.
const locations = new WeakMap<LoadedService, string>();

function locationOf(service: LoadedService | undefined): string {
  return service === undefined ? "" : getOrAdd(locations, service, findLocation);
}

function findLocation({ emulator, baseUrl = "" }: LoadedService): string {
  if (emulator !== undefined) return JSON.stringify([emulator.folder, emulator.name]);
  return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/+$/, "") : baseUrl;
}
