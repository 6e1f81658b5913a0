import { defineConfig, httpsRoute, tcpEdge } from "traffic-policy";

export default defineConfig({
  service: { baseUrl: "https://api.example.com" },
  targets: {
    ssh: tcpEdge("edge_1", "./policies/ssh.policy.ts"),
    web: httpsRoute("edge_2", "route_1", "./policies/web.policy.ts"),
  },
});
