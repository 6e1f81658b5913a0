import { dirname, relative } from "node:path";
import type { SourceRange } from "@traffic-policy/policy-language";
import { fileNamedBy, type ReadConfiguration } from "./read-configuration.ts";
import type { Configuration, EnvironmentConfiguration, ServiceConfiguration } from "./schema.ts";

/** A service as a configuration says it, with absolute paths. */
export interface LoadedService extends Omit<ServiceConfiguration, "emulator"> {
  /** An emulator in its place. */
  readonly emulator?: LoadedEmulator;
}

/** An emulator that is started for a run. */
export interface LoadedEmulator {
  /** Empty for the one that needs no name. */
  readonly name: string;
  /** The folder of the configuration that says it, whoever extends that; absolute path. */
  readonly folder: string;
}

/** The shared settings of a configuration, or those of a single environment. */
export interface Shares {
  readonly service?: LoadedService | undefined;
  readonly services?: Readonly<Record<string, LoadedService>>;
  readonly values?: NonNullable<Configuration["values"]>;
  readonly limits?: NonNullable<Configuration["limits"]>;
}

export interface EnvironmentShares extends Shares {
  readonly targets?: EnvironmentConfiguration["targets"];
}

/** A configuration merged with the configuration that it extends. */
export interface MergedConfiguration extends Shares {
  readonly file: string;
  readonly sources: readonly string[];
  readonly targets: NonNullable<Configuration["targets"]>;
  readonly environments: Readonly<Record<string, EnvironmentShares>>;
  readonly defaultEnvironment: string | undefined;
  readonly projects: readonly string[] | undefined;
  /** The sections that other packages define, such as `lint`. */
  readonly parts: Readonly<Record<string, unknown>>;
  locate(path: string): SourceRange;
  error: ReadConfiguration["error"];
}

export function merged(read: ReadConfiguration): MergedConfiguration {
  const {
    $schema: _schema,
    extends: _extends,
    service,
    services,
    values,
    limits,
    targets = {},
    environments = {},
    defaultEnvironment,
    projects,
    ...parts
  } = read.value;
  const shares = { service, services, values, limits } as Configuration;
  const environmentEntries = Object.entries(environments).map(
    ([name, { targets: own, ...some }]): [string, EnvironmentShares] => [
      name,
      { ...sharesOf(some, read), ...(own && { targets: own }) },
    ],
  );
  return {
    ...sharesOf(shares, read),
    file: read.file,
    sources: [read.file],
    targets,
    environments: Object.fromEntries(environmentEntries),
    defaultEnvironment,
    projects,
    parts,
    locate: read.locate,
    error: read.error,
  };
}

function sharesOf(
  { service, services, values, limits }: Configuration | EnvironmentConfiguration,
  read: ReadConfiguration,
): Shares {
  return {
    ...(service && { service: loadedService(service, read) }),
    ...(services && {
      services: Object.fromEntries(
        Object.entries(services).map(([name, one]) => [name, loadedService(one, read)]),
      ),
    }),
    ...(values && { values }),
    ...(limits && { limits }),
  };
}

function loadedService(
  service: "emulator" | ServiceConfiguration,
  read: ReadConfiguration,
): LoadedService {
  const folder = dirname(read.file);
  if (service === "emulator") return { emulator: { name: "", folder } };
  const { emulator: name, apiKeyFile, ...others } = service;
  if (name !== undefined) return { emulator: { name, folder } };
  return {
    ...others,
    ...(apiKeyFile !== undefined && { apiKeyFile: fileNamedBy(read, apiKeyFile) }),
  };
}

/**
 * Merges a configuration with the configuration that it extends. Targets, projects and the baseline, which lists
 * findings of other files, are not inherited. Globs apply to the folder of the extending configuration; file paths
 * stay relative to the file that names them.
 */
export function extended(own: MergedConfiguration, base: MergedConfiguration): MergedConfiguration {
  // Not an object meanwhile, which has members of its own that names may be those of.
  const environments = new Map<string, EnvironmentShares>();
  for (const [name, { targets: _targets, ...shares }] of Object.entries(base.environments)) {
    environments.set(name, shares);
  }
  for (const [name, environment] of Object.entries(own.environments)) {
    const shared = environments.get(name) ?? {};
    environments.set(name, { ...environment, ...mergedShares(environment, shared) });
  }
  const [lint, baseLint] = [own.parts["lint"], base.parts["lint"]] as Lint[];
  const ignored = lint?.ignoreFindings?.length ?? 0;
  return {
    ...own,
    ...mergedShares(own, base),
    sources: [...own.sources, ...base.sources],
    environments: Object.fromEntries(environments),
    defaultEnvironment: own.defaultEnvironment ?? base.defaultEnvironment,
    parts: {
      ...base.parts,
      ...own.parts,
      ...(baseLint && { lint: mergedLint(lint ?? {}, baseLint, { own, base }) }),
    },
    locate: (path) => {
      const [, index, rest = ""] = /^\/lint\/ignoreFindings\/(\d+)(.*)$/.exec(path) ?? [];
      const isOfBase = index !== undefined && Number(index) >= ignored;
      return isOfBase
        ? base.locate(`/lint/ignoreFindings/${Number(index) - ignored}${rest}`)
        : own.locate(path);
    },
    error: (problem) => {
      const isOfBase =
        problem.path === "/defaultEnvironment" && own.defaultEnvironment === undefined;
      return isOfBase ? base.error(problem) : own.error(problem);
    },
  };
}

export function mergedShares(own: Shares, base: Shares): Shares {
  const service = mergedService(own.service, base.service);
  const services = new Map(Object.entries(base.services ?? {}));
  for (const [name, one] of Object.entries(own.services ?? {})) {
    services.set(name, mergedService(one, services.get(name)) ?? one);
  }
  return {
    ...(service && { service }),
    services: Object.fromEntries(services),
    values: { ...base.values, ...own.values },
    limits: { ...base.limits, ...own.limits },
  };
}

/** An API key belongs to the base URL next to it: another URL never inherits it. */
function mergedService(
  own: LoadedService | undefined,
  base: LoadedService | undefined,
): LoadedService | undefined {
  if (own === undefined || base === undefined) return own ?? base;
  if (own.emulator !== undefined) return own;
  const { apiKeyFile, apiKeyVariable, emulator, ...others } = base;
  const isElsewhere =
    own.baseUrl !== undefined && (others.baseUrl !== undefined || emulator !== undefined);
  const hasKey = own.apiKeyFile !== undefined || own.apiKeyVariable !== undefined;
  return {
    ...others,
    ...(emulator !== undefined && own.baseUrl === undefined && { emulator }),
    ...(!isElsewhere && !hasKey && apiKeyFile !== undefined && { apiKeyFile }),
    ...(!isElsewhere && !hasKey && apiKeyVariable !== undefined && { apiKeyVariable }),
    ...own,
  };
}

type Lint =
  | {
      readonly rules?: object;
      readonly overrides?: readonly unknown[];
      readonly ignore?: readonly string[];
      readonly ignoreFindings?: readonly { readonly file: string }[];
      readonly customRules?: object;
      readonly baseline?: string;
    }
  | undefined;

function mergedLint(
  own: NonNullable<Lint>,
  { baseline: _baseline, ...base }: NonNullable<Lint>,
  files: { readonly own: { readonly file: string }; readonly base: { readonly file: string } },
): NonNullable<Lint> {
  const moved = (base.ignoreFindings ?? []).map((entry) => ({
    ...entry,
    file: relative(dirname(files.own.file), fileNamedBy(files.base, entry.file)),
  }));
  return {
    ...base,
    ...own,
    rules: { ...base.rules, ...own.rules },
    overrides: [...(base.overrides ?? []), ...(own.overrides ?? [])],
    ignore: [...(base.ignore ?? []), ...(own.ignore ?? [])],
    ignoreFindings: [...(own.ignoreFindings ?? []), ...moved],
    customRules: { ...base.customRules, ...own.customRules },
  };
}
