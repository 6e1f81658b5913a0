import { deny, policy, rule } from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "tcp" }).onTcpConnect(
  // traffic-policy-ignore-next-line document/rule-name -- there is only this one
  rule().do(deny()),
);
