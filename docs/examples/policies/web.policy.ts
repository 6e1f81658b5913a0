import {
  cel,
  compressResponse,
  conn,
  customResponse,
  deny,
  policy,
  req,
  res,
  rule,
  urlRewrite,
} from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" })
  .inbound(
    rule("Refuse large posts from some countries")
      .when(req.method.eq("POST"), req.contentLength.gt(10_000))
      .when(conn.geo.countryCode.isIn("BR", "CN", "CU"))
      .do(
        customResponse({
          statusCode: 451,
          headers: { "content-type": "text/plain" },
          content: "Not available in ${conn.geo.country}.",
        }),
      ),
    rule("Crawlers")
      .when(
        cel`'user-agent' in req.headers && req.headers['user-agent'].exists(v, v.matches("(?i)gptbot|ccbot"))`,
      )
      .do(deny({ statusCode: 403 })),
    rule("Old API")
      .when(req.url.path.startsWith("/v1/"))
      .do(urlRewrite({ from: "/v1/", to: "/v2/" })),
  )
  .outbound(
    rule("Compress")
      .when(res.statusCode.lt(300))
      .do(compressResponse({ algorithms: ["br", "gzip"] })),
  );
