import type { TcpEdge } from "@traffic-policy/policy-language/service";
import { Forbidden, NotFound } from "../errors/refusals.ts";
import { ServiceError } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import type { RequestOptions } from "../service/operation.ts";
import { tcpEdgeOperations } from "../service/tcp-edges.ts";
import type { Operations } from "./operations.ts";
import { readPolicy } from "./read-policy.ts";
import { toStoredPolicy, type StoredPolicy } from "./stored-policy.ts";
import type { Target } from "./target.ts";

/** What the service holds for one of several targets; or why that is not known. */
export interface PolicyReading {
  readonly target: Target;
  /** Nothing when the service holds no policy there, or when there is an error. */
  readonly stored: StoredPolicy | undefined;
  readonly error: ServiceError | undefined;
}

const atOnce = 8;

/**
 * Reads what the service holds for many targets. TCP edges come from the list, of which one page is
 * one request, as long as that needs fewer requests than asking for each: the list is left when it
 * has taken as many pages as there are edges still to find. Routes have no list.
 *
 * @returns one reading for each target, in their order; what the service does wrong is in them and
 *   never thrown
 */
export async function readPolicies(
  client: Operations,
  targets: readonly Target[],
  options: RequestOptions = {},
): Promise<readonly PolicyReading[]> {
  const listed = await readList(client, targets, options);
  const readings: PolicyReading[] = [];
  const indexes = targets.keys();
  const work = async (): Promise<void> => {
    for (const index of indexes) {
      const target = targets[index];
      if (target !== undefined) readings[index] = await readOne(client, target, listed, options);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return readings;
}

async function readOne(
  client: Operations,
  target: Target,
  { edges, error: listError }: Listed,
  options: RequestOptions,
): Promise<PolicyReading> {
  try {
    const edge = target.kind === "tcp-edge" ? edges.get(target.edge) : undefined;
    if (target.kind === "tcp-edge" && edge === undefined && listError !== undefined) {
      throw listError;
    }
    const stored = edge === undefined ? await readPolicy(client, target, options) : policyOf(edge);
    return { target, stored, error: undefined };
  } catch (error) {
    if (error instanceof ServiceError) return { target, stored: undefined, error };
    throw error;
  }
}

function policyOf({ traffic_policy: module }: TcpEdge): StoredPolicy | undefined {
  const field = "tcp_edges.traffic_policy.value";
  return module === null ? undefined : toStoredPolicy(tcpEdgeOperations.list, module, field);
}

/** What reading the list came to. */
interface Listed {
  /** The edges of targets that it has, as far as reading it was worth it. */
  readonly edges: ReadonlyMap<string, TcpEdge>;
  /** Why reading it failed, if asking for each edge would fail in the same way. */
  readonly error?: ServiceError;
}

async function readList(
  client: Operations,
  targets: readonly Target[],
  options: RequestOptions,
): Promise<Listed> {
  const edges = new Map<string, TcpEdge>();
  const missing = new Set(targets.flatMap(({ kind, edge }) => (kind === "tcp-edge" ? [edge] : [])));
  if (missing.size < 2) return { edges };
  try {
    let pages = 0;
    for await (const { tcp_edges } of client.tcpEdges.list(options).pages()) {
      pages += 1;
      for (const edge of tcp_edges) if (missing.delete(edge.id)) edges.set(edge.id, edge);
      if (pages >= missing.size) break;
    }
    return { edges };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isOfList = [Forbidden, NotFound, UnexpectedResponse].some(
      (kind) => error instanceof kind,
    );
    return isOfList ? { edges } : { edges, error };
  }
}
