import { getOrAdd, listed } from "@traffic-policy/policy-language/internal";
import { type LoadedConfiguration } from "@traffic-policy/project";
import { serviceKey } from "@traffic-policy/project/internal";
import type { Client, ClientEvent, Target } from "@traffic-policy/api";
import { namedPlaces, type NamedTarget } from "@traffic-policy/project/selection";
import { CommandError, type Context } from "../context.ts";
import type { ServiceAccess } from "../program/options.ts";
import {
  connectTo,
  emulatedPlaces,
  namedService,
  noService,
  type Connection,
  type NamedEmulator,
  type NamedService,
} from "./connect.ts";
import { checkKey, type KeySource } from "../configuration/api-key.ts";

export interface NamedConnection extends Connection {
  /** Its name in plans of the run: the service, and a suffix when the name is not unique. */
  readonly name: string;
  readonly fullName: string;
}

export class Connections {
  readonly concurrency: number | undefined;
  readonly #byKey: ReadonlyMap<string, NamedConnection>;

  constructor(byKey: ReadonlyMap<string, NamedConnection>, concurrency?: number) {
    this.#byKey = byKey;
    this.concurrency = concurrency;
  }

  get all(): readonly NamedConnection[] {
    return [...this.#byKey.values()];
  }

  ofAll(targets: readonly Pick<NamedTarget, "loadedService">[]): readonly NamedConnection[] {
    return [...new Set(targets.map((target) => this.of(target)))];
  }

  of(target: Pick<NamedTarget, "loadedService">): NamedConnection {
    const found = this.#byKey.get(serviceKey(target.loadedService));
    if (found === undefined) throw new Error("The service of a target is not connected.");
    return found;
  }

  nameOf(target: Pick<NamedTarget, "loadedService">): { readonly service?: string } {
    return this.#byKey.size > 1 ? { service: this.of(target).name } : {};
  }

  get clients(): Client | ReadonlyMap<string, Client> {
    const [first, ...others] = this.all;
    if (first !== undefined && others.length === 0) return first.client;
    return new Map(this.all.map(({ name, client }) => [name, client]));
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
 * Connects to all services of the targets. Sends nothing.
 *
 * @throws CommandError when a service is not named, has no key, or would get another service's key
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
  const places = placesOf(targets);
  const connections = new Map<string, NamedConnection>();
  try {
    for (const [key, { named, targets: own }] of services) {
      const names = own.map(({ name }) => name);
      const held = emulatedPlaces(places.get(key) ?? []);
      const connection = await connectTo(named, names, held, context, needs);
      connections.set(key, distinct(connection, [...connections.values()], named, context));
    }
  } catch (error) {
    await new Connections(connections).close();
    throw error;
  }
  return new Connections(connections, concurrency);
}

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
      help: `Remove ${other}, or choose targets of one service with --target or --tag.`,
    });
  }
  return services;
}

/** All keys must exist before anything is sent, and no key may go to two places. */
function checkKeys(
  services: ReadonlyMap<string, ToConnect>,
  { apiKeyFile }: ServiceAccess,
  context: Context,
): void {
  const remote = [...services.values()].flatMap(({ named }) =>
    "emulator" in named ? [] : [named],
  );
  for (const { key, baseUrl } of remote) checkKey(key, baseUrl, context);
  const bySource = new Map<string, Set<string>>();
  for (const { key, baseUrl } of remote) {
    const source = apiKeyFile === undefined ? nameOf(key, context) : "--api-key-file";
    getOrAdd(bySource, source, () => new Set()).add(originOf(baseUrl));
  }
  const several = [...bySource].find(([, origins]) => origins.size > 1);
  if (several === undefined) return;
  const [source, origins] = several;
  throw new CommandError(
    `The key of ${source} would go to several services: ${listed([...origins])}.`,
    {
      help:
        apiKeyFile === undefined
          ? "Give each service its own `apiKeyVariable` or `apiKeyFile` in the configuration."
          : "Remove --api-key-file, and give each service its own `apiKeyVariable` or `apiKeyFile` in the configuration.",
    },
  );
}

function nameOf({ variable, file }: KeySource, { files }: Context): string {
  return variable ?? files.nameOf(file);
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}

/** The targets at each service, including unselected targets, because an emulator has all of them. */
function placesOf(targets: readonly NamedTarget[]): Map<string, Target[]> {
  const places = new Map<string, Target[]>();
  const configurations = new Set<LoadedConfiguration>(
    targets.map(({ configuration }) => configuration),
  );
  for (const { target, loadedService } of [...configurations].flatMap((one) => namedPlaces(one))) {
    getOrAdd(places, serviceKey(loadedService), () => []).push(target);
  }
  return places;
}

/** Emulators of several configurations, and several accounts of a service, share a service name. */
function distinct(
  connection: Connection,
  others: readonly Connection[],
  named: NamedService | NamedEmulator,
  context: Context,
): NamedConnection {
  const { service, description } = connection;
  const of =
    "emulator" in named
      ? ` of ${context.files.nameOf(named.emulator.folder)}`
      : ` with the key of ${nameOf(named.key, context)}`;
  const fullName = service + of;
  const isTaken = others.some((other) => other.service === service);
  return isTaken
    ? { ...connection, description: description + of, name: fullName, fullName }
    : { ...connection, name: service, fullName };
}
