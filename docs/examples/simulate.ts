import { compilePolicy, simulate } from "@traffic-policy/policy-engine";

const policy = await compilePolicy({
  on_http_request: [
    {
      name: "Old API",
      expressions: ["req.url.path.startsWith('/v1/') && !hasReqHeader('X-Beta')"],
      actions: [{ type: "url-rewrite", config: { from: "/v1/(\\w+)", to: "/v2/$1" } }],
    },
    {
      name: "Large posts",
      expressions: [
        "req.method == 'POST'",
        "!has(req.content_length) || req.content_length > 10000",
      ],
      actions: [{ type: "deny", config: { status_code: 413 } }],
    },
  ],
  on_http_response: [{ name: "Compress", actions: [{ type: "compress-response" }] }],
});
console.log(policy.problems); // []

const outcome = await simulate(
  policy,
  {
    request: {
      method: "POST",
      url: "https://example.com/v1/orders?page=2",
      headers: { "accept-encoding": "br;q=0.5, gzip" },
      body: "{}",
    },
    response: { status: 201, body: "created" },
  },
  { trace: true },
);
console.log(outcome.result, outcome.request?.url); // forwarded https://example.com/v2/orders?page=2
console.log(outcome.response?.status, outcome.response?.compression); // 201 gzip
for (const { name, result } of outcome.trace?.rules ?? []) console.log(`${name}: ${result}`);
