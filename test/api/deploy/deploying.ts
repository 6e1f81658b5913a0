import {
  createClient,
  identifiersOf,
  makePlan,
  type Client,
  type ClientOptions,
  type Plan,
  type Target,
  type TargetDeployment,
  type TrafficPolicyModule,
  type WantedPolicy,
} from "@traffic-policy/api";
import {
  cloudVersionHeader,
  createEmulator,
  type EmulatorOptions,
  type Fault,
} from "@traffic-policy/emulator";
import { expect, onTestFinished } from "vitest";
import { apiKey } from "../api-key.ts";

/** The text of a policy of one rule; the status tells one from another. */
export function denying(status: number, enabled = true): TrafficPolicyModule {
  const actions = [{ type: "deny", config: { status_code: status } }];
  return { enabled, value: JSON.stringify({ inbound: [{ name: "Deny <&>", actions }] }) };
}

export const edge = (index: number): Target => ({ kind: "tcp-edge", edge: `edge_${index}` });
export const route = (index: number): Target => ({
  kind: "https-route",
  edge: "edge_of_routes",
  route: `route_${index}`,
});

export const endpoint = (index: number): Target => ({
  kind: "cloud-endpoint",
  endpoint: `ep_${index}`,
});

/** A target of each kind. */
export const kindsOfTargets = [
  ["tcp-edge", edge(0)],
  ["https-route", route(0)],
  ["cloud-endpoint", endpoint(0)],
] as const;

/** Those whose policy can be disabled. */
export const kindsWithSwitch = [kindsOfTargets[0], kindsOfTargets[1]] as const;

/** A target as sentences name it: `edge_1`, `route_1`. */
function nameOf(target: Target): string {
  return identifiersOf(target).at(-1) ?? "";
}

/** A policy as a target can hold it: a cloud endpoint in phases, and always enabled. */
export function policyFor<Policy extends TrafficPolicyModule | undefined>(
  { kind }: Target,
  policy: Policy,
): Policy | TrafficPolicyModule {
  if (policy === undefined || kind !== "cloud-endpoint") return policy;
  const value = policy.value
    .replace('"inbound"', '"on_http_request"')
    .replace('"outbound"', '"on_http_response"');
  return { enabled: true, value };
}

export function wanting(target: Target, local: TrafficPolicyModule | undefined): WantedPolicy {
  return { name: nameOf(target), target, local: policyFor(target, local) };
}

/** An emulator for one test, with the client that is tested. */
export interface Emulated {
  readonly client: Client;
  /** What the tested client asked: `PATCH edge_1`. */
  readonly requests: string[];
  /** Told of each of these when it has arrived. */
  onRequest: (request: string) => void;
  readonly setFaults: (...faults: readonly Fault[]) => void;
  /** Does something as another writer, while the tested client asks for nothing. */
  readonly byOther: <T>(work: (other: Client) => Promise<T>) => Promise<T>;
  /** What the emulator holds for a target; ends all faults. */
  readonly stored: (target: Target) => Promise<TrafficPolicyModule | undefined>;
}

/**
 * Starts an emulator for one test, that has the TCP edges `edge_0` and so on, the cloud endpoints `ep_0`
 * and `ep_1`, and nothing else.
 */
export async function emulated(
  edges: number,
  options: Partial<ClientOptions> = {},
  emulatorOptions: EmulatorOptions = {},
): Promise<Emulated> {
  const service = await started(edges, options, emulatorOptions);
  onTestFinished(() => service.close());
  return service;
}

/** The same, to be closed by whoever starts it. */
export async function started(
  edges: number,
  options: Partial<ClientOptions> = {},
  emulatorOptions: EmulatorOptions = {},
): Promise<Emulated & { readonly close: () => Promise<void> }> {
  let isOther = false;
  const requests: string[] = [];
  const emulator = await createEmulator({
    apiKey,
    tcpEdges: Array.from({ length: edges }, (_item, index) => `edge_${index}`),
    cloudEndpoints: ["ep_0", "ep_1"],
    onRequest: ({ method, path }) => {
      if (isOther) return;
      const request = `${method} ${shortened(path)}`;
      requests.push(request);
      result.onRequest(request);
    },
    ...emulatorOptions,
  });
  const once: Partial<ClientOptions> = {
    retries: { attempts: 1 },
    versionHeader: cloudVersionHeader,
  };
  const { baseUrl } = emulator;
  const other = createClient({ baseUrl, apiKey, ...once });
  const client = createClient({ baseUrl, apiKey, ...once, ...options });
  const result: Emulated & { readonly close: () => Promise<void> } = {
    client,
    requests,
    onRequest: () => undefined,
    setFaults: (...faults) => emulator.setFaults({ faults }),
    byOther: async (work) => {
      isOther = true;
      try {
        return await work(other);
      } finally {
        isOther = false;
      }
    },
    stored: async (target) => {
      emulator.setFaults({ faults: [] });
      const found = await result.byOther((reader) => reader.readPolicy(target));
      return found && { enabled: found.enabled, value: found.value };
    },
    close: async () => {
      await Promise.all([client.close(), other.close()]);
      await emulator.close();
    },
  };
  return result;
}

/** Writes policies as another writer; undefined removes one. */
export async function written(
  { byOther }: Emulated,
  ...policies: readonly (readonly [target: Target, policy: TrafficPolicyModule | undefined])[]
): Promise<void> {
  await byOther(async ({ tcpEdges, httpsRoutes, endpoints }) => {
    for (const [target, given] of policies) {
      const policy = policyFor(target, given);
      if (target.kind === "cloud-endpoint") {
        if (policy === undefined) throw new Error("No cloud endpoint can lose its policy.");
        await endpoints.update(target.endpoint, { traffic_policy: policy.value });
      } else if (target.kind === "https-route") {
        const { edge: edgeId, route: routeId } = target;
        if (policy === undefined) await httpsRoutes.trafficPolicy.delete(edgeId, routeId);
        else await httpsRoutes.trafficPolicy.replace(edgeId, routeId, policy);
      } else if (policy === undefined) {
        await tcpEdges.delete(target.edge);
      } else await tcpEdges.update(target.edge, { traffic_policy: policy });
    }
  });
}

/** A plan for these targets, which another client made. */
export async function planned(
  { byOther }: Emulated,
  ...wanted: readonly WantedPolicy[]
): Promise<Plan> {
  const plan = await byOther((other) => makePlan(other, wanted));
  expect(plan.unread).toEqual([]);
  return plan;
}

/** The outcomes by the names of the targets. */
export function outcomes(
  deployments: readonly TargetDeployment[],
): Readonly<Record<string, TargetDeployment["outcome"]>> {
  return Object.fromEntries(deployments.map(({ name, outcome }) => [name, outcome]));
}

function shortened(path: string): string {
  return path.replace(/\/traffic_policy$/, "").replace(/^.*\//, "");
}
