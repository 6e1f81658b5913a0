import {
  conn,
  deny,
  log,
  policy,
  req,
  rule,
  text,
  type Condition,
  type PolicyBuilder,
  type RuleBuilder,
} from "@traffic-policy/policy-builder/phases";

/** A condition that a function returns. `"all but on_tcp_connect"`: there is no request before. */
export function fromOneOf(...hosts: readonly string[]): Condition<"all but on_tcp_connect"> {
  return req.host.isIn(...hosts);
}

/** A list of rules, for `onHttpRequest(...refuseScanners)`. */
export const refuseScanners = [
  rule("No PHP here")
    .when(req.url.path.endsWith(".php"))
    .do(deny({ statusCode: 404 })),
  rule("No dot files")
    .when(req.url.path.contains("/."))
    .do(deny({ statusCode: 404 })),
];

/** A policy that others extend. Without a protocol it suits all of them. */
export const everywhere = policy().onTcpConnect(
  rule("Embargo")
    .when(conn.geo.countryCode.whenPresent((code) => code.isIn("AQ", "BV")))
    .do(log({ metadata: { refused: text`${conn.clientIp}` } }), deny()),
);

type RequestRule = RuleBuilder<"all but on_tcp_connect">;

/** A function of rules. */
export function forHost(host: string, ...rules: RequestRule[]): RequestRule[] {
  return rules.map((one) => one.when(req.host.eq(host)));
}

/** A function of a policy. */
export function withEmbargo(own: PolicyBuilder<"http">): PolicyBuilder<"http"> {
  return own.extend(everywhere);
}
