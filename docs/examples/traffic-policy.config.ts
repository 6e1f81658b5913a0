import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    web: cloudEndpoint("ep_1", "./policies/web.policy.ts"),
    ssh: cloudEndpoint("ep_2", "./policies/ssh.policy.ts"),
  },
});
