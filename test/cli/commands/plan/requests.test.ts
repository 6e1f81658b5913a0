import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { projectOf, type Project } from "../../project.ts";

const folders = ["services/api", "services/shop", "services/ssh"];
const keys = { STAGING_KEY: "any", PRODUCTION_KEY: "any" };

test("a plan of one environment asks its service for each page of edges and for each route once", async () => {
  const [staging, production] = [await service(["staging"]), await service(["production"])];
  const fleet = workspace({ staging: staging.baseUrl, production: production.baseUrl });
  expect(await planned(fleet, "staging")).toContain("126 to create.\n");
  expect(staging.received()).toEqual({ pages: 2, routes: 6, others: 0 });
  expect(production.received()).toEqual({ pages: 0, routes: 0, others: 0 });
});

test("a plan of all environments asks each service no more than a plan of its environment", async () => {
  const [staging, production] = [await service(["staging"]), await service(["production"])];
  const fleet = workspace({ staging: staging.baseUrl, production: production.baseUrl });
  expect(await planned(fleet, "*")).toContain("252 to create.\n");
  for (const { received } of [staging, production]) {
    expect(received()).toEqual({ pages: 2, routes: 6, others: 0 });
  }
});

test("environments at the same service share the pages of its list", async () => {
  const { baseUrl, received } = await service(["staging", "production"]);
  const fleet = workspace({ staging: baseUrl, production: baseUrl }, "STAGING_KEY");
  expect(await planned(fleet, "*")).toContain("252 to create.\n");
  expect(received()).toEqual({ pages: 3, routes: 12, others: 0 });
});

async function planned(fleet: Project, environment: string): Promise<string> {
  const { status, out, err } = await fleet.runIn(keys, "plan", "-e", environment);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return out;
}

interface Service {
  readonly baseUrl: string;
  /** How many requests it received. */
  readonly received: () => Readonly<Record<"pages" | "routes" | "others", number>>;
}

/** A service that has the edges of some environments. */
async function service(environments: readonly string[]): Promise<Service> {
  const operations: (string | undefined)[] = [];
  const tcpEdges = environments.flatMap((environment) =>
    folders.flatMap((folder) => edgesOf(folder).map((edge) => `${edge}-${environment}`)),
  );
  const emulator = await createEmulator({
    tcpEdges,
    onRequest: ({ operation }) => operations.push(operation),
  });
  onTestFinished(() => emulator.close());
  const received = (): ReturnType<Service["received"]> => {
    const count = (name: string): number => operations.filter((one) => one === name).length;
    const pages = count("GET /edges/tcp");
    const routes = count("GET /edges/https/{edge_id}/routes/{id}/traffic_policy");
    return { pages, routes, others: operations.length - pages - routes };
  };
  return { baseUrl: emulator.baseUrl, received };
}

/** Three folders with forty TCP edges and two routes each, in two environments. */
function workspace(
  baseUrls: Readonly<Record<"staging" | "production", string>>,
  key?: keyof typeof keys,
): Project {
  const environments = Object.entries(baseUrls).map(([name, baseUrl]) => {
    const apiKeyVariable = key ?? `${name.toUpperCase()}_KEY`;
    return [name, { service: { baseUrl, apiKeyVariable } }];
  });
  const fleet = projectOf({
    "traffic-policy.config.json": {
      projects: ["services/*"],
      environments: Object.fromEntries(environments) as object,
    },
  });
  for (const folder of folders) {
    mkdirSync(join(fleet.folder, folder), { recursive: true });
    fleet.write(`${folder}/deny.json`, { inbound: [{ actions: [{ type: "deny" }] }] });
    fleet.write(`${folder}/traffic-policy.config.json`, {
      extends: "../../traffic-policy.config.json",
      environments: Object.fromEntries(
        Object.keys(baseUrls).map((name) => [name, { targets: targetsOf(folder, name) }]),
      ) as object,
    });
  }
  return fleet;
}

function edgesOf(folder: string): string[] {
  return Array.from(
    { length: 40 },
    (_, index) => `edge-${folder.slice("services/".length)}-${index}`,
  );
}

function targetsOf(folder: string, environment: string): object {
  const policy = "./deny.json";
  const edges = edgesOf(folder).map((edge) => [
    edge,
    { kind: "tcp-edge", edge: `${edge}-${environment}`, policy },
  ]);
  const routes = [1, 2].map((index) => [
    `web-${index}`,
    { kind: "https-route", edge: `${folder}-${environment}`, route: `route-${index}`, policy },
  ]);
  return Object.fromEntries([...edges, ...routes]) as object;
}
