import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("Nobody needs the admin pages from outside")
    .when(req.url.path.startsWith("/admin/"))
    .do(deny({ statusCode: 404 })),
);
