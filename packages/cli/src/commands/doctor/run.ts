import type { LoadedService } from "@traffic-policy/policy-module";
import { cacheFolder } from "@traffic-policy/policy-module/user-cache";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import {
  checkApiKey,
  checkClock,
  checkConnection,
  checkEmulator,
  unknownService,
} from "./connection.ts";
import type { Check } from "./output.ts";
import { checkCodeCache, checkNode, checkPackageVersions } from "./installation.ts";
import { checkConfiguration, inEnvironment } from "./configuration.ts";
import type { LoadedConfiguration } from "../../configuration/load-configuration.ts";
import type { DoctorOptions } from "./command.ts";
import { printChecks } from "./report.ts";
import { usualVariable } from "../../service/api-key.ts";
import { namedService, type NamedEmulator, type NamedService } from "../../service/connect.ts";

/** `traffic-policy doctor`: whether everything that the other commands need is in order. */
export default async function doctor(
  options: DoctorOptions,
  context: Context,
): Promise<ExitStatus> {
  const { checks: found, environments, broken } = await checkConfiguration(options, context);
  const isUnknown = broken && options.baseUrl === undefined;
  const ofServices: Check[] = [];
  for (const configuration of environments.length === 0 ? [undefined] : environments) {
    ofServices.push(...(await checkServices(configuration, isUnknown, options, context)));
  }
  const checks = [
    checkNode(),
    checkPackageVersions(environments[0]?.folder ?? context.cwd),
    ...found,
    ...ofServices,
    checkCodeCache(cacheFolder(context.env)),
  ];
  printChecks(checks, options.format, context.terminal);
  const isWell = checks.every(({ state }) => state !== "problem");
  return isWell ? exitStatus.ok : exitStatus.findings;
}

/** The services of an environment: the one for most targets, and those that have names. */
async function checkServices(
  configuration: LoadedConfiguration | undefined,
  isUnknown: boolean,
  options: DoctorOptions,
  context: Context,
): Promise<Check[]> {
  if (configuration === undefined) {
    const named = isUnknown ? "unknown" : namedService(undefined, options, context.env);
    return checkService(named, options, context);
  }
  const { environment, service, services } = configuration;
  const all: [name: string | undefined, service: LoadedService | undefined][] =
    Object.entries(services);
  if (service !== undefined || all.length === 0) all.unshift([undefined, service]);
  const checks: Check[] = [];
  for (const [name, one] of all) {
    const named = namedService({ service: one, environment }, options, context.env);
    const found = await checkService(named, options, context);
    checks.push(
      ...found.map((check) => (name === undefined ? check : { ...check, service: name })),
    );
  }
  return inEnvironment(configuration, checks);
}

async function checkService(
  service: NamedService | NamedEmulator | "unknown" | undefined,
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
  if (typeof service === "object" && "emulator" in service)
    return [check, await checkEmulator(), notAsked("clock", "It is this machine's.")];
  if (!isNamed) {
    const message =
      service === "unknown"
        ? unknownService
        : "The URL of the service is unknown: neither --base-url, TRAFFIC_POLICY_BASE_URL nor a configuration sets it.";
    return [check, notAsked("connection", message), checkClock(undefined)];
  }
  if (apiKey === undefined) {
    return [
      check,
      notAsked("connection", "Without a key, nothing is sent."),
      checkClock(undefined),
    ];
  }
  const { checks, dated } = await checkConnection(service, apiKey, timeout * 1000, context);
  return [check, ...checks, checkClock(dated)];
}

function notAsked(name: string, message: string): Check {
  return { name, state: "skipped", message };
}
