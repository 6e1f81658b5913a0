/** A policy in YAML, and case files for it. */
export const policy = `inbound:
  - name: Internal
    expressions:
      - "!inCidrRange(conn.client_ip, '10.0.0.0/8')"
      - req.url.path.startsWith('/internal/') || req.url.path == '/metrics'
    actions:
      - type: deny
        config: { status_code: 404 }
  - name: Old API
    expressions: ["req.url.path.startsWith('/v1/')"]
    actions:
      - { type: url-rewrite, config: { from: /v1/, to: /v2/ } }
`;

export const cases = `cases:
  - name: Strangers do not see what is internal
    request: { url: https://example.com/internal/a }
    expect: { outcome: denied, status: 404 }
  - name: The old API
    request: { url: https://example.com/v1/a }
    expect: { upstream: { url: https://example.com/v2/a } }
`;

/** The same policy and cases in TypeScript. */
export const builtPolicy = `import { conn, deny, not, policy, req, rule, urlRewrite } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("Internal")
    .when(not(conn.clientIp.inCidr("10.0.0.0/8")))
    .when(req.url.path.startsWith("/internal/").or(req.url.path.eq("/metrics")))
    .do(deny({ statusCode: 404 })),
  rule("Old API")
    .when(req.url.path.startsWith("/v1/"))
    .do(urlRewrite({ from: "/v1/", to: "/v2/" })),
);
`;

export const definedCases = `import { defineCases } from "traffic-policy";
import web from "./web.policy.ts";

const old = {
  name: "The old API",
  request: { url: "https://example.com/v1/a" },
  expect: { upstream: { url: /\\/v2\\/a$/ } },
};

export default defineCases(web, [
  old,
  {
    name: "Internal",
    expect: { outcome: "denied" },
    each: [
      { request: { url: "https://example.com/metrics" } },
      { request: { url: "https://example.com/internal/a" } },
    ],
  },
]);
`;
