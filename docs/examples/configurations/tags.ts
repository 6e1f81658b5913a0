import { defineConfig, httpsRoute, tcpEdge } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    ssh: tcpEdge("edge_1", "./policies/ssh.policy.ts", { tags: ["oslo", "internal"] }),
    web: httpsRoute("edge_2", "route_1", "./policies/web.policy.ts", { tags: ["oslo"] }),
  },
});
