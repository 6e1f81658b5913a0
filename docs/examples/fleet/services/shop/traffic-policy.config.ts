import { defineConfig } from "traffic-policy";

export default defineConfig({
  extends: "../../traffic-policy.config.ts",
  targets: {
    web: { kind: "https-route", policy: "./web.policy.ts", tags: ["public"] },
  },
  environments: {
    development: { targets: { web: { edge: "edge_d1", route: "route_d1" } } },
    staging: { targets: { web: { edge: "edge_s1", route: "route_s1" } } },
    production: { targets: { web: { edge: "edge_p1", route: "route_p1" } } },
  },
});
