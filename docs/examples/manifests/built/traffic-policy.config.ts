import { defineConfig, policyFile } from "traffic-policy";

export default defineConfig({
  targets: {
    web: policyFile("web.policy.ts", {
      for: "cloud-endpoint",
      out: "cluster/web.yaml#CloudEndpoint/web",
    }),
  },
  environments: {
    production: { values: { office: "192.0.2.0/24" } },
    staging: {
      values: { office: "198.51.100.0/24" },
      targets: { web: { out: "cluster/staging.yaml#CloudEndpoint/web" } },
    },
  },
  defaultEnvironment: "production",
});
