import { forwardInternal, policy, restrictIps, rule } from "@traffic-policy/policy-builder/phases";
import type { EnvironmentOf } from "traffic-policy";
import type config from "./traffic-policy.config.ts";

export default ({ values }: EnvironmentOf<typeof config>) =>
  policy({ protocol: "http" }).onHttpRequest(
    rule("Office only").do(restrictIps({ allow: [values.office] })),
    rule("Shop").do(forwardInternal({ url: "https://shop.internal" })),
  );
