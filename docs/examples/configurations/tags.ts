import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    ssh: cloudEndpoint("ep_2", "./policies/ssh.policy.ts", { tags: ["oslo", "internal"] }),
    web: cloudEndpoint("ep_1", "./policies/web.policy.ts", { tags: ["oslo"] }),
  },
});
