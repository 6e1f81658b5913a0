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
} from "@traffic-policy/policy-builder";

/** A condition that a function returns. `"HTTP"`: it can be used in policies for http only. */
export function fromOneOf(...hosts: readonly string[]): Condition<"HTTP"> {
  return req.host.isIn(...hosts);
}

/** A list of rules, for `inbound(...refuseScanners)`. */
export const refuseScanners = [
  rule("No PHP here")
    .when(req.url.path.endsWith(".php"))
    .do(deny({ statusCode: 404 })),
  rule("No dot files")
    .when(req.url.path.contains("/."))
    .do(deny({ statusCode: 404 })),
];

/** A policy that others extend. Without a protocol it suits all of them. */
export const everywhere = policy().inbound(
  rule("Embargo")
    .when(conn.geo.countryCode.whenPresent((code) => code.isIn("AQ", "BV")))
    .do(log({ metadata: { refused: text`${conn.clientIp}` } }), deny()),
);

/** A function of rules. */
export function forHost(host: string, ...rules: RuleBuilder<"HTTP">[]): RuleBuilder<"HTTP">[] {
  return rules.map((one) => one.when(req.host.eq(host)));
}

/** A function of a policy. */
export function withEmbargo(own: PolicyBuilder<"http">): PolicyBuilder<"http"> {
  return own.extend(everywhere);
}
