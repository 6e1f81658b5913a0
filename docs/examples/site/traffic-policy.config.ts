import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: { site: cloudEndpoint("ep_1", "./site.policy.ts") },
});
