import { defineConfig, httpsRoute, tcpEdge } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    ssh: tcpEdge("edge_1", "./ssh.policy.yaml"),
    web: httpsRoute("edge_2", "route_1", "./web.policy.yaml"),
  },
});
