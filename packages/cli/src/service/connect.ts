import type { Context } from "../context.ts";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  createClient,
  InvalidConfiguration,
  proxyFrom,
  type Client,
  type ClientEvent,
} from "@traffic-policy/api";
import { Secret } from "@traffic-policy/api/secret";
import { CommandError } from "../command-error.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { ServiceAccess } from "../program/options.ts";
import { printClientEvent } from "../report/client-event.ts";
import { apiKeyIfAny } from "./api-key.ts";
import { namedService, type VersionHeader } from "./named-service.ts";
import { localFolder, makeLocalFolder } from "../local-folder.ts";

/** A client of the configured service. */
export interface Connection {
  readonly client: Client;
  /** Where the service is, to be shown. */
  readonly description: string;
  /** Which service it is, for what is kept: its base URL, written in one way, or `emulator`. */
  readonly service: string;
  /** The header that names the version of the API, unless it is the usual one. */
  readonly versionHeader?: VersionHeader | undefined;
  close(): Promise<void>;
}

/** What a command that does much at the same time asks for. */
export interface ConnectionNeeds {
  /** Operations at the same time. */
  readonly concurrency?: number | undefined;
  /** Told of requests that are repeated or have to wait, which is printed otherwise. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
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
  context: Context,
  needs: ConnectionNeeds = {},
): Promise<Connection> {
  const named = namedService(configuration, options, context.env);
  if (named === "emulator") return connectToEmulator(configuration as LoadedConfiguration, needs);
  if (named === undefined) {
    throw new CommandError("The URL of the service is unknown.", {
      help: "Set it with --base-url or TRAFFIC_POLICY_BASE_URL, or in a traffic-policy.config.ts here.",
    });
  }
  const apiKey = apiKeyIfAny(options.apiKeyFile, context);
  if (apiKey === undefined) {
    throw new CommandError("There is no API key.", {
      help: "Set TRAFFIC_POLICY_API_KEY, or name a file that holds it with --api-key-file.",
    });
  }
  const { baseUrl, versionHeader } = named;
  const secret = new Secret(apiKey);
  if (Object.keys(configuration?.targets ?? {}).some((name) => secret.isIn(name))) {
    throw new CommandError("The name of a target contains the API key.", {
      help: "Rename it: plans and the history contain the names of targets.",
    });
  }
  const client = newClient({
    baseUrl,
    apiKey,
    ...(versionHeader && { versionHeader }),
    proxy: proxyFrom(context.env, baseUrl),
    connections: connectionsFor(needs),
    onEvent: needs.onEvent ?? ((event) => printClientEvent(event, context.terminal)),
  });
  const service = new URL(baseUrl).href.replace(/\/+$/, "");
  return { client, description: baseUrl, service, versionHeader, close: () => client.close() };
}

async function connectToEmulator(
  { folder, targets }: LoadedConfiguration,
  needs: ConnectionNeeds,
): Promise<Connection> {
  const { createEmulator } = await import("@traffic-policy/emulator");
  const dataFile = join(localFolder(folder), "emulator.json");
  try {
    makeLocalFolder(folder);
  } catch {
    // The emulator tells when it has to write there.
  }
  const tcpEdges = Object.values(targets).flatMap(({ kind, edge }) =>
    kind === "tcp-edge" ? [edge] : [],
  );
  const emulator = await createEmulator({ dataFile, tcpEdges }).catch((error: Error) => {
    throw new CommandError(error.message, {
      help: "It holds the state of the configuration's emulator. Delete it to start afresh.",
      cause: error,
    });
  });
  const client = newClient({
    baseUrl: emulator.baseUrl,
    apiKey: randomUUID(),
    connections: connectionsFor(needs),
    onEvent: needs.onEvent,
  });
  const close = async (): Promise<void> => {
    await client.close();
    await emulator.close();
  };
  return { client, description: "the emulator", service: "emulator", close };
}

/** As many as the client has by itself, or more. */
function connectionsFor({ concurrency = 8 }: ConnectionNeeds): number {
  return Math.max(8, concurrency);
}

function newClient(options: Parameters<typeof createClient>[0]): Client {
  try {
    return createClient(options);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  }
}
