import { defineConfig, httpsRoute, type EnvironmentOf } from "traffic-policy";

const config = defineConfig({
  targets: { web: httpsRoute("edge_1", "route_1", "./web.policy.ts") },
  values: { host: "example.com", debug: true },
  environments: {
    staging: { values: { debug: false } },
    production: { values: { host: "www.example.com", region: "eu" } },
    development: {},
  },
});

type Environment = EnvironmentOf<typeof config>;

export function regionOf(environment: Environment): string {
  const host: string = environment.values.host;
  const debug: boolean = environment.values.debug;
  return environment.values.region ?? `${host} ${debug}`;
}

export const names: Environment["name"][] = ["staging", "production", "development"];
