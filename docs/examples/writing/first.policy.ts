import { deny, policy, req, rule } from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
  rule("Nobody needs the admin pages from outside")
    .when(req.url.path.matches("^/admin(/|$)"))
    .do(deny({ statusCode: 404 })),
);
