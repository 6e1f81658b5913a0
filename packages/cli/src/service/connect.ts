import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createClient, InvalidConfiguration, type Client } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { ServiceAccess } from "../options.ts";
import { printClientEvent } from "../report/client-event.ts";
import type { Terminal } from "../terminal.ts";
import { apiKeyIfAny } from "./api-key.ts";
import { importEmulator } from "./import-emulator.ts";

/** A client of the configured service. */
export interface Connection {
  readonly client: Client;
  /** Where the service is, to be shown. */
  readonly description: string;
  close(): Promise<void>;
}

/**
 * Connects to the service that the options, the environment or the configuration names, or starts the
 * emulator when that is configured.
 *
 * @throws CommandError when none is named, or there is no key for it
 */
export async function connect(
  configuration: LoadedConfiguration | undefined,
  options: ServiceAccess,
  terminal: Terminal,
): Promise<Connection> {
  const service = configuration?.service;
  const baseUrl =
    options.baseUrl ??
    process.env["TRAFFIC_POLICY_BASE_URL"] ??
    (typeof service === "object" ? service.baseUrl : undefined);
  if (baseUrl === undefined) {
    if (configuration !== undefined) return connectToEmulator(configuration);
    throw new CommandError("It is not known where the service is.", {
      help: "Say it with --base-url or TRAFFIC_POLICY_BASE_URL, or in a traffic-policy.config.ts here.",
    });
  }
  const apiKey = apiKeyIfAny(options.apiKeyFile);
  if (apiKey === undefined) {
    throw new CommandError("There is no API key.", {
      help: "Set TRAFFIC_POLICY_API_KEY, or name a file that holds it with --api-key-file.",
    });
  }
  const versionHeader = typeof service === "object" ? service.versionHeader : undefined;
  const client = newClient({
    baseUrl,
    apiKey,
    ...(versionHeader && { versionHeader }),
    onEvent: (event) => printClientEvent(event, terminal),
  });
  return { client, description: baseUrl, close: () => client.close() };
}

async function connectToEmulator({ folder, targets }: LoadedConfiguration): Promise<Connection> {
  const { createEmulator } = await importEmulator();
  const dataFile = join(folder, ".traffic-policy", "emulator.json");
  const tcpEdges = Object.values(targets).flatMap(({ kind, edge }) =>
    kind === "tcp-edge" ? [edge] : [],
  );
  const emulator = await createEmulator({ dataFile, tcpEdges }).catch((error: Error) => {
    throw new CommandError(error.message, {
      help: "The file holds what the configuration's emulator knows; without it, that one begins anew.",
      cause: error,
    });
  });
  const client = newClient({ baseUrl: emulator.baseUrl, apiKey: randomUUID() });
  const close = async (): Promise<void> => {
    await client.close();
    await emulator.close();
  };
  return { client, description: "the emulator", close };
}

function newClient(options: Parameters<typeof createClient>[0]): Client {
  try {
    return createClient(options);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  }
}
