import { defineConfig } from "traffic-policy";

export default defineConfig({
  targets: {
    web: { kind: "cloud-endpoint", policy: "./policies/web.policy.ts" },
    ssh: { kind: "tcp-edge", policy: "./policies/ssh.policy.ts" },
  },
  environments: {
    staging: {
      service: { baseUrl: "https://staging.example.com", apiKeyVariable: "STAGING_KEY" },
      targets: {
        web: { endpoint: "ep_s1" },
        ssh: false,
      },
    },
    production: {
      service: { baseUrl: "https://api.example.com", apiKeyFile: "/run/secrets/production-key" },
      targets: {
        web: { endpoint: "ep_p1" },
        ssh: { edge: "edge_p1" },
      },
      limits: { maxChanges: "20%" },
    },
  },
});
