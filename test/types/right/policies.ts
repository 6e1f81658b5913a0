import {
  action,
  addHeaders,
  cel,
  compressResponse,
  conn,
  customResponse,
  deny,
  log,
  policy,
  rateLimit,
  req,
  res,
  rule,
  text,
  urlRewrite,
  type Condition,
  type PolicyBuilder,
  type RuleBuilder,
} from "@traffic-policy/policy-builder";

// The example of the first page.
export const web = policy({ protocol: "http" })
  .inbound(
    rule("Refuse large posts from some countries")
      .when(req.method.eq("POST"), req.contentLength.gt(10_000))
      .when(conn.geo.countryCode.isIn("BR", "CN", "CU"))
      .do(
        customResponse({
          statusCode: 451,
          headers: { "content-type": "text/plain", "x-from": text`${conn.geo.country}` },
          content: text`not available in ${conn.geo.country}`,
        }),
      ),
    rule("Crawlers")
      .when(req.header("User-Agent").some((v) => v.matches("(?i)gptbot|ccbot")))
      .do(deny({ statusCode: 403 })),
    rule("Old API")
      .when(req.url.path.startsWith("/v1/"))
      .do(urlRewrite({ from: "/v1/", to: "/v2/" })),
  )
  .outbound(rule("Compress").do(compressResponse({ algorithms: ["br", "gzip"] })));

// Where the documentation is unsure, it compiles.
const limit = rateLimit({
  name: "a",
  algorithm: "sliding_window",
  capacity: 1,
  rate: "60s",
  bucketKey: [conn.clientIp, req.header("X-Api-Key"), "req.host"],
});
policy({ protocol: "http" }).outbound(rule().do(limit));
policy({ protocol: "tcp" }).outbound(rule().do(log({ metadata: { closed: true } })));

// Without a protocol a policy takes what any of them has.
policy().inbound(
  rule()
    .when(req.method.eq("GET"))
    .do(deny({ statusCode: 403 })),
  rule().when(conn.tls.sni.eq("a")).do(deny()),
  rule().when(conn.clientIp.eq("a")).do(deny()),
);

// What nobody knows the type of goes everywhere.
policy({ protocol: "tcp" }).inbound(
  rule()
    .when(cel`anything`)
    .do(action("anything", { a: 1 })),
);

// Functions, lists and falsy rules.
declare const debug: boolean;
declare const name: string | undefined;
function fromHosts(...hosts: readonly string[]): Condition<"HTTP"> {
  return req.host.isIn(...hosts);
}
function tagged(value: string): RuleBuilder<"HTTP"> {
  return rule(value).do(addHeaders({ headers: { "x-tag": value } }));
}
const common = [rule("a").do(deny()), rule("b").when(req.host.eq("a")).do(deny())];
const rules: readonly RuleBuilder<"HTTP" | "inbound">[] = common;
export const composed: PolicyBuilder<"http"> = policy({ protocol: "http" })
  .extend(policy().inbound(rule().do(deny())), web)
  .inbound(
    ...common,
    ...rules,
    debug && rule("log").do(log({ metadata: {} })),
    name && tagged(name),
    name === undefined ? null : tagged(name),
    rule().when(fromHosts("a", "b")).do(deny()),
    tagged("c"),
  )
  .outbound(tagged("d"), debug && rule().when(res.statusCode.ge(500)).do(compressResponse()))
  .inbound();
