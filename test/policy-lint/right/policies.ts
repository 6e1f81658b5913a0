import type { Protocol } from "@traffic-policy/policy-language";

/** A policy that is as it should be, however strange it looks. */
export interface RightPolicy {
  readonly title: string;
  readonly protocol?: Protocol;
  readonly policy: unknown;
}

const deny = { type: "deny" };
const log = { type: "log", config: { metadata: { event: "seen" } } };

function inbound(title: string, ...rules: readonly object[]): RightPolicy {
  return { title, policy: { inbound: named(rules) } };
}

function outbound(title: string, ...rules: readonly object[]): RightPolicy {
  return { title, policy: { outbound: named(rules) } };
}

function named(rules: readonly object[]): object[] {
  return rules.map((rule, index) => ({ name: `rule ${index + 1}`, ...rule }));
}

function acting(title: string, type: string, config: unknown): RightPolicy {
  return inbound(title, { actions: [{ type, config }] });
}

function when(expressions: readonly string[], ...actions: readonly object[]): object {
  return { expressions, actions };
}

const answer = (content: string, type: string) => ({
  type: "custom-response",
  config: { status_code: 200, headers: { "content-type": type }, content },
});

const rewrite = (title: string, config: object) => acting(title, "url-rewrite", config);
const redirect = (title: string, config: object) => acting(title, "redirect", config);
const headers = (title: string, given: Readonly<Record<string, string>>) =>
  acting(title, "add-headers", { headers: given });

const limit = {
  name: "A limit",
  algorithm: "sliding_window",
  capacity: 10,
  rate: "60s",
  bucket_key: ["conn.client_ip"],
};

const tokens = {
  issuer: { allow_list: [{ value: "https://issuer.example/" }] },
  audience: { allow_list: [{ value: "urn:example:api" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256", "ES256"],
    keys: { sources: { additional_jkus: ["https://issuer.example/keys.json"] } },
  },
};

const ofActions: readonly RightPolicy[] = [
  headers("names of headers in any letters", {
    "X-Client-IP": "${conn.client_ip}",
    x_country: "${conn.geo.country_code}",
    HOST: "internal.example",
    "x-!#$%&'*+.^`|~": "signs",
  }),
  headers("a brace in a text of an interpolation", {
    "x-brace": "${req.url.path.contains('}') ? 'yes' : 'no'}",
  }),
  headers("both braces in texts of an interpolation", {
    "x-brace": "a ${'{' + req.method + '}'} b",
  }),
  headers("a map in an interpolation", {
    "x-kind": "${ {'GET': 'read', 'HEAD': 'read'}.exists(m, m == req.method) ? 'read' : 'write' }",
  }),
  headers("several interpolations side by side", {
    "x-all": "${req.method}${req.url.path}?${req.url.query}",
  }),
  headers("quotes of both kinds in an interpolation", {
    "x-quotes": "${\"it's\" + '\"' + req.method}",
  }),
  headers("numbers, times and choices as texts", {
    "x-length": "${has(req.content_length) ? string(req.content_length) : ''}",
    "x-port": "${conn.client_port}",
    "x-time": "${time.now}",
    "x-secure": "${req.url.scheme == 'https'}",
    "x-since": "${conn.ts.start}",
  }),
  headers("dollars that are no interpolations", { "x-price": "$5", "x-more": "$$ and $ {a} $1" }),
  headers("a guarded header", {
    "x-language": "${hasReqHeader('Accept-Language') ? getReqHeader('Accept-Language')[0] : 'en'}",
  }),
  headers("values with signs of their own", {
    "x-url": "https://example.com/a?b=c#d",
    "x-list": "a, b;q=0.5, */*",
    "x-tab": "a\tb",
    "x-accents": "naïve",
    "x-empty": "",
  }),
  headers("identifiers that are no secrets", {
    "x-commit": "3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
    "x-trace": "4bf92f3577b34da6a3ce929d0e0e4736",
    "x-edge": "edghts_2kIL8LRbQilSCKYjaslRoqBwJcf",
    "x-uuid": "123e4567-e89b-12d3-a456-426614174000",
  }),
  headers("names of secrets without one", {
    authorization: "Bearer ${req.host}",
    "x-api-key": "see the vault",
    "x-token": "none",
    "x-csrf-token": "required",
    "www-authenticate": 'Basic realm="Members only"',
  }),
  acting("names of headers that are removed", "remove-headers", {
    headers: ["Server", "x-powered-by", "VIA"],
  }),
  inbound("JSON", {
    actions: [answer('{ "a": [1, 2.5e3, null, true, "\\u00e9"] }', "application/json")],
  }),
  inbound("JSON with interpolations", {
    actions: [
      answer(
        '{"ip": "${conn.client_ip}", "port": ${conn.client_port}, "path": "${req.url.path}"}',
        "application/json; charset=utf-8",
      ),
    ],
  }),
  inbound(
    "JSON that is a text, a list, or a number",
    {
      ...when(["req.method == 'A'"], answer('"closed"', "Application/JSON")),
    },
    when(["req.method == 'B'"], answer(" [ ]\n", "application/problem+json")),
    when(["req.method == 'C'"], answer("0", "application/vnd.api+json")),
  ),
  inbound("lines of JSON", { actions: [answer('{"a":1}\n{"a":2}\n', "application/x-ndjson")] }),
  inbound("HTML with braces", {
    actions: [
      answer("<style>body { color: red }</style><script>f({a: '$'})</script>", "text/html"),
    ],
  }),
  inbound("a content without its type is only pointed out", {
    actions: [{ type: "custom-response", config: { status_code: 200, content: "" } }],
  }),
  inbound("an answer without content", {
    actions: [{ type: "custom-response", config: { status_code: 204, headers: { allow: "GET" } } }],
  }),
  inbound("an empty text with 304", {
    actions: [{ type: "custom-response", config: { status_code: 304, content: "" } }],
  }),
  inbound("a type from an interpolation", {
    actions: [answer("{", "${req.url.path.endsWith('.json') ? 'text/plain' : 'text/html'}")],
  }),
  ...[200, 299, 418, 451, 507, 599].map((status) =>
    acting(`the status ${status}`, "custom-response", { status_code: status }),
  ),
  ...[400, 403, 451, 503, 999].map((status) =>
    acting(`a refusal with ${status}`, "deny", { status_code: status }),
  ),
  acting("a config that is null", "deny", null),
  acting("a config that is empty", "deny", {}),
  rewrite("a part of the path", { from: "/v1/", to: "/v2/" }),
  rewrite("a group", { from: "/user/([0-9]+)", to: "/users/$1/profile" }),
  rewrite("two groups in another order", { from: "/([a-z]+)/([0-9]+)", to: "/$2/$1" }),
  rewrite("a named group", { from: "/user/(?P<id>[0-9]+)", to: "/users/$id" }),
  rewrite("the host, kept", { from: "^(https?://[^/]+)/v1/", to: "$1/v2/" }),
  rewrite("what is around the match", { from: ".*", to: "https://${req.host}/all${req.url.path}" }),
  rewrite("the service's own names", { from: "/a/(.*)", to: "/b?p=$1&$args" }),
  rewrite("whether there are arguments", { from: "/a", to: "/b$is_args$args" }),
  rewrite("one argument", { from: "/item", to: "/item/$arg_id" }),
  rewrite("names of the other format", {
    from: "(.*)",
    to: "$scheme://$host$uri?$args",
    format: "nginx",
  }),
  rewrite("a plain dollar", { from: "/price/", to: "/$$/" }),
  rewrite("an interpolation", {
    from: "/me",
    to: "/users/${hasReqCookie('user') ? getReqCookie('user').value : ''}",
  }),
  rewrite("an interpolated pattern", { from: "/${req.method}/", to: "/method/" }),
  rewrite("flags and classes", { from: "(?i)/[a-z]+[.](?:php|asp)x?", to: "/gone" }),
  rewrite("optional slashes at the end", { from: "^(https?://[^/]+)/v1/*$", to: "$1/v2" }),
  rewrite("optional groups at the beginning", { from: "^(/a)?", to: "https://a.example" }),
  rewrite("one of two beginnings", { from: "^/a|/b", to: "/c" }),
  rewrite("nothing in its place", { from: "/internal", to: "" }),
  redirect("to the same host", { from: "/old/", to: "/new/", status_code: 301 }),
  redirect("to another host", { from: "^https://old[.]example", to: "https://new.example" }),
  redirect("to the protected scheme", { from: "^http://", to: "https://" }),
  redirect("all of it", { to: "https://www.example.com${req.url.path}", status_code: 308 }),
  redirect("with headers", {
    from: "/a(/.*)?$",
    to: "/b$1",
    headers: { "cache-control": "max-age=60" },
  }),
  outbound("all algorithms, and some", {
    expressions: ["res.status_code == 200"],
    actions: [{ type: "compress-response", config: { algorithms: ["gzip", "br"] } }],
  }),
  outbound(
    "compressed in one of two ways",
    when(["res.content_length > 1000"], {
      type: "compress-response",
      config: { algorithms: ["br"] },
    }),
    when(["res.content_length <= 1000"], { type: "compress-response" }),
  ),
  ...["60s", "90s", "1m", "1m30s", "1h", "1.5h", "24h", "120000ms", "1440m"].map((rate) =>
    acting(`a rate of ${rate}`, "rate-limit", { ...limit, rate }),
  ),
  acting("keys of a limit", "rate-limit", {
    ...limit,
    capacity: 2_000_000_000,
    bucket_key: ["conn.client_ip", "req.host", "req.headers['x-key']", "getReqHeader('X-Key')"],
  }),
  acting("ranges of both versions", "restrict-ips", {
    allow: ["192.0.2.0/24", "2001:db8::/32", "198.51.100.7/32", "::1/128"],
    deny: ["192.0.2.66/32"],
  }),
  acting("all but some", "restrict-ips", { allow: ["0.0.0.0/0", "::/0"], deny: ["192.0.2.0/24"] }),
  acting("a trial", "restrict-ips", { enforce: false, allow: ["10.0.0.0/8"] }),
  acting("policies of the service", "restrict-ips", {
    allow: ["0.0.0.0/0"],
    ip_policies: ["ipp_1"],
  }),
  acting("tokens", "jwt-validation", tokens),
  acting("an internal endpoint", "forward-internal", {
    url: "https://billing.internal:8443/a?b=c",
  }),
  acting("a log of many kinds", "log", {
    metadata: {
      list: [1, "two", { three: ["${req.method}"] }],
      number: -1.5e300,
      nothing: null,
      flag: false,
      parameters: "${req.url.query_params}",
      names: "${req.headers.map(name, name)}",
      signedIn: "${hasReqHeader('Authorization')}",
      "a/b~c": "${conn.client_ip}",
      "": "an empty key",
    },
  }),
];

const ofOrder: readonly RightPolicy[] = [
  inbound(
    "an earlier rule that ends for a part of the requests",
    when(["req.url.path.startsWith('/admin/')"], deny),
    when(["req.url.path.startsWith('/admin')"], log),
    when(["req.method == 'GET'"], answer("ok", "text/plain")),
  ),
  inbound(
    "the special case first",
    when(["req.url.path == '/admin/health'"], answer("ok", "text/plain")),
    when(["req.url.path.startsWith('/admin')"], deny),
  ),
  inbound(
    "ranges that touch",
    when(["conn.client_port > 100"], deny),
    when(["conn.client_port <= 100", "conn.client_port > 50"], log),
    when(["conn.client_port >= 100"], log),
  ),
  inbound(
    "conditions that an earlier rule does not imply",
    when(["req.method == 'GET'", "req.host == 'a.example'"], deny),
    when(["req.method == 'GET'"], deny),
    when(["req.method == 'GET' || req.method == 'HEAD'"], deny),
  ),
  inbound(
    "an earlier negation",
    when(["!(req.method in ['GET', 'POST'])"], deny),
    when(["req.method == 'POST'"], log),
    when(["req.method != 'POST'"], log),
  ),
  inbound(
    "an earlier rule that fails for other requests",
    when(["getReqHeader('X-Id') == ['a']"], deny),
    when(["hasReqHeader('X-Id')"], log),
  ),
  inbound(
    "an action that may end processing",
    { actions: [{ type: "rate-limit", config: limit }] },
    { actions: [{ type: "jwt-validation", config: tokens }] },
    { actions: [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }] },
    { actions: [{ type: "redirect", config: { from: "/old/", to: "/new/" } }] },
    { actions: [log] },
  ),
  inbound("forwarding that goes on after an error", {
    actions: [
      { type: "forward-internal", config: { url: "https://a.internal", on_error: "continue" } },
      answer("Sorry", "text/plain"),
    ],
  }),
  inbound(
    "the same conditions with other actions",
    when(["req.method == 'PUT'"], log),
    when(["req.method == 'PUT'"], deny),
  ),
  inbound(
    "the same rule with another number",
    when(["req.method == 'PUT'"], { type: "log", config: { metadata: { a: 1 } } }),
    when(["req.method == 'PUT'"], { type: "log", config: { metadata: { a: 2 } } }),
  ),
  inbound(
    "a rewrite before another part of the URL is asked for",
    { actions: [{ type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } }] },
    when(["req.url.query != ''"], log),
  ),
  inbound(
    "a rewrite between a refusal and the same question",
    when(["req.url.path == '/b'"], deny),
    { actions: [{ type: "url-rewrite", config: { from: "/a", to: "/b" } }] },
    when(["req.url.path == '/b'", "req.method == 'GET'"], log),
  ),
  inbound(
    "a header that is added between",
    when(["hasReqHeader('X-A')"], deny),
    { actions: [{ type: "add-headers", config: { headers: { "x-a": "1" } } }] },
    when(["hasReqHeader('X-A')"], log),
  ),
  inbound(
    "a header that is taken away between",
    when(["!hasReqHeader('X-A')"], deny),
    { actions: [{ type: "remove-headers", config: { headers: ["x-a"] } }] },
    when(["!hasReqHeader('X-A')"], log),
  ),
  {
    title: "everything is refused on the way in, and rules for the way out",
    policy: {
      inbound: [{ name: "Closed", actions: [deny] }],
      outbound: [{ name: "Closed", actions: [log] }],
    },
  },
  {
    title: "the same rule in both directions",
    policy: {
      inbound: [{ name: "Posts", expressions: ["req.method == 'POST'"], actions: [log] }],
      outbound: [{ name: "Posts", expressions: ["req.method == 'POST'"], actions: [log] }],
    },
  },
  {
    title: "a refusal on the way in, and its condition on the way out",
    policy: {
      inbound: [{ name: "a", expressions: ["req.method == 'POST'"], actions: [deny] }],
      outbound: [{ name: "b", expressions: ["req.method == 'POST'"], actions: [log] }],
    },
  },
  {
    title: "lists that are null or empty",
    policy: {
      inbound: [
        { name: "a", expressions: null, actions: [log] },
        { name: "b", expressions: [], actions: [deny] },
      ],
      outbound: null,
    },
  },
  inbound(
    "an address that is refused by a header",
    when(["'192.0.2.7' in getReqHeader('X-Forwarded-For')"], deny),
  ),
  inbound("a header that must not be there", when(["hasReqHeader('X-Forwarded-For')"], deny)),
  inbound(
    "a header that is only written down",
    when(["getReqHeader('X-Real-Ip') == ['192.0.2.7']"], log),
  ),
  inbound(
    "a header that is checked beside the address",
    when(["getReqHeader('X-Real-Ip').exists(ip, ip != conn.client_ip)"], deny),
  ),
];

const ofProtocols: readonly RightPolicy[] = (["tcp", "tls"] as const).flatMap((protocol) => [
  {
    title: `all that there is for ${protocol}`,
    protocol,
    policy: {
      inbound: [
        { name: "Known", expressions: ["conn.geo.country_code == 'NO'"], actions: [log] },
        {
          name: "Office",
          expressions: ["!inCidrRange(conn.client_ip, '192.0.2.0/24')"],
          actions: [log, { type: "deny" }],
        },
        {
          name: "Ranges",
          actions: [{ type: "restrict-ips", config: { allow: ["192.0.2.0/24", "2001:db8::/32"] } }],
        },
        {
          name: "On",
          actions: [{ type: "forward-internal", config: { url: `${protocol}://a.internal:22` } }],
        },
      ],
      outbound: [{ name: "Bytes", expressions: ["conn.bytes_out > 1000000"], actions: [log] }],
    },
  },
]);

export const rightPolicies: readonly RightPolicy[] = [...ofActions, ...ofOrder, ...ofProtocols];
