import {
  compressResponse,
  conn,
  customResponse,
  deny,
  forwardInternal,
  policy,
  req,
  res,
  rule,
  text,
  urlRewrite,
} from "@traffic-policy/policy-builder/phases";

const embargoed = conn.geo.countryCode.whenPresent((code) => code.isIn("BR", "CN", "CU"));

export default policy({ protocol: "http" })
  .onHttpRequest(
    rule("Refuse large posts from some countries")
      .when(req.method.eq("POST"), embargoed)
      .when(req.contentLength.missingOr((length) => length.gt(10_000)))
      .do(
        customResponse({
          statusCode: 451,
          headers: { "content-type": "text/plain" },
          body: text`Not available in ${conn.geo.country.orElse("your country")}.`,
        }),
      ),
    rule("Crawlers")
      .when(
        req.hasHeader("User-Agent"),
        req.header("User-Agent").some((value) => value.matches("(?i)gptbot|ccbot")),
      )
      .do(deny({ statusCode: 403 })),
    rule("Old API")
      .when(req.url.path.startsWith("/v1/"))
      .do(urlRewrite({ from: "/v1/", to: "/v2/" })),
    rule("To the shop").do(forwardInternal({ url: "https://shop.internal" })),
  )
  .onHttpResponse(
    rule("Compress")
      .when(res.statusCode.lt(300))
      .do(compressResponse({ algorithms: ["br", "gzip"] })),
  );
