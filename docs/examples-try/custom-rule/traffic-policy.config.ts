import { defineConfig, httpsRoute } from "traffic-policy";
import { denyStatus } from "./deny-status.ts";

export default defineConfig({
  service: "emulator",
  targets: { web: httpsRoute("edge_1", "route_1", "./web.json") },
  lint: {
    customRules: { "ours/deny-status": denyStatus },
    rules: { "ours/deny-status": ["error", { allowed: [403, 429] }] },
  },
});
