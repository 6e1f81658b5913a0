import {
  conn,
  deny,
  forwardInternal,
  not,
  policy,
  req,
  rule,
} from "@traffic-policy/policy-builder/phases";

const office = "192.0.2.0/24";

export default policy({ protocol: "http" }).onHttpRequest(
  rule("Admin pages only from the office")
    .when(req.url.path.matches("^/admin(/|$)"), not(conn.clientIp.inCidr(office)))
    .do(deny()),
  rule("To the site").do(forwardInternal({ url: "https://site.internal" })),
);
