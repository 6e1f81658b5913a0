import {
  cel,
  conn,
  deny,
  forwardInternal,
  log,
  policy,
  req,
  res,
  restrictIps,
  rule,
  text,
  type Condition,
} from "@traffic-policy/policy-builder";

const tcp = policy({ protocol: "tcp" });
const posts = req.method.eq("POST");

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().when(posts));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.outbound(rule().when(posts));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
tcp.outbound(rule().when(res.statusCode.eq(200)));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().when(conn.clientIp.inCidr("192.0.2.0/24"), posts));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().when(conn.geo.city.eq(req.host)));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().when(cel`${req.host} == ''`));

// TS2345: Argument of type 'RuleBuilder<"HTTP or TLS">' is not assignable to parameter of type '"only for HTTP or TLS rules"'.
tcp.inbound(rule().when(conn.tls.sni.eq("a")));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
tcp.inbound(rule().do(deny({ statusCode: 403 })));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
tcp.inbound(rule().do(deny({})));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(log({ metadata: { host: text`${req.host}` } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
policy({ protocol: "tls" }).inbound(rule().when(posts));

// TS2322: Type '"udp"' is not assignable to type '"http" | "tcp" | "tls" | undefined'.
policy({ protocol: "udp" });

// TS2559: Type '"http"' has no properties in common with type '{ readonly protocol?: "http" | "tcp" | "tls" | undefined; }'.
policy("http");

// TS2345: Argument of type 'PolicyBuilder<"http">' is not assignable to parameter of type '"for http, not for tcp"'.
tcp.extend(policy({ protocol: "http" }));

// TS2345: Argument of type 'PolicyBuilder<"tcp">' is not assignable to parameter of type '"for tcp, not for http"'.
policy({ protocol: "http" }).extend(tcp);

// TS2345: Argument of type 'RuleBuilder<never>' is not assignable to parameter of type '"not a policy"'.
tcp.extend(rule());

rule().when(posts) satisfies { when(condition: Condition): unknown };
