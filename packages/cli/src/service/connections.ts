import { getOrAdd } from "@traffic-policy/policy-language";
import { serviceKey } from "@traffic-policy/policy-module";
import type { Client, ClientEvent } from "@traffic-policy/api";
import { CommandError, type Context } from "../context.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../configuration/select-targets.ts";
import type { ServiceAccess } from "../program/options.ts";
import { listed } from "../report/text.ts";
import {
  connectTo,
  namedService,
  noService,
  type Connection,
  type NamedEmulator,
  type NamedService,
} from "./connect.ts";
import { checkKey, usualVariable } from "./api-key.ts";

/** The services that the targets of a run are at, each with one connection. */
export class Connections {
  /** Operations at the same time; as many as is usual when left out. */
  readonly concurrency: number | undefined;
  readonly #byKey: ReadonlyMap<string, Connection>;

  constructor(byKey: ReadonlyMap<string, Connection>, concurrency?: number) {
    this.#byKey = byKey;
    this.concurrency = concurrency;
  }

  /** All of them, in the order of the targets. */
  get all(): readonly Connection[] {
    return [...this.#byKey.values()];
  }

  /** The connections of targets, in their order. */
  ofAll(targets: readonly Pick<NamedTarget, "loadedService">[]): readonly Connection[] {
    return [...new Set(targets.map((target) => this.of(target)))];
  }

  of(target: Pick<NamedTarget, "loadedService">): Connection {
    const found = this.#byKey.get(serviceKey(target.loadedService));
    if (found === undefined) throw new Error("The service of a target is not connected.");
    return found;
  }

  /** What a plan calls the service of a target, where there are several: the name of its client. */
  nameOf(target: Pick<NamedTarget, "loadedService">): { readonly service?: string } {
    return this.#byKey.size > 1 ? { service: this.of(target).service } : {};
  }

  /** The clients for a plan. */
  get clients(): Client | ReadonlyMap<string, Client> {
    const [first, ...others] = this.all;
    if (first !== undefined && others.length === 0) return first.client;
    return new Map(this.all.map(({ service, client }) => [service, client]));
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((connection) => connection.close()));
  }
}

interface ToConnect {
  readonly named: NamedService | NamedEmulator;
  readonly targets: NamedTarget[];
}

/**
 * Connects to all services that targets are at. Nothing is sent.
 *
 * @throws CommandError when one is not named, has no key, or would get the key of another one
 */
export async function connectAll(
  targets: readonly NamedTarget[],
  options: ServiceAccess & { readonly concurrency?: number },
  context: Context,
  onEvent?: (event: ClientEvent) => void,
): Promise<Connections> {
  const concurrency = options.concurrency ?? configuredConcurrency(targets);
  const needs = { concurrency, onEvent };
  const services = servicesOf(targets, options, context);
  checkKeys(services, options, context);
  const edges = edgesOf(targets);
  const connections = new Map<string, Connection>();
  try {
    for (const [key, { named, targets: own }] of services) {
      const names = own.map(({ name }) => name);
      const tcpEdges = edges.get(key) ?? [];
      const connection = await connectTo(named, { names, tcpEdges }, context, needs);
      connections.set(key, distinct(connection, [...connections.values()], named, context));
    }
  } catch (error) {
    await new Connections(connections).close();
    throw error;
  }
  return new Connections(connections, concurrency);
}

/** The least that one of the configurations allows. */
function configuredConcurrency(targets: readonly NamedTarget[]): number | undefined {
  const limits = targets.flatMap(({ configuration }) => configuration.limits.concurrency ?? []);
  return limits.length === 0 ? undefined : limits.reduce((least, one) => Math.min(least, one));
}

function servicesOf(
  targets: readonly NamedTarget[],
  options: ServiceAccess,
  context: Context,
): Map<string, ToConnect> {
  const services = new Map<string, ToConnect>();
  for (const target of targets) {
    const { loadedService: service, configuration } = target;
    const key = serviceKey(service);
    const known = services.get(key);
    if (known !== undefined) {
      known.targets.push(target);
      continue;
    }
    const { environment } = configuration;
    const named = namedService({ service, environment }, options, context.env);
    if (named === undefined) throw noService();
    services.set(key, { named, targets: [target] });
  }
  const other = options.baseUrl === undefined ? "TRAFFIC_POLICY_BASE_URL" : "--base-url";
  const isReplaced = [...services.values()].some(
    ({ named }) => "isOther" in named && named.isOther,
  );
  if (services.size > 1 && isReplaced) {
    throw new CommandError(`${other} is for one service, but the targets are at several.`, {
      help: "Choose targets of one service with --target or --tag.",
    });
  }
  return services;
}

/** All keys have to be there before anything is sent, and none may go to two places. */
function checkKeys(
  services: ReadonlyMap<string, ToConnect>,
  { apiKeyFile }: ServiceAccess,
  context: Context,
): void {
  const remote = [...services.values()].flatMap(({ named }) =>
    "emulator" in named ? [] : [named],
  );
  for (const { key, baseUrl } of remote) checkKey(key, baseUrl, context);
  const general = remote.filter(
    ({ key }) => key.variable === usualVariable || key.by === "--api-key-file",
  );
  const origins = new Set(general.map(({ baseUrl }) => originOf(baseUrl)));
  if (origins.size < 2) return;
  const source = apiKeyFile === undefined ? usualVariable : "--api-key-file";
  throw new CommandError(
    `The key of ${source} would go to several services: ${listed([...origins])}.`,
    {
      help: "Give each service its own `apiKeyVariable` or `apiKeyFile` in the configuration.",
    },
  );
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}

/** The TCP edges of each service, also those that are not asked for: an emulator has all of them. */
function edgesOf(targets: readonly NamedTarget[]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  const configurations = new Set<LoadedConfiguration>(
    targets.map(({ configuration }) => configuration),
  );
  for (const { target, loadedService } of [...configurations].flatMap((one) => namedTargets(one))) {
    if (target.kind !== "tcp-edge") continue;
    getOrAdd(edges, serviceKey(loadedService), () => []).push(target.edge);
  }
  return edges;
}

/** Emulators of several configurations, and several accounts of a service, have the same name. */
function distinct(
  connection: Connection,
  others: readonly Connection[],
  named: NamedService | NamedEmulator,
  { files }: Context,
): Connection {
  const isTaken = others.some(({ service }) => service === connection.service);
  if (!isTaken) return connection;
  const of =
    "emulator" in named
      ? ` of ${files.nameOf(named.emulator.folder)}`
      : ` with the key of ${named.key.variable ?? files.nameOf(named.key.file)}`;
  return {
    ...connection,
    service: connection.service + of,
    description: connection.description + of,
  };
}
