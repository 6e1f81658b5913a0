import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import {
  ConnectionFailed,
  RateLimited,
  ServiceFailure,
  Unauthorized,
  ServiceError,
} from "../errors/service-error.ts";
import type { RequestOptions } from "../operation.ts";
import type { Operations, Target } from "./target.ts";
import { policyOfEndpoint } from "./kinds/cloud-endpoint.ts";
import { kindOf } from "./kinds/index.ts";
import { policyOfEdge } from "./kinds/tcp-edge.ts";
import { readModule, type StoredPolicy } from "./stored-policy.ts";
import { checkedConcurrency } from "../configuration/settings.ts";
import { Cancelled, Timeout } from "../errors/no-answer.ts";
import { RepeatedIdentifier } from "../service/paged-list.ts";
import { inParallel } from "./in-parallel.ts";

/**
 * Reads the text that the service holds for a target, policy or not; undefined when there is none.
 *
 * @throws ServiceError; `NotFound` when there is no such TCP edge or endpoint, `ReadOnlyEndpoint` for an endpoint of
 *   another type. For a route, the service does not tell whether only the policy is missing, so there `NotFound` only
 *   means an answer that is not the service's own.
 */
export async function readPolicy(
  client: Operations,
  target: Target,
  options: RequestOptions = {},
): Promise<StoredPolicy | undefined> {
  const module = await kindOf(target).read(client, target, options);
  return module && readModule(module);
}

/** The stored policy of a target among several, or the reason why it is unknown. */
export interface PolicyReading {
  readonly target: Target;
  /** Nothing when the service holds no policy there, or when there is an error. */
  readonly stored: StoredPolicy | undefined;
  readonly error: ServiceError | undefined;
}

/** The same, with the text alone: many texts are the same as one that was parsed before. */
export interface ModuleReading extends Omit<PolicyReading, "stored"> {
  readonly stored: TrafficPolicyModule | undefined;
}

export interface ReadEachOptions extends RequestOptions {
  /** Requests at the same time; 8 by default. */
  readonly concurrency?: number | undefined;
}

/**
 * Reads the stored policies of many targets, with {@link readEach}'s options.
 *
 * @returns a reading for each target, in the same order; errors of the service are in the readings and never thrown
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
 * the list; nothing of it is kept. TCP edges and cloud endpoints come from their lists, of which one page
 * is one request, as long as that needs fewer requests than asking for each: a list is left when it has
 * taken as many pages as there are targets still to find. Routes have no list.
 *
 * What is in a list twice is reported with that as its error; again, if it was reported before.
 *
 * @throws InvalidConfiguration for an invalid `concurrency`
 */
export function readEach(
  client: Operations,
  targets: readonly Target[],
  visit: (reading: PolicyReading, index: number) => void,
  options: ReadEachOptions = {},
): Promise<void> {
  const parsed = ({ stored, ...reading }: ModuleReading, index: number): void =>
    visit({ ...reading, stored: stored && readModule(stored) }, index);
  return readEachModule(client, targets, parsed, options);
}

/** Does the same as {@link readEach}, without parsing. */
export async function readEachModule(
  client: Operations,
  targets: readonly Target[],
  visit: (reading: ModuleReading, index: number) => void,
  { concurrency: given, ...options }: ReadEachOptions = {},
): Promise<void> {
  const concurrency = checkedConcurrency(given);
  const unlisted: number[] = [];
  const edges = new Map<string, number[]>();
  const endpoints = new Map<string, number[]>();
  for (const [index, target] of targets.entries()) {
    if (target.kind === "tcp-edge") getOrAdd(edges, target.edge, () => []).push(index);
    else if (target.kind === "cloud-endpoint") {
      getOrAdd(endpoints, target.endpoint, () => []).push(index);
    } else unlisted.push(index);
  }
  const lists: readonly PolicyList[] = [
    { wanted: edges, pages: () => pagesOfEdges(client, options) },
    { wanted: endpoints, pages: () => pagesOfEndpoints(client, options) },
  ];
  const tell = (indexes: Iterable<number>, read: Read): void => {
    for (const index of indexes) {
      const target = targets[index];
      if (target !== undefined) visit({ target, ...read }, index);
    }
  };
  const readOne = async (indexes: readonly number[]): Promise<void> => {
    const target = targets[indexes[0] ?? -1];
    if (target === undefined) return;
    tell(indexes, await readingOf(() => kindOf(target).read(client, target, options)));
  };

  const readFrom = async (list: PolicyList): Promise<void> => {
    const error = await readList(list, tell);
    if (error === undefined) return;
    for (const indexes of list.wanted.values()) tell(indexes, { stored: undefined, error });
    list.wanted.clear();
  };
  const first = unlisted.map((index) => () => readOne([index]));
  const fromLists = lists.map((list) => () => readFrom(list));
  await inParallel([...fromLists, ...first], concurrency, (work) => work());
  const left = lists.flatMap(({ wanted }) => [...wanted.values()]);
  await inParallel(left, concurrency, readOne);
}

type Read = Omit<ModuleReading, "target">;

interface PolicyList {
  /** The indexes of the targets by identifier; found targets are removed. */
  readonly wanted: Map<string, readonly number[]>;
  readonly pages: () => AsyncIterable<readonly ListedPolicy[]>;
}

interface ListedPolicy {
  readonly id: string;
  /** @throws ServiceError when it cannot be a target */
  readonly read: () => TrafficPolicyModule | undefined;
}

async function* pagesOfEdges(
  { tcpEdges }: Operations,
  options: RequestOptions,
): AsyncGenerator<readonly ListedPolicy[]> {
  for await (const { tcp_edges: edges } of tcpEdges.list(options).pages()) {
    yield edges.map((edge) => ({ id: edge.id, read: () => policyOfEdge(edge) }));
  }
}

async function* pagesOfEndpoints(
  { endpoints }: Operations,
  options: RequestOptions,
): AsyncGenerator<readonly ListedPolicy[]> {
  for await (const { endpoints: page } of endpoints.list(options).pages()) {
    // That lists have the policies is not documented: one without a policy is asked for.
    const known = page.filter(({ type, traffic_policy: text }) => type !== "cloud" || text);
    yield known.map((endpoint) => ({ id: endpoint.id, read: () => policyOfEndpoint(endpoint) }));
  }
}

/** Errors that asking for each target would meet as well. Any other error may concern the list alone. */
const ofAll = [
  Unauthorized,
  RateLimited,
  ServiceFailure,
  ConnectionFailed,
  Timeout,
  Cancelled,
] as const;

/**
 * Reports the targets that a list contains, and removes them from the wanted ones.
 *
 * @returns the reason why reading the list failed, if asking for each target would fail in the same way
 */
async function readList(
  { wanted, pages: read }: PolicyList,
  tell: (indexes: readonly number[], read: Read) => void,
): Promise<ServiceError | undefined> {
  if (wanted.size < 2) return undefined;
  const all = new Map(wanted);
  try {
    let pages = 0;
    for await (const page of read()) {
      pages += 1;
      for (const listed of page) {
        const indexes = wanted.get(listed.id);
        if (indexes === undefined) continue;
        wanted.delete(listed.id);
        tell(indexes, await readingOf(async () => listed.read()));
      }
      if (pages >= wanted.size) break;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error instanceof RepeatedIdentifier) {
      for (const [id, indexes] of all) {
        if (!error.isAbout(id)) continue;
        wanted.delete(id);
        tell(indexes, { stored: undefined, error });
      }
    }
    return ofAll.some((kind) => error instanceof kind) ? error : undefined;
  }
}

async function readingOf(read: () => Promise<TrafficPolicyModule | undefined>): Promise<Read> {
  try {
    return { stored: await read(), error: undefined };
  } catch (error) {
    if (error instanceof ServiceError) return { stored: undefined, error };
    throw error;
  }
}
