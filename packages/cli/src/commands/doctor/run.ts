import { checkApiKey } from "./api-key.ts";
import type { Check } from "./output.ts";
import { checkClock } from "./clock.ts";
import { checkCodeCache } from "./code-cache.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkConnection } from "./connection.ts";
import { checkEmulator } from "./emulator.ts";
import { checkNode } from "./node-version.ts";
import { checkPackageVersions } from "./package-versions.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { DoctorOptions } from "./command.ts";
import { printChecks } from "./report.ts";
import { namedService, type NamedService } from "../../service/named-service.ts";
import type { Terminal } from "../../terminal.ts";

/** `traffic-policy doctor`: whether everything that the other commands need is in order. */
export default async function doctor(
  options: DoctorOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { checks: found, configuration, broken } = await checkConfiguration();
  const service =
    broken && options.baseUrl === undefined ? "unknown" : namedService(configuration, options);
  const checks = [
    checkNode(),
    checkPackageVersions(configuration?.folder ?? process.cwd()),
    ...found,
    ...(await checkService(service, options, terminal)),
    checkCodeCache(),
  ];
  printChecks(checks, options.format, terminal);
  const isWell = checks.every(({ state }) => state !== "problem");
  return isWell ? exitStatus.ok : exitStatus.findings;
}

async function checkService(
  service: NamedService | "emulator" | "unknown" | undefined,
  { apiKeyFile, timeout }: DoctorOptions,
  terminal: Terminal,
): Promise<Check[]> {
  const isNamed = typeof service === "object";
  const { check, apiKey } = checkApiKey(apiKeyFile, isNamed, terminal);
  if (service === "emulator")
    return [check, await checkEmulator(), notAsked("clock", "The emulator has this machine's.")];
  if (!isNamed) {
    const message =
      service === "unknown"
        ? "What the configuration says of the service is not known."
        : "It is not known where the service is: no --base-url, TRAFFIC_POLICY_BASE_URL or configuration says it.";
    return [check, notAsked("connection", message), checkClock(undefined)];
  }
  if (apiKey === undefined) {
    return [
      check,
      notAsked("connection", "Without a key, nothing is sent."),
      checkClock(undefined),
    ];
  }
  const { checks, dated } = await checkConnection(service, apiKey, timeout * 1000);
  return [check, ...checks, checkClock(dated)];
}

function notAsked(name: string, message: string): Check {
  return { name, state: "skipped", message };
}
