import {
  conn,
  deny,
  forwardInternal,
  not,
  policy,
  rule,
} from "@traffic-policy/policy-builder/phases";

const office = ["192.0.2.0/24", "2001:db8::/32"];

export default policy({ protocol: "tcp" }).onTcpConnect(
  rule("Only from the office or from Norway")
    .when(
      not(conn.clientIp.inCidr(...office)),
      conn.geo.countryCode.missingOr((code) => code.ne("NO")),
    )
    .do(deny()),
  rule("To the server").do(forwardInternal({ url: "tcp://ssh.internal:22" })),
);
