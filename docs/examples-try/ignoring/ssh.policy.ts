import { deny, policy, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "tcp" }).inbound(
  // traffic-policy-ignore-next-line document/rule-name -- there is only this one
  rule().do(deny()),
);
