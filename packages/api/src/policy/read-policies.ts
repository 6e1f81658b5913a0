import type { TcpEdge } from "@traffic-policy/policy-language/service";
import { getOrAdd } from "@traffic-policy/policy-language";
import {
  NotFound,
  ConnectionFailed,
  RateLimited,
  ServiceFailure,
  Unauthorized,
  ServiceError,
} from "../errors/service-error.ts";
import type { RequestOptions } from "../service/operation.ts";
import type { Operations, Target } from "./target.ts";
import { readModule, type StoredPolicy } from "./stored-policy.ts";
import { checkedConcurrency } from "../configuration/settings.ts";
import { Cancelled, Timeout } from "../errors/no-answer.ts";
import { RepeatedIdentifier } from "../service/paged-list.ts";
import { inParallel } from "./in-parallel.ts";

/**
 * Reads what the service holds for a target, policy or not; nothing when it holds nothing there.
 *
 * @throws ServiceError; `NotFound` when there is no such TCP edge. Of a route the service does not
 *   tell whether only the policy is missing, so there it is never `NotFound`.
 */
export async function readPolicy(
  client: Operations,
  target: Target,
  options: RequestOptions = {},
): Promise<StoredPolicy | undefined> {
  if (target.kind === "tcp-edge") {
    const { traffic_policy: module } = await client.tcpEdges.get(target.edge, options);
    return module === null ? undefined : readModule(module);
  }
  const { edge, route } = target;
  try {
    return readModule(await client.httpsRoutes.trafficPolicy.get(edge, route, options));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** What the service holds for one of several targets; or why that is not known. */
export interface PolicyReading {
  readonly target: Target;
  /** Nothing when the service holds no policy there, or when there is an error. */
  readonly stored: StoredPolicy | undefined;
  readonly error: ServiceError | undefined;
}

/** How many targets are read. */
export interface ReadEachOptions extends RequestOptions {
  /** Requests at the same time; 8 by default. */
  readonly concurrency?: number | undefined;
}

/**
 * Reads what the service holds for many targets, as {@link readEach} does.
 *
 * @returns one reading for each target, in their order; what the service does wrong is in them and
 *   never thrown
 */
export async function readPolicies(
  client: Operations,
  targets: readonly Target[],
  options: RequestOptions = {},
): Promise<readonly PolicyReading[]> {
  const readings: PolicyReading[] = [];
  const visit = (reading: PolicyReading, index: number): void => void (readings[index] = reading);
  await readEach(client, targets, visit, options);
  return readings;
}

/**
 * Reads what the service holds for many targets, and tells of each when it is known, by its index in
 * the list; nothing of it is kept. TCP edges come from the list, of which one page is one request, as
 * long as that needs fewer requests than asking for each: the list is left when it has taken as many
 * pages as there are edges still to find. Routes have no list.
 *
 * An edge that is in the list twice is reported with that as its error; again, if it was reported before.
 *
 * @throws InvalidConfiguration for an invalid `concurrency`
 */
export async function readEach(
  client: Operations,
  targets: readonly Target[],
  visit: (reading: PolicyReading, index: number) => void,
  { concurrency: given, ...options }: ReadEachOptions = {},
): Promise<void> {
  const concurrency = checkedConcurrency(given);
  const routes: number[] = [];
  const edges = new Map<string, number[]>();
  for (const [index, { kind, edge }] of targets.entries()) {
    if (kind === "https-route") routes.push(index);
    else getOrAdd(edges, edge, () => []).push(index);
  }
  const tell = (indexes: Iterable<number>, read: Omit<PolicyReading, "target">): void => {
    for (const index of indexes) {
      const target = targets[index];
      if (target !== undefined) visit({ target, ...read }, index);
    }
  };
  const readOne = async (indexes: readonly number[]): Promise<void> => {
    const target = targets[indexes[0] ?? -1];
    if (target === undefined) return;
    tell(indexes, await readingOf(() => readPolicy(client, target, options)));
  };

  const list = async (): Promise<void> => {
    const error = await readList(client, edges, tell, options);
    if (error === undefined) return;
    for (const indexes of edges.values()) tell(indexes, { stored: undefined, error });
    edges.clear();
  };
  const first = routes.map((index) => () => readOne([index]));
  await inParallel([list, ...first], concurrency, (work) => work());
  await inParallel(edges.values(), concurrency, readOne);
}

/** What asking for each edge would come to as well. Anything else may be about the list alone. */
const ofAll = [
  Unauthorized,
  RateLimited,
  ServiceFailure,
  ConnectionFailed,
  Timeout,
  Cancelled,
] as const;

/**
 * Tells of edges that the list has, and takes them out of those that are wanted.
 *
 * @returns why reading the list failed, if asking for each edge would fail in the same way
 */
async function readList(
  client: Operations,
  wanted: Map<string, readonly number[]>,
  tell: (indexes: readonly number[], read: Omit<PolicyReading, "target">) => void,
  options: RequestOptions,
): Promise<ServiceError | undefined> {
  if (wanted.size < 2) return undefined;
  const all = new Map(wanted);
  try {
    let pages = 0;
    for await (const { tcp_edges } of client.tcpEdges.list(options).pages()) {
      pages += 1;
      for (const edge of tcp_edges) {
        const indexes = wanted.get(edge.id);
        if (indexes === undefined) continue;
        wanted.delete(edge.id);
        tell(indexes, { stored: policyOf(edge), error: undefined });
      }
      if (pages >= wanted.size) break;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error instanceof RepeatedIdentifier) {
      for (const [edge, indexes] of all) {
        if (!error.isAbout(edge)) continue;
        wanted.delete(edge);
        tell(indexes, { stored: undefined, error });
      }
    }
    return ofAll.some((kind) => error instanceof kind) ? error : undefined;
  }
}

async function readingOf(
  read: () => Promise<StoredPolicy | undefined>,
): Promise<Omit<PolicyReading, "target">> {
  try {
    return { stored: await read(), error: undefined };
  } catch (error) {
    if (error instanceof ServiceError) return { stored: undefined, error };
    throw error;
  }
}

function policyOf({ traffic_policy: module }: TcpEdge): StoredPolicy | undefined {
  return module === null ? undefined : readModule(module);
}
