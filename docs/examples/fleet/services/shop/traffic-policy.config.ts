import { defineConfig } from "traffic-policy";

export default defineConfig({
  extends: "../../traffic-policy.config.ts",
  targets: {
    web: { kind: "cloud-endpoint", policy: "./web.policy.ts", tags: ["public"] },
  },
  environments: {
    development: { targets: { web: { endpoint: "ep_d1" } } },
    staging: { targets: { web: { endpoint: "ep_s1" } } },
    production: { targets: { web: { endpoint: "ep_p1" } } },
  },
});
