import { defineConfig, tcpEdge } from "traffic-policy";

export default defineConfig({
  services: {
    europe: { baseUrl: "https://europe.example.com", apiKeyVariable: "EUROPE_KEY" },
    america: { baseUrl: "https://america.example.com", apiKeyVariable: "AMERICA_KEY" },
  },
  targets: {
    oslo: tcpEdge("edge_1", "./policies/ssh.policy.ts", { service: "europe" }),
    boston: tcpEdge("edge_1", "./policies/ssh.policy.ts", { service: "america" }),
  },
});
