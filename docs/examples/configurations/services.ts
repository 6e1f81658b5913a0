import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  services: {
    europe: { baseUrl: "https://europe.example.com", apiKeyVariable: "EUROPE_KEY" },
    america: { baseUrl: "https://america.example.com", apiKeyVariable: "AMERICA_KEY" },
  },
  targets: {
    oslo: cloudEndpoint("ep_1", "./policies/ssh.policy.ts", { service: "europe" }),
    boston: cloudEndpoint("ep_1", "./policies/ssh.policy.ts", { service: "america" }),
  },
});
