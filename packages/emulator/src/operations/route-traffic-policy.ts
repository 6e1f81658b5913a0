import {
  trafficPolicyModuleInputSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import type { FastifyInstance } from "fastify";
import { notFound } from "../server/refusal.ts";
import { routeKey, type State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { storedModule } from "./policy-value.ts";

interface OneRoute {
  Params: { edge_id: string; id: string };
}

const path = "/edges/https/:edge_id/routes/:id/traffic_policy";

/** Adds the operations on the traffic policy of routes. */
export function addRoutePolicyOperations(server: FastifyInstance, store: Store): void {
  server.put<OneRoute & { Body: TrafficPolicyModuleInput }>(
    path,
    { schema: { body: trafficPolicyModuleInputSchema } },
    async ({ params, body }) => store.change((state) => replace(state, placeOf(params), body)),
  );

  server.get<OneRoute>(path, async ({ params }) => find(store.state, placeOf(params)));

  server.delete<OneRoute>(path, async ({ params }, reply) => {
    await store.change((state) => remove(state, placeOf(params)));
    return reply.code(204).send();
  });
}

interface Place {
  readonly edge: string;
  readonly route: string;
}

function placeOf({ edge_id: edge, id: route }: OneRoute["Params"]): Place {
  return { edge, route };
}

function replace(state: State, place: Place, input: TrafficPolicyModuleInput): TrafficPolicyModule {
  if (place.edge === "" || place.route === "") throw noPolicy(place);
  const module = storedModule(input, "value");
  state.routePolicies.set(routeKey(place), { ...place, traffic_policy: module });
  return module;
}

function remove(state: State, place: Place): void {
  find(state, place);
  state.routePolicies.delete(routeKey(place));
}

function find(state: State, place: Place): TrafficPolicyModule {
  const policy = state.routePolicies.get(routeKey(place));
  if (policy === undefined) throw noPolicy(place);
  return policy.traffic_policy;
}

function noPolicy({ edge, route }: Place): Error {
  return notFound(`The route ${route} of the HTTPS edge ${edge} has no traffic policy.`);
}
