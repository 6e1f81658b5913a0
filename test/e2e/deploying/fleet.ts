import { rmSync } from "node:fs";
import { join } from "node:path";
import { createClient, NotFound, type Client } from "@traffic-policy/api";
import { createEmulator, type Emulator } from "@traffic-policy/emulator";
import { onTestFinished } from "vitest";
import { apiKey, otherKeys } from "../../recognisable-key.ts";
import { project, run, start, type Result } from "../command.ts";
import { policy } from "./service.ts";

/** The environments of the fleet, each at a service of its own with a key of its own. */
export type Name = "staging" | "production";

const keys = {
  staging: apiKey,
  production: otherKeys["small letters and numbers, which a host name keeps"],
} as const;

/** The keys where the configuration looks for them. */
const keyVariables = { STAGING_KEY: keys.staging, PRODUCTION_KEY: keys.production };

/** A target of a project, which has other identifiers in each environment. */
export interface FleetTarget {
  readonly project: string;
  readonly key: string;
  readonly isRoute: boolean;
}

const edge = (of: string, key: string): FleetTarget => ({ project: of, key, isRoute: false });
const route = (of: string, key: string): FleetTarget => ({ project: of, key, isRoute: true });

/** The same names in several projects, which nothing but the project tells apart. */
export const fleetTargets: readonly FleetTarget[] = [
  edge("shop", "ssh"),
  route("shop", "web"),
  route("shop", "admin"),
  edge("api", "ssh"),
  route("api", "web"),
  edge("bastion", "ssh"),
];

/** What is in the code: a function of the environment, JSON, and JSON for a configuration in YAML. */
const policies: Readonly<Record<string, string>> = {
  shop: "shop.policy.mjs",
  api: "api.json",
  bastion: "bastion.json",
};

const shop = `export default ({ name, values }) => ({
  inbound: [
    { name: "denmark " + name, expressions: ['conn.geo.country_code == "DK"'], actions: [{ type: "deny" }] },
    { name: "hosts", expressions: ['conn.client_ip == "' + values.address + '"'], actions: [{ type: "deny" }] },
  ],
});
`;

function configurationOf(name: string): string {
  const own = fleetTargets.filter(({ project: of }) => of === name);
  const targets = own.map(({ key, isRoute }) => [
    key,
    { kind: isRoute ? "https-route" : "tcp-edge", policy: policies[name] },
  ]);
  const places = (environment: Name) => ({
    targets: Object.fromEntries(own.map((target) => [target.key, placeOf(target, environment)])),
  });
  return JSON.stringify({
    extends: "../../traffic-policy.config.json",
    targets: Object.fromEntries(targets),
    environments: { staging: places("staging"), production: places("production") },
  });
}

function placeOf(
  { project: of, key, isRoute }: FleetTarget,
  environment: Name,
): { readonly edge: string; readonly route?: string } {
  const end = `${of}_${key}_${environment}`;
  return isRoute ? { edge: `edge_${of}`, route: `route_${end}` } : { edge: `edge_${end}` };
}

/** A workspace of three projects with two environments, and the emulators of their services. */
export class Fleet {
  readonly cwd: string;
  readonly emulators: Readonly<Record<Name, Emulator>>;
  readonly #clients: Readonly<Record<Name, Client>>;
  /** What has reached each service, but for what the test itself has sent. */
  readonly requests: Record<Name, string[]>;

  private constructor({ cwd, emulators, clients, requests }: Made) {
    this.cwd = cwd;
    this.emulators = emulators;
    this.#clients = clients;
    this.requests = requests;
  }

  /** @param onRequest - called for each request that comes from the command */
  static async start(onRequest: () => void = () => {}): Promise<Fleet> {
    const requests: Record<Name, string[]> = { staging: [], production: [] };
    let fleet: Fleet | undefined;
    const emulatorOf = (name: Name): Promise<Emulator> =>
      createEmulator({
        apiKey: keys[name],
        tcpEdges: fleetTargets.flatMap((target) =>
          target.isRoute ? [] : [placeOf(target, name).edge],
        ),
        onRequest: ({ method, path }) => {
          if (fleet === undefined || !fleet.#isWatching) return;
          requests[name].push(`${method} ${path}`);
          onRequest();
        },
      });
    const emulators = {
      staging: await emulatorOf("staging"),
      production: await emulatorOf("production"),
    };
    const clientOf = (name: Name): Client =>
      createClient({ baseUrl: emulators[name].baseUrl, apiKey: keys[name] });
    const clients = { staging: clientOf("staging"), production: clientOf("production") };
    const service = (name: Name) => ({
      service: {
        baseUrl: emulators[name].baseUrl,
        apiKeyVariable: name === "staging" ? "STAGING_KEY" : "PRODUCTION_KEY",
      },
      values: { address: name === "staging" ? "192.0.2.1" : "192.0.2.2" },
    });
    const cwd = project({
      "traffic-policy.config.json": JSON.stringify({
        projects: ["services/*"],
        environments: { staging: service("staging"), production: service("production") },
      }),
      "services/shop/traffic-policy.config.json": configurationOf("shop"),
      "services/shop/shop.policy.mjs": shop,
      "services/api/traffic-policy.config.json": configurationOf("api"),
      "services/api/api.json": policy("norway", "denmark"),
      // JSON is YAML, too.
      "services/bastion/traffic-policy.config.yaml": configurationOf("bastion"),
      "services/bastion/bastion.json": policy("norway", "iceland"),
    });
    fleet = new Fleet({ cwd, emulators, clients, requests });
    onTestFinished(async () => {
      for (const client of Object.values(clients)) await client.close();
      for (const emulator of Object.values(emulators)) await emulator.close();
    });
    return fleet;
  }

  #isWatching = true;

  /** For what the test itself sends, while no command runs. */
  async #unseen<T>(work: () => Promise<T>): Promise<T> {
    this.#isWatching = false;
    try {
      return await work();
    } finally {
      this.#isWatching = true;
    }
  }

  /** What is run, with the keys of both environments. */
  start(...args: readonly string[]): ReturnType<typeof start> {
    return start(args, { cwd: this.cwd, env: keyVariables });
  }

  run(...args: readonly string[]): Promise<Result> {
    return run(args, { cwd: this.cwd, env: keyVariables });
  }

  /** The folder of a project. */
  folderOf(name: string): string {
    return join(this.cwd, "services", name);
  }

  /** Removes what the runs have kept. */
  forget(): void {
    for (const name of Object.keys(policies)) {
      rmSync(join(this.folderOf(name), ".traffic-policy"), { recursive: true, force: true });
    }
    this.requests.staging.length = 0;
    this.requests.production.length = 0;
  }

  /** Lets another writer put a policy on a target; nothing takes it away, which only routes can do. */
  write(target: FleetTarget, environment: Name, value: string | undefined): Promise<void> {
    const { edge: id, route: routeId } = placeOf(target, environment);
    const { tcpEdges, httpsRoutes } = this.#clients[environment];
    return this.#unseen(async () => {
      if (routeId === undefined) {
        await tcpEdges.update(id, { traffic_policy: { value: value ?? "", enabled: true } });
      } else if (value === undefined) {
        await httpsRoutes.trafficPolicy.delete(id, routeId).catch(ignoreMissing);
      } else {
        await httpsRoutes.trafficPolicy.replace(id, routeId, { value, enabled: true });
      }
    });
  }

  /** What each target holds: the text and whether it is enabled, or null. */
  states(environment: Name): Promise<Map<FleetTarget, unknown>> {
    const { tcpEdges, httpsRoutes } = this.#clients[environment];
    return this.#unseen(async () => {
      const held = new Map<FleetTarget, unknown>();
      for (const target of fleetTargets) {
        const { edge: id, route: routeId } = placeOf(target, environment);
        const stored =
          routeId === undefined
            ? (await tcpEdges.get(id)).traffic_policy
            : await httpsRoutes.trafficPolicy.get(id, routeId).catch(ignoreMissing);
        held.set(target, stored ?? null);
      }
      return held;
    });
  }
}

interface Made {
  readonly cwd: string;
  readonly emulators: Readonly<Record<Name, Emulator>>;
  readonly clients: Readonly<Record<Name, Client>>;
  readonly requests: Record<Name, string[]>;
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}
