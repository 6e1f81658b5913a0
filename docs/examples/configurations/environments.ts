import { defineConfig } from "traffic-policy";

export default defineConfig({
  targets: {
    ssh: { kind: "tcp-edge", policy: "./policies/ssh.policy.ts" },
    web: { kind: "https-route", policy: "./policies/web.policy.ts" },
  },
  environments: {
    staging: {
      service: { baseUrl: "https://staging.example.com", apiKeyVariable: "STAGING_KEY" },
      targets: {
        ssh: false,
        web: { edge: "edge_s2", route: "route_s1" },
      },
    },
    production: {
      service: { baseUrl: "https://api.example.com", apiKeyFile: "/run/secrets/production-key" },
      targets: {
        ssh: { edge: "edge_p1" },
        web: { edge: "edge_p2", route: "route_p1" },
      },
      limits: { maxChanges: "20%" },
    },
  },
});
