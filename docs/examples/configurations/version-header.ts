import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: {
    baseUrl: "https://api.example.com",
    versionHeader: { name: "Ngrok-Version", value: "2" },
  },
  targets: { web: cloudEndpoint("ep_1", "./policies/web.policy.ts") },
});
