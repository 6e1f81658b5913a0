import { createClient, type TrafficPolicyModuleInput } from "@traffic-policy/api";
import { createEmulator, type ReceivedRequest } from "@traffic-policy/emulator";
import { onTestFinished } from "vitest";
import { apiKey, project, run, type Options, type Result } from "../command.ts";

/** What an account holds, and what stands in the folder that commands are run in. */
export interface AccountOptions {
  /** Policies of TCP edges by the identifier of the edge; null for an edge without one. */
  readonly edges?: Readonly<Record<string, EdgeInput | null>>;
  /** Policies of routes, by `edge/route`. */
  readonly routes?: Readonly<Record<string, object | TrafficPolicyModuleInput>>;
  readonly targets?: Readonly<Record<string, object>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A policy document, or a module, and what the edge is described as. */
type EdgeInput = Readonly<Record<string, unknown>> & { readonly description?: string };

/** An account on an emulator of its own, and a project for it. */
export interface Account {
  readonly baseUrl: string;
  /** The folder of the project. */
  readonly cwd: string;
  /** The requests since the account was made. */
  readonly requests: ReceivedRequest[];
  /** Runs the command in the project, with the key. */
  command(args: readonly string[], options?: Partial<Options>): Promise<Result>;
}

/** Makes an account and a project; both are gone with the test. */
export async function makeAccount({
  edges = {},
  routes = {},
  targets,
  files = {},
}: AccountOptions): Promise<Account> {
  const requests: ReceivedRequest[] = [];
  const emulator = await createEmulator({
    apiKey,
    tcpEdges: Object.keys(edges),
    onRequest: (request) => requests.push(request),
  });
  const { baseUrl } = emulator;
  const client = createClient({ baseUrl, apiKey });
  onTestFinished(async () => {
    await client.close();
    await emulator.close();
  });
  for (const [id, input] of Object.entries(edges)) {
    if (input === null) continue;
    const { description = "", ...policy } = input;
    await client.tcpEdges.update(id, { description, traffic_policy: moduleOf(policy) });
  }
  for (const [place, policy] of Object.entries(routes)) {
    const [edgeId = "", routeId = ""] = place.split("/");
    await client.httpsRoutes.trafficPolicy.replace(edgeId, routeId, moduleOf(policy));
  }
  requests.length = 0;
  const configuration =
    targets === undefined
      ? {}
      : { "traffic-policy.config.json": JSON.stringify({ service: { baseUrl }, targets }) };
  const cwd = project({ ...files, ...configuration });
  const command = (args: readonly string[], { env, ...options }: Partial<Options> = {}) =>
    run(args, { cwd, env: { TRAFFIC_POLICY_API_KEY: apiKey, ...env }, ...options });
  return { baseUrl, cwd, requests, command };
}

function moduleOf(policy: object): TrafficPolicyModuleInput {
  return "value" in policy
    ? (policy as TrafficPolicyModuleInput)
    : { value: JSON.stringify(policy) };
}

/** A TCP edge as a target. */
export function edge(id: string, policy: string, more: object = {}): object {
  return { kind: "tcp-edge", edge: id, policy, ...more };
}

/** A route as a target. */
export function route(place: string, policy: string, more: object = {}): object {
  const [edgeId, routeId] = place.split("/");
  return { kind: "https-route", edge: edgeId, route: routeId, policy, ...more };
}

/** A policy with one rule. */
export function denying(
  name: string,
  ...expressions: readonly string[]
): Readonly<Record<string, unknown>> {
  const conditions = expressions.length === 0 ? {} : { expressions };
  return { inbound: [{ name, ...conditions, actions: [{ type: "deny" }] }] };
}
