import { defineConfig, httpsRoute } from "traffic-policy";

export default defineConfig({
  service: {
    baseUrl: "https://api.example.com",
    versionHeader: { name: "Service-Version", value: "2" },
  },
  targets: { web: httpsRoute("edge_2", "route_1", "./policies/web.policy.ts") },
});
