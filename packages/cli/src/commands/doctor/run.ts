import { cacheFolder } from "@traffic-policy/policy-module/user-cache";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { checkApiKey, checkClock, checkConnection, checkEmulator } from "./connection.ts";
import type { Check } from "./output.ts";
import { checkCodeCache, checkNode, checkPackageVersions } from "./installation.ts";
import { checkConfiguration } from "./configuration.ts";
import type { DoctorOptions } from "./command.ts";
import { printChecks } from "./report.ts";
import { usualVariable } from "../../service/api-key.ts";
import { namedService, type NamedEmulator, type NamedService } from "../../service/connect.ts";

/** `traffic-policy doctor`: whether everything that the other commands need is in order. */
export default async function doctor(
  options: DoctorOptions,
  context: Context,
): Promise<ExitStatus> {
  const { checks: found, configuration, broken } = await checkConfiguration(options, context);
  const service =
    broken && options.baseUrl === undefined
      ? "unknown"
      : namedService(configuration, options, context.env);
  const checks = [
    checkNode(),
    checkPackageVersions(configuration?.folder ?? context.cwd),
    ...found,
    ...(await checkService(service, options, context)),
    checkCodeCache(cacheFolder(context.env)),
  ];
  printChecks(checks, options.format, context.terminal);
  const isWell = checks.every(({ state }) => state !== "problem");
  return isWell ? exitStatus.ok : exitStatus.findings;
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
  const { check, apiKey } = checkApiKey(isNamed ? service.key : usual, isNamed, context);
  if (typeof service === "object" && "emulator" in service)
    return [check, await checkEmulator(), notAsked("clock", "It is this machine's.")];
  if (!isNamed) {
    const message =
      service === "unknown"
        ? "The service settings of the configuration are unknown."
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
