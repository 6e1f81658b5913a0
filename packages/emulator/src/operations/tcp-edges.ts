import {
  limits,
  tcpEdgeInputSchema,
  type TcpEdgeInput,
} from "@traffic-policy/policy-language/service";
import type { FastifyInstance } from "fastify";
import { invalidBody, notFound } from "../server/refusal.ts";
import { newEdge, type State, type StoredEdge } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { storedModule } from "./policy-value.ts";
import { tcpEdgeAnswer } from "./tcp-edge-answer.ts";

interface OneEdge {
  Params: { id: string };
}

/** Adds the operations on TCP edges. */
export function addTcpEdgeOperations(server: FastifyInstance, store: Store): void {
  const schema = { body: tcpEdgeInputSchema };

  server.post<{ Body: TcpEdgeInput }>("/edges/tcp", { schema }, async ({ body }, reply) => {
    const edge = await store.change((state) => create(state, body));
    return reply.code(201).send(tcpEdgeAnswer(edge, server.listeningOrigin));
  });

  server.get<OneEdge>("/edges/tcp/:id", async ({ params }) =>
    tcpEdgeAnswer(find(store.state, params.id), server.listeningOrigin),
  );

  server.patch<OneEdge & { Body: TcpEdgeInput }>(
    "/edges/tcp/:id",
    { schema },
    async ({ params, body }) => {
      const edge = await store.change((state) => update(state, params.id, body));
      return tcpEdgeAnswer(edge, server.listeningOrigin);
    },
  );

  server.delete<OneEdge>("/edges/tcp/:id", async ({ params }, reply) => {
    await store.change((state) => remove(state, params.id));
    return reply.code(204).send();
  });
}

function create(state: State, input: TcpEdgeInput): { state: State; result: StoredEdge } {
  let number = state.last_tcp_edge;
  let id: string;
  do {
    number += 1;
    id = `edge_${number}`;
  } while (state.tcp_edges.some((edge) => edge.id === id));
  const result = changed(newEdge(id), input);
  const tcp_edges = [...state.tcp_edges, result];
  return { state: { ...state, last_tcp_edge: number, tcp_edges }, result };
}

function update(
  state: State,
  id: string,
  input: TcpEdgeInput,
): { state: State; result: StoredEdge } {
  const before = find(state, id);
  const result = changed(before, input);
  const tcp_edges = state.tcp_edges.map((edge) => (edge === before ? result : edge));
  return { state: { ...state, tcp_edges }, result };
}

function remove(state: State, id: string): { state: State; result: void } {
  const gone = find(state, id);
  const tcp_edges = state.tcp_edges.filter((edge) => edge !== gone);
  return { state: { ...state, tcp_edges }, result: undefined };
}

function find(state: State, id: string): StoredEdge {
  const edge = state.tcp_edges.find((one) => one.id === id);
  if (edge === undefined) throw notFound(`There is no TCP edge ${id}.`);
  return edge;
}

/** The edge with what the input holds, each module replaced completely. */
function changed(edge: StoredEdge, input: TcpEdgeInput): StoredEdge {
  const { description, metadata, hostports, backend, ip_restriction, traffic_policy } = input;
  checkBytes("description", description, limits.descriptionBytes);
  checkBytes("metadata", metadata, limits.metadataBytes);
  return {
    ...edge,
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(hostports === undefined ? {} : { hostports }),
    ...(backend === undefined
      ? {}
      : { backend: { enabled: backend.enabled ?? true, backend_id: backend.backend_id } }),
    ...(ip_restriction === undefined
      ? {}
      : {
          ip_restriction: {
            enabled: ip_restriction.enabled ?? true,
            ip_policy_ids: ip_restriction.ip_policy_ids,
          },
        }),
    ...(traffic_policy === undefined
      ? {}
      : { traffic_policy: storedModule(traffic_policy, "traffic_policy.value") }),
  };
}

function checkBytes(field: string, text: string | undefined, limit: number): void {
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes > limit) {
    throw invalidBody(`${field} has ${bytes} bytes, and at most ${limit} are allowed.`);
  }
}
