import {
  actions,
  action,
  aiGateway,
  allOf,
  cel,
  conn,
  customResponse,
  deny,
  forwardInternal,
  has,
  httpRequest,
  log,
  policy,
  req,
  res,
  rule,
  setVars,
  sseFindReplace,
  text,
  vars,
  type Condition,
  type PolicyBuilder,
  type RuleBuilder,
} from "@traffic-policy/policy-builder/phases";

export const api = policy({ protocol: "http" })
  .onTcpConnect(rule("Tor").when(conn.clientIp.isTorNode).do(deny()))
  .onHttpRequest(
    rule("Tier").do(
      setVars({ tier: text`${req.headers.at("x-tier").at(0)}`, limits: { perDay: 5 }, on: true }),
      setVars({ vars: [{ tier: "free" }, { tier: "gold" }] }),
    ),
    rule("Free")
      .when(allOf(has(vars.field("tier")), vars.field("tier").eq("free")), vars.has("limits"))
      .do(customResponse({ statusCode: 402, body: text`not for ${vars.field("tier")}` })),
    rule("Ask").do(
      httpRequest({
        url: text`https://tiers.internal/${req.host}`,
        queryParams: [{ key: "a", value: text`${vars.field("tier")}` }],
        retryCondition: req.method.eq("GET"),
        onError: "halt",
      }),
    ),
    rule("Failed")
      .when(actions.ngrok.httpRequest.res.statusCode.ge(500))
      .do(deny({ statusCode: 503 })),
    rule().do(aiGateway({ onError: "continue", providers: [{ id: "a" }] })),
    rule().do(forwardInternal({ url: text`https://${req.host}.internal` })),
  )
  .onHttpResponse(
    rule()
      .when(res.statusCode.ge(500))
      .do(log({ metadata: { status: text`${res.statusCode}` } })),
  )
  .onEventStreamMessage(
    rule().do(sseFindReplace({ replacements: [{ from: "a", to: text`${conn.clientIp}` }] })),
  );

// Of the other protocols there is one phase.
policy({ protocol: "tcp" }).onTcpConnect(rule().do(forwardInternal({ url: "tcp://a.internal:1" })));
policy({ protocol: "tls" }).onTcpConnect(rule().when(conn.tls.sni.eq("a")).do(deny()));

// Without a protocol a policy takes what any of them has.
const any = policy().onTcpConnect(rule().do(deny())).onHttpRequest(rule().do(deny()));
export const extended: PolicyBuilder<"http"> = policy({ protocol: "http" }).extend(any, api);
export const some: PolicyBuilder = policy({ protocol: "tcp" });

// What nobody knows the type of goes everywhere.
policy({ protocol: "tcp" }).onTcpConnect(
  rule()
    .when(cel`anything`)
    .do(action("anything", { a: 1 })),
);

function fromHosts(...hosts: readonly string[]): Condition<"all but on_tcp_connect"> {
  return req.host.isIn(...hosts);
}
function refused(
  host: string,
): RuleBuilder<"all but on_tcp_connect" | "on_tcp_connect and on_http_request"> {
  return rule().when(fromHosts(host)).do(deny());
}
declare const debug: boolean;
policy({ protocol: "http" }).onHttpRequest(refused("a"), debug && refused("b"));
