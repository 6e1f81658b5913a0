import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { LoadedConfiguration, LoadedService } from "@traffic-policy/project";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { checkApiKey, checkConnection, checkEmulator, unknownService } from "./connection.ts";
import type { Check } from "./output.ts";
import { checkConfiguration, inProject } from "./configuration.ts";

import type { DoctorOptions } from "./command.ts";
import { printChecks } from "./report.ts";
import { usualVariable } from "../../configuration/api-key.ts";
import { namedService, type NamedEmulator, type NamedService } from "../../service/connect.ts";

/** Runs `traffic-policy doctor`: checks the configuration, the key and the service. */
export default async function doctor(
  options: DoctorOptions,
  context: Context,
): Promise<ExitStatus> {
  const { checks: found, configurations, broken } = await checkConfiguration(options, context);
  const isUnknown = broken && options.baseUrl === undefined;
  const checks = [
    ...found,
    ...(configurations.length === 0
      ? await checkService(
          isUnknown ? "unknown" : namedService(undefined, options, context.env),
          options,
          context,
        )
      : await checkServices(configurations, options, context)),
  ];
  printChecks(checks, options.format, context.terminal);
  const isWell = checks.every(({ state }) => state !== "problem");
  return isWell ? exitStatus.ok : exitStatus.findings;
}

type AnyService = NamedService | NamedEmulator | undefined;

interface ServiceOfProjects {
  readonly named: AnyService;
  readonly environment: string | undefined;
  /** A key of `services`; undefined for the default service. */
  readonly service: string | undefined;
  readonly projects: Set<string | undefined>;
}

async function checkServices(
  configurations: readonly LoadedConfiguration[],
  options: DoctorOptions,
  context: Context,
): Promise<Check[]> {
  const isOne = new Set(configurations.map(({ project }) => project)).size === 1;
  const found = new Map<string, readonly Check[]>();
  const checks: Check[] = [];
  for (const one of servicesOf(configurations, options, context).values()) {
    const { named, environment, service } = one;
    const key = identityOf(named);
    const known = found.get(key) ?? (await checkService(named, options, context));
    found.set(key, known);
    const [project] = isOne || one.projects.size > 1 ? [] : one.projects;
    for (const check of known) {
      const labelled = inProject(project, check, environment);
      checks.push(service === undefined ? labelled : { ...labelled, service });
    }
  }
  return checks;
}

function servicesOf(
  configurations: readonly LoadedConfiguration[],
  options: DoctorOptions,
  context: Context,
): Map<string, ServiceOfProjects> {
  const all = new Map<string, ServiceOfProjects>();
  for (const configuration of configurations) {
    const { service: usual, services } = configuration;
    const environment = configuration.environment?.name;
    const ofOne: [service: string | undefined, loaded: LoadedService | undefined][] =
      Object.entries(services);
    if (usual !== undefined || ofOne.length === 0) ofOne.unshift([undefined, usual]);
    for (const [service, loaded] of ofOne) {
      const about = { service: loaded, environment: configuration.environment };
      const named = namedService(about, options, context.env);
      const key = JSON.stringify([environment, service, identityOf(named)]);
      const known = getOrAdd(all, key, () => ({
        named,
        environment,
        service,
        projects: new Set<string | undefined>(),
      }));
      known.projects.add(configuration.project);
    }
  }
  return all;
}

/** A key that services share when a request to them would have the same result. All emulators are the same here. */
function identityOf(named: AnyService): string {
  if (named === undefined) return "none";
  if ("emulator" in named) return "emulator";
  const { baseUrl, versionHeader, key } = named;
  return JSON.stringify([baseUrl.replace(/\/+$/, ""), versionHeader, key]);
}

async function checkService(
  service: AnyService | "unknown",
  { apiKeyFile, timeout }: DoctorOptions,
  context: Context,
): Promise<Check[]> {
  const isNamed = typeof service === "object" && "key" in service;
  const usual =
    apiKeyFile === undefined
      ? { variable: usualVariable }
      : { file: apiKeyFile, by: "--api-key-file" };
  const needed = service === "unknown" ? service : isNamed;
  const { check, apiKey } = checkApiKey(isNamed ? service.key : usual, needed, context);
  if (typeof service === "object" && "emulator" in service) return [check, await checkEmulator()];
  if (!isNamed) {
    const message =
      service === "unknown"
        ? unknownService
        : "The URL of the service is unknown: neither --base-url, TRAFFIC_POLICY_BASE_URL nor a configuration sets it.";
    return [check, notAsked("connection", message)];
  }
  if (apiKey === undefined) {
    return [check, notAsked("connection", "Without a key, nothing is sent.")];
  }
  return [check, ...(await checkConnection(service, apiKey, timeout * 1000, context))];
}

function notAsked(name: string, message: string): Check {
  return { name, state: "skipped", message };
}
