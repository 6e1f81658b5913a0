import { printable } from "@traffic-policy/policy-language/internal";
import { randomUUID } from "node:crypto";
import { dialectNamed } from "@traffic-policy/policy-language";
import {
  createClient,
  InvalidConfiguration,
  proxyFrom,
  type Client,
  type ClientEvent,
  type Target,
  ServiceError,
  DeploymentError,
} from "@traffic-policy/api";
import { Secret } from "@traffic-policy/api/secret";
import type { LoadedEmulator, LoadedConfiguration } from "@traffic-policy/project";
import { namedPlaces } from "@traffic-policy/project/selection";
import { emulatorFile } from "@traffic-policy/project/files";
import { projectOf } from "../configuration/project.ts";
import { type Context, CommandError, type Environment, type Terminal } from "../context.ts";
import type { ServiceAccess, ConnectionOptions } from "../program/options.ts";
import { checkKey, keyOf, usualVariable, type KeySource } from "../configuration/api-key.ts";

export interface Connection {
  readonly client: Client;
  readonly description: string;
  /** Identity of the service for stored data: its normalized base URL, or `emulator`. */
  readonly service: string;
  readonly versionHeader?: VersionHeader | undefined;
  close(): Promise<void>;
}

export interface ConnectionNeeds {
  readonly concurrency?: number | undefined;
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/**
 * Connects to the service of the options, the environment or the configuration, or starts the emulator if configured.
 *
 * @throws CommandError when no service is named, or there is no key for it
 */
export async function connect(
  configuration: LoadedConfiguration | undefined,
  options: ServiceAccess,
  context: Context,
  needs: ConnectionNeeds = {},
): Promise<Connection> {
  const named = namedService(configuration, options, context.env);
  if (named === undefined) throw noService();
  const targets = configuration === undefined ? [] : namedPlaces(configuration);
  const names = targets.map(({ name }) => name);
  const places = emulatedPlaces(targets.map(({ target }) => target));
  return connectTo(named, names, places, context, needs);
}

interface EmulatedPlaces {
  readonly tcpEdges: readonly string[];
  readonly cloudEndpoints: readonly string[];
}

export function emulatedPlaces(targets: readonly Target[]): EmulatedPlaces {
  return {
    tcpEdges: targets.flatMap((one) => (one.kind === "tcp-edge" ? [one.edge] : [])),
    cloudEndpoints: targets.flatMap((one) => (one.kind === "cloud-endpoint" ? [one.endpoint] : [])),
  };
}

export function connectTo(
  named: NamedService | NamedEmulator,
  names: readonly string[],
  places: EmulatedPlaces,
  context: Context,
  needs: ConnectionNeeds,
): Promise<Connection> {
  return "emulator" in named
    ? connectToEmulator(named.emulator, places, needs)
    : connectToService(named, names, context, needs);
}

export function noService(): CommandError {
  return new CommandError("The URL of the service is unknown.", {
    help: "Set it with --base-url or TRAFFIC_POLICY_BASE_URL, or in a traffic-policy.config.ts here.",
  });
}

async function connectToService(
  { baseUrl, versionHeader, key }: NamedService,
  targets: readonly string[],
  context: Context,
  needs: ConnectionNeeds,
): Promise<Connection> {
  const apiKey = checkKey(key, baseUrl, context);
  const secret = new Secret(apiKey);
  if (targets.some((name) => secret.isIn(name))) {
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
  { name, folder }: LoadedEmulator,
  places: EmulatedPlaces,
  needs: ConnectionNeeds,
): Promise<Connection> {
  const { cloudVersionHeader, createEmulator } = await import("@traffic-policy/emulator");
  const dataFile = emulatorFile(folder, name);
  const dialect = await dialectNamed("phases");
  const emulator = await createEmulator({ dataFile, dialect, ...places }).catch((error: Error) => {
    throw new CommandError(error.message, {
      help: "It holds the state of the configuration's emulator. Delete it to start afresh.",
      cause: error,
    });
  });
  const client = newClient({
    baseUrl: emulator.baseUrl,
    apiKey: randomUUID(),
    // It has all that the other version has, and cloud endpoints.
    versionHeader: cloudVersionHeader,
    connections: connectionsFor(needs),
    onEvent: needs.onEvent,
  });
  const close = async (): Promise<void> => {
    await client.close();
    await emulator.close();
  };
  const description = name === "" ? "the emulator" : `the emulator ${JSON.stringify(name)}`;
  const service = name === "" ? "emulator" : `emulator ${JSON.stringify(name)}`;
  return { client, description, service, close };
}

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

export async function withClient<T>(
  options: ConnectionOptions & Pick<ConnectionNeeds, "concurrency">,
  context: Context,
  work: (
    client: Client,
    about: {
      readonly connection: Connection;
      readonly configuration: LoadedConfiguration | undefined;
      /** How many requests there may be at the same time, if somebody has said so. */
      readonly concurrency: number | undefined;
    },
  ) => Promise<T>,
): Promise<T> {
  const configuration = await projectOf(options, context).configurations.ifAny();
  const concurrency = options.concurrency ?? configuration?.limits.concurrency;
  const connection = await connect(configuration, options, context, { concurrency });
  try {
    return await work(connection.client, { connection, configuration, concurrency });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  } finally {
    await connection.close();
  }
}

export interface NamedService {
  readonly baseUrl: string;
  readonly versionHeader: VersionHeader | undefined;
  readonly key: KeySource;
  /** True when it differs from the service of the configuration. */
  readonly isOther: boolean;
}

export interface NamedEmulator {
  readonly emulator: LoadedEmulator;
}

/**
 * Returns the service of the options, the environment variables or the configuration, in this order. Ignores the
 * variables for a configuration with environments, which may use different services.
 *
 * @throws CommandError for an invalid version header
 */
export function namedService(
  configuration: Pick<LoadedConfiguration, "service" | "environment"> | undefined,
  options: ServiceAccess,
  env: Environment,
): NamedService | NamedEmulator | undefined {
  const { service = {}, environment } = configuration ?? {};
  // A secret that CI does not have is an empty variable there.
  const variable = (name: string): string | undefined =>
    environment === undefined ? env[name] || undefined : undefined;
  const other = options.baseUrl ?? variable("TRAFFIC_POLICY_BASE_URL");
  const baseUrl = other ?? service.baseUrl;
  if (baseUrl === undefined) return service.emulator && { emulator: service.emulator };
  const written = options.versionHeader ?? variable("TRAFFIC_POLICY_VERSION_HEADER");
  const versionHeader = written === undefined ? service.versionHeader : parseVersionHeader(written);
  const { apiKeyFile } = options;
  // The key of a service goes to this service only.
  const own =
    other === undefined || haveSameOrigin(other, service.baseUrl) ? keyOf(service) : undefined;
  const key =
    apiKeyFile === undefined
      ? (own ?? { variable: usualVariable })
      : { file: apiKeyFile, by: "--api-key-file" };
  return { baseUrl, versionHeader, key, isOther: other !== undefined };
}

function haveSameOrigin(one: string, other: string | undefined): boolean {
  return (
    other !== undefined &&
    URL.canParse(one) &&
    URL.canParse(other) &&
    new URL(one).origin === new URL(other).origin
  );
}

export interface VersionHeader {
  readonly name: string;
  readonly value: string;
}

/**
 * Parses a header: `Service-Version: 2`.
 *
 * @throws CommandError when it is malformed
 */
export function parseVersionHeader(text: string): VersionHeader {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): *([!-~]+)$/.exec(text.trim()) ?? [];
  if (name !== undefined && value !== undefined) return { name, value };
  throw new CommandError(`"${text}" is not a header.`, {
    help: 'Write it like "Service-Version: 2".',
  });
}

const short = 1000;

export function printClientEvent(event: ClientEvent, { err, errStyle }: Terminal): void {
  const seconds = `${(event.delay / 1000).toFixed(1)} s`;
  if (event.kind === "retry") {
    err(errStyle.dim(`${printable(event.error.message)} Retrying in ${seconds}.\n`));
  } else if (event.delay > short) {
    err(errStyle.dim(`Waiting ${seconds} to stay within the limit of requests.\n`));
  }
}

/** True for errors of the service, of plans and of commands, which are shown to the user; all others are bugs. */
export function isExpected(error: unknown): error is Error {
  return [CommandError, DeploymentError, ServiceError].some((kind) => error instanceof kind);
}
