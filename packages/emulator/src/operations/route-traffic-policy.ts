import type {
  TrafficPolicyModule,
  TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import { notFound } from "../answers/refusal.ts";
import { routeKey, type State } from "../state/state.ts";
import type { Call, Identifiers, Service } from "./operation.ts";
import { storedModule } from "./policy-value.ts";

export async function replaceRoutePolicy(
  { store }: Service,
  { ids, body }: Call<TrafficPolicyModuleInput>,
): Promise<TrafficPolicyModule> {
  return store.change((state) => replace(state, placeOf(ids), body));
}

export async function getRoutePolicy(
  { store }: Service,
  { ids }: Call,
): Promise<TrafficPolicyModule> {
  return find(store.state, placeOf(ids));
}

export async function deleteRoutePolicy({ store }: Service, { ids }: Call): Promise<void> {
  await store.change((state) => remove(state, placeOf(ids)));
}

interface Place {
  readonly edge: string;
  readonly route: string;
}

function placeOf({ edge_id: edge, id: route }: Identifiers): Place {
  return { edge, route };
}

function replace(state: State, place: Place, input: TrafficPolicyModuleInput): TrafficPolicyModule {
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
