import type { Exchange } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { forward, policy, rule, type ShortEndpoint } from "../../policy-engine/site/a-site.ts";

/** A site in short: URLs to their endpoints. */
export type RandomSite = Readonly<Record<string, ShortEndpoint | readonly ShortEndpoint[]>>;

const internal = [
  "https://a.internal",
  "https://b.internal",
  "http://c.internal",
  "https://d.internal",
];
// One that no site has, one of another scheme, and one by an interpolation.
const targets = [
  ...internal,
  "https://none.internal",
  "http://a.internal",
  "https://${vars.to}.internal",
];

const paths = ["/a", "/b", "/a/b", "/"];
const marks = [undefined, "1", "2"];
const addresses = ["203.0.113.9", "10.0.0.1"];
const methods = ["GET", "POST"];

const conditions = [
  "req.url.path == '/a'",
  "req.url.path != '/a'",
  "req.url.path.startsWith('/a')",
  "req.url.path in ['/b', '/a/b']",
  "'x-mark' in req.headers",
  "!('x-mark' in req.headers)",
  "'x-mark' in req.headers && req.headers['x-mark'][0] == '1'",
  "req.method == 'POST'",
  "conn.client_ip == '10.0.0.1'",
  "endpoint.host == 'a.internal'",
  "req.host.startsWith('one.')",
  "has(vars.to)",
  "has(vars.to) && vars.to == 'a'",
  // It fails without the header.
  "req.headers['x-mark'][0] == '2'",
  // Nothing is known of the address: it is empty, or missing.
  "conn.geo.country_code != 'DE'",
  "actions.ngrok.forward_internal.error.message != ''",
];

const restrictIps = { type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } };
const denyIps = { type: "restrict-ips", config: { deny: ["192.0.2.0/24"] } };

const others: readonly JsonValue[] = [
  { type: "deny", config: { status_code: 403 } },
  { type: "custom-response", config: { status_code: 200, body: "own" } },
  { type: "add-headers", config: { headers: { "x-mark": "1" } } },
  { type: "remove-headers", config: { headers: ["x-mark"] } },
  { type: "url-rewrite", config: { from: "/a(/.*)?$", to: "/b" } },
  { type: "set-vars", config: { vars: [{ to: "a" }] } },
  { type: "set-vars", config: { vars: [{ to: "${req.url.path.replace('/', '')}" }] } },
  {
    type: "rate-limit",
    config: { name: "all", algorithm: "sliding_window", capacity: 1, rate: "60s", bucket_key: [] },
  },
  restrictIps,
  denyIps,
];

const action = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...others) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...targets),
        fc.constantFrom(undefined, undefined, "continue" as const),
      )
      .map(([url, onError]) => forward(url, onError)),
  },
);

const oneRule = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 2 }),
    fc.array(action, { minLength: 1, maxLength: 3 }),
  )
  .map(([expressions, actions]) => rule(expressions, ...actions));

const onePolicy = fc.array(oneRule, { minLength: 1, maxLength: 4 }).map((rules) => policy(rules));

const oneEndpoint: fc.Arbitrary<ShortEndpoint> = fc.record(
  { policy: onePolicy, server: fc.constant(true as const) },
  { requiredKeys: [] },
);

const cloud = onePolicy.map((own): ShortEndpoint => ({ policy: own }));

/** Sites with one or two public endpoints, and up to four internal ones of which some are pools. */
export const arbitrarySite: fc.Arbitrary<RandomSite> = fc
  .tuple(
    cloud,
    fc.option(fc.oneof(cloud, oneEndpoint)),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: oneEndpoint },
        { weight: 1, arbitrary: fc.array(oneEndpoint, { minLength: 2, maxLength: 2 }) },
      ),
      {
        minLength: 1,
        maxLength: internal.length,
      },
    ),
  )
  .map(([first, second, inner]) => ({
    "https://one.example": first,
    ...(second && { "https://*.example": second }),
    ...Object.fromEntries(inner.map((endpoint, index) => [internal[index], endpoint])),
  }));

/** Every exchange that differs in what the conditions ask for. */
export const exchangesOfSites: readonly Exchange[] = ["one.example", "two.example"].flatMap(
  (host) =>
    paths.flatMap((path) =>
      marks.flatMap((mark) =>
        methods.flatMap((method) =>
          addresses.map((clientIp) => ({
            connection: { clientIp },
            request: {
              method,
              url: `https://${host}${path}`,
              ...(mark !== undefined && { headers: { "x-mark": mark } }),
            },
          })),
        ),
      ),
    ),
);

const tcpTargets = ["tcp://a.internal:1", "tcp://b.internal:2", "tcp://none.internal:3"];

const tcpRule = fc
  .tuple(
    fc.subarray(["conn.client_ip == '10.0.0.1'", "conn.client_port < 1000", "endpoint.port == 2"], {
      maxLength: 2,
    }),
    fc.array(
      fc.oneof(
        fc.constantFrom<JsonValue>({ type: "deny", config: {} }, restrictIps),
        fc
          .tuple(fc.constantFrom(...tcpTargets), fc.constantFrom(undefined, "continue" as const))
          .map(([url, onError]) => forward(url, onError)),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(([expressions, actions]) => rule(expressions, ...actions));

const tcpEndpoint: fc.Arbitrary<ShortEndpoint> = fc.record(
  {
    policy: fc.array(tcpRule, { maxLength: 3 }).map((rules) => ({ on_tcp_connect: rules })),
    server: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

/** Sites for connections. */
export const arbitraryTcpSite: fc.Arbitrary<RandomSite> = fc
  .tuple(tcpEndpoint, tcpEndpoint, tcpEndpoint)
  .map(([first, second, third]) => ({
    "tcp://one.example:9": first,
    "tcp://a.internal:1": second,
    "tcp://b.internal:2": third,
  }));

export const connectionsOfSites: readonly Exchange[] = addresses.flatMap((clientIp) =>
  [80, 50_000].map((clientPort) => ({
    endpoint: { url: "tcp://one.example:9" },
    connection: { clientIp, clientPort },
  })),
);
