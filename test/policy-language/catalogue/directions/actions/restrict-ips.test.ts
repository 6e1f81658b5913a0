import { describeAction } from "./describe-action.ts";

describeAction("restrict-ips", {
  right: [{ enforce: false, ip_policies: ["policy_1"] }],
  wrong: [
    [{ enforce: "true" }, "/enforce", '"enforce" must be true or false, not text.'],
    [{ allow: "192.0.2.0/24" }, "/allow", '"allow" must be a list, not text.'],
    [{ allowed: [] }, "/allowed", 'Unknown key "allowed".'],
  ],
});
