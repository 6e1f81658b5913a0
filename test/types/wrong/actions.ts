import {
  addHeaders,
  compressResponse,
  customResponse,
  deny,
  forwardInternal,
  jwtValidation,
  policy,
  rateLimit,
  redirect,
  removeHeaders,
  rule,
  urlRewrite,
} from "@traffic-policy/policy-builder";

const http = policy({ protocol: "http" });
const tcp = policy({ protocol: "tcp" });
const tls = policy({ protocol: "tls" });

const limit = rateLimit({
  name: "a",
  algorithm: "sliding_window",
  capacity: 1,
  rate: "60s",
  bucketKey: [],
});
const tokens = jwtValidation({
  issuer: { allowList: [] },
  audience: { allowList: [] },
  http: { tokens: [] },
  jws: { allowedAlgorithms: [], keys: { sources: { additionalJkus: [] } } },
});

// TS2345: Argument of type 'RuleBuilder<"inbound">' is not assignable to parameter of type '"only for inbound rules"'.
http.outbound(rule().do(deny()));

// TS2345: Argument of type 'RuleBuilder<"inbound">' is not assignable to parameter of type '"only for inbound rules"'.
http.outbound(rule().do(forwardInternal({ url: "https://a.internal" })));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
http.outbound(rule().do(tokens));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
http.outbound(rule().do(redirect({ to: "/a" })));

// TS2345: Argument of type 'RuleBuilder<"inbound">' is not assignable to parameter of type '"only for inbound rules"'.
http.outbound(rule().do(forwardInternal({ url: "https://a.internal" })));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
http.outbound(rule().do(urlRewrite({ from: "a", to: "b" })));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(addHeaders({ headers: { a: "b" } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(compressResponse()));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(customResponse({ statusCode: 200 })));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
tcp.inbound(rule().do(tokens));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(limit));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
tcp.inbound(rule().do(redirect({ to: "/a" })));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tcp.inbound(rule().do(removeHeaders({ headers: ["a"] })));

// TS2345: Argument of type 'RuleBuilder<"HTTP inbound">' is not assignable to parameter of type '"only for HTTP inbound rules"'.
tcp.inbound(rule().do(urlRewrite({ from: "a", to: "b" })));

// TS2345: Argument of type 'RuleBuilder<"inbound">' is not assignable to parameter of type '"only for inbound rules"'.
tcp.outbound(rule().do(deny()));

// TS2345: Argument of type 'RuleBuilder<"HTTP">' is not assignable to parameter of type '"only for HTTP rules"'.
tls.inbound(rule().do(limit));

// TS2345: Argument of type 'RuleBuilder<"inbound">' is not assignable to parameter of type '"only for inbound rules"'.
tls.outbound(rule().do(forwardInternal({ url: "https://a.internal" })));
