import type { FastifyInstance } from "fastify";
import { listPage } from "../server/page.ts";
import { notFound } from "../server/refusal.ts";
import type { Store } from "../state/store.ts";
import { endpointAnswer } from "./endpoint-answer.ts";

/** Adds the operations on endpoints, which are all read-only. */
export function addEndpointOperations(
  server: FastifyInstance,
  store: Store,
  { pageSize }: { readonly pageSize: number },
): void {
  server.get("/endpoints", async ({ query }) => {
    const { state } = store;
    const baseUrl = server.listeningOrigin;
    const place = { uri: `${baseUrl}/endpoints`, largest: pageSize };
    const { items, ...page } = listPage(state.endpoints, query, place);
    return { endpoints: items.map((item) => endpointAnswer(item, state, baseUrl)), ...page };
  });

  server.get<{ Params: { id: string } }>("/endpoints/:id", async ({ params }) => {
    const { state } = store;
    const endpoint = state.endpoints.get(params.id);
    if (endpoint === undefined) throw notFound(`There is no endpoint ${params.id}.`);
    return endpointAnswer(endpoint, state, server.listeningOrigin);
  });
}
