import { cel, conn, deny, not, policy, rule } from "@traffic-policy/policy-builder/phases";

const home = ["198.51.100.7/24"];

export default policy({ protocol: "http" }).onHttpRequest(
  rule("Only the office")
    .when(
      not(conn.clientIp.inCidr("192.0.2.7/24")),
      not(conn.clientIp.inCidr(...home)),
      cel`req.Method != 'OPTIONS'`,
    )
    .do(deny({ statusCode: 403 })),
);
