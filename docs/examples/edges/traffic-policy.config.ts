import { defineConfig, httpsRoute, tcpEdge } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    ssh: tcpEdge("edge_1", "./ssh.policy.ts"),
    web: httpsRoute("edge_2", "route_1", "./web.policy.ts"),
  },
});
