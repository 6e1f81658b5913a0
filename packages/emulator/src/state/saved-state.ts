import { Type } from "@sinclair/typebox";
import { getOrAdd, isValid, schemaFailures } from "@traffic-policy/policy-language/internal";
import { Collection } from "./collection.ts";
import {
  routeKey,
  State,
  type StoredCloudEndpoint,
  storedCloudEndpointSchema,
  type StoredEdgeEndpoint,
  storedEdgeEndpointSchema,
  storedEdgeSchema,
  type StoredEndpoint,
  storedRoutePolicySchema,
} from "./state.ts";

const savedStateSchema = Type.Object({
  version: Type.Literal(2),
  last_tcp_edge: Type.Integer({ minimum: 0 }),
  last_endpoint: Type.Integer({ minimum: 0 }),
  tcp_edges: Type.Array(storedEdgeSchema),
  endpoints: Type.Array(Type.Union([storedEdgeEndpointSchema, storedCloudEndpointSchema])),
  https_routes: Type.Array(storedRoutePolicySchema),
});

/**
 * Writes a state as JSON, with one resource per line.
 *
 * @param lines - the lines written before, by record. Records never change, so a change to one of ten thousand
 *   records serializes only that record.
 */
export function writeState(state: State, lines: WeakMap<object, string>): string {
  const line = (record: object): string =>
    getOrAdd(lines, record, () => `\n${JSON.stringify(record)}`);
  const list = (records: Iterable<object>): string => {
    let text = "";
    for (const record of records) text += text === "" ? line(record) : `,${line(record)}`;
    return `[${text}\n]`;
  };
  return `{
"version": 2,
"last_tcp_edge": ${state.lastTcpEdge},
"last_endpoint": ${state.lastEndpoint},
"tcp_edges": ${list(state.tcpEdges.values())},
"endpoints": ${list([...state.endpoints.values()].filter(isSaved))},
"https_routes": ${list(state.routePolicies.values())}
}
`;
}

function isSaved(endpoint: StoredEndpoint): endpoint is StoredEdgeEndpoint | StoredCloudEndpoint {
  return !("tunnel" in endpoint);
}

/**
 * Reads the output of `writeState`.
 *
 * @throws Error with a clause that explains the problem, such as `it is not JSON`
 */
export function readState(text: string): State {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (cause) {
    throw new Error("it is not JSON", { cause });
  }
  if (!isValid(savedStateSchema, saved)) throw new Error(whyNot(saved));
  const state = new State();
  state.lastTcpEdge = saved.last_tcp_edge;
  state.lastEndpoint = saved.last_endpoint;
  state.tcpEdges = new Collection(saved.tcp_edges);
  state.endpoints = new Collection<StoredEndpoint>(saved.endpoints);
  state.routePolicies = new Map(saved.https_routes.map((policy) => [routeKey(policy), policy]));
  return state;
}

function whyNot(saved: unknown): string {
  const place = schemaFailures(savedStateSchema, saved)[0]?.path ?? "";
  if (place === "") return "it is not the state of an emulator";
  const version = (saved as { version?: unknown }).version;
  return version === 2
    ? `${place} was not written by the emulator`
    : "it is from another version of the emulator";
}
