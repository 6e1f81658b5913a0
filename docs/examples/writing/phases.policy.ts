import {
  customResponse,
  forwardInternal,
  policy,
  req,
  res,
  removeHeaders,
  rule,
  setVars,
  text,
  vars,
} from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" })
  .onHttpRequest(
    rule("Everybody is on the free tier").do(setVars({ tier: "free", limit: 100 })),
    rule("But those who say so")
      .when(req.headers.has("x-tier"))
      .do(setVars({ tier: text`${req.headers.at("x-tier").at(0)}` })),
    rule("Reports cost")
      .when(req.url.path.startsWith("/reports/"), vars.field("tier").eq("free"))
      .do(
        customResponse({
          statusCode: 402,
          headers: { "content-type": "text/plain; charset=utf-8" },
          body: text`The tier ${vars.field("tier")} has ${vars.field("limit")} requests a day, and no reports.`,
        }),
      ),
    rule("Forward").do(forwardInternal({ url: "https://api.internal" })),
  )
  .onHttpResponse(
    rule("Hide the server")
      .when(res.statusCode.ge(500))
      .do(removeHeaders({ headers: ["server"] })),
  );
