import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: { web: cloudEndpoint("ep_1", "./policies/web.policy.ts") },
  lint: {
    extends: "strict",
    rules: {
      "document/rule-name": "error",
      "action/unknown-type": "off",
      "document/size": ["error", { maxRules: 50 }],
    },
    overrides: [{ files: ["legacy/**"], rules: { "document/rule-name": "off" } }],
    ignore: ["**/generated/**"],
  },
});
