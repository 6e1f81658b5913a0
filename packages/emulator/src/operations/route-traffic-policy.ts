import {
  trafficPolicyModuleInputSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import type { FastifyInstance } from "fastify";
import { notFound } from "../server/refusal.ts";
import type { State, StoredRoutePolicy } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { storedModule } from "./policy-value.ts";

interface OneRoute {
  Params: { edge: string; route: string };
}

const path = "/edges/https/:edge/routes/:route/traffic_policy";

/** Adds the operations on the traffic policy of routes. */
export function addRoutePolicyOperations(server: FastifyInstance, store: Store): void {
  server.put<OneRoute & { Body: TrafficPolicyModuleInput }>(
    path,
    { schema: { body: trafficPolicyModuleInputSchema } },
    async ({ params, body }) => store.change((state) => replace(state, params, body)),
  );

  server.get<OneRoute>(path, async ({ params }) => find(store.state, params).traffic_policy);

  server.delete<OneRoute>(path, async ({ params }, reply) => {
    await store.change((state) => remove(state, params));
    return reply.code(204).send();
  });
}

type Place = OneRoute["Params"];

function replace(
  state: State,
  place: Place,
  input: TrafficPolicyModuleInput,
): { state: State; result: TrafficPolicyModule } {
  if (place.edge === "" || place.route === "") throw noPolicy(place);
  const result = storedModule(input, "value");
  const others = state.https_routes.filter((policy) => !isAt(policy, place));
  const https_routes = [...others, { ...place, traffic_policy: result }];
  return { state: { ...state, https_routes }, result };
}

function remove(state: State, place: Place): { state: State; result: void } {
  const gone = find(state, place);
  const https_routes = state.https_routes.filter((policy) => policy !== gone);
  return { state: { ...state, https_routes }, result: undefined };
}

function find(state: State, place: Place): StoredRoutePolicy {
  const policy = state.https_routes.find((one) => isAt(one, place));
  if (policy === undefined) throw noPolicy(place);
  return policy;
}

function isAt(policy: StoredRoutePolicy, { edge, route }: Place): boolean {
  return policy.edge === edge && policy.route === route;
}

function noPolicy({ edge, route }: Place): Error {
  return notFound(`The route ${route} of the HTTPS edge ${edge} has no traffic policy.`);
}
