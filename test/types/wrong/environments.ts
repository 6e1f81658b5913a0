import { defineConfig, type EnvironmentOf } from "traffic-policy";

const config = defineConfig({
  values: { host: "example.com", debug: true },
  environments: {
    staging: { values: { debug: false } },
    production: { values: { host: "www.example.com", region: "eu" } },
  },
});

declare const environment: EnvironmentOf<typeof config>;

// TS2339: Property 'hots' does not exist on type 'EnvironmentValues<{ readonly host: string; readonly debug: boolean; } & { readonly region?: string | undefined; }>'.
export const misspelt: string = environment.values.hots;

// TS2322: Type 'string | undefined' is not assignable to type 'string'. Type 'undefined' is not assignable to type 'string'.
export const ofOne: string = environment.values.region;

// TS2367: This comparison appears to be unintentional because the types '"production" | "staging"' and '"stage"' have no overlap.
export const isStage = environment.name === "stage";

// TS2322: Type 'string' is not assignable to type 'number'.
export const port: number = environment.values.host;
