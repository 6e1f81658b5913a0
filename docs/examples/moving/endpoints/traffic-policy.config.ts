import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    ssh: cloudEndpoint("ep_1", "./ssh.policy.yaml"),
    web: cloudEndpoint("ep_2", "./web.policy.yaml"),
  },
});
