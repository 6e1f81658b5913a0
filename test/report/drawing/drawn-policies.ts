import type { JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { drawPolicy, type Drawing } from "@traffic-policy/report/drawing";
import { writtenPolicies } from "../../policy-builder/to-source/documents.ts";

export interface DrawnPolicy {
  readonly name: string;
  readonly document: JsonValue;
  readonly protocol?: Protocol;
}

const log = { type: "log", config: { metadata: { seen: true } } };

/** Texts that formats and layouts take for something else. */
export const hostileTexts = [
  "end",
  'a "quoted" name',
  "<script>alert(1)</script>",
  "]]> --> </svg>",
  "&amp; &lt; #quot; #35;",
  "🎉🎉 👩‍👩‍👧‍👦 🇳🇴",
  "x".repeat(10_000),
  "word ".repeat(2000),
  "עברית עם \u202eסימנים\u202c",
  "مرحبا بالعالم",
  "a\u0000b\u0007c\u001bd\u007f\ufffe\uffff",
  "\ud800 half a pair",
  "two\nlines\r\nand\ttabs",
  "   ",
  "",
  "1. list",
  "- item",
  "# heading",
  "`code` **bold** _it_ ~~x~~",
  "a;b:c|d{e}(f)[g]",
  "%%{init: {}}%% %% comment",
  "style a fill:#f00;",
  "click rule0 call alert()",
  "subgraph s\nend",
  "a --> b & c",
  "fa:fa-car $$x^2$$ \\n",
  "@{ shape: circle }",
  "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
];

/** Policies with one hostile text in each place that holds text. */
const hostilePolicies: readonly DrawnPolicy[] = hostileTexts.map((text, index) => ({
  name: `hostile text ${index}`,
  document: {
    inbound: [
      {
        name: text,
        expressions: ["true", text, `req.url.path == ${JSON.stringify(text)}`],
        actions: [
          { type: text, config: { [text]: text } },
          { type: "custom-response", config: { status_code: 200, content: text } },
        ],
      },
    ],
    outbound: [{ name: text, actions: [log] }],
  },
}));

/** Policies that show each way in which rules go on or end. */
export const ownPolicies: readonly DrawnPolicy[] = [
  { name: "no document", document: null },
  { name: "no rules", document: {} },
  {
    name: "rules that are broken",
    document: {
      inbound: [7, { expressions: "x", actions: {} }, { name: 3, expressions: [4], actions: [5] }],
      outbound: "none",
    },
  },
  {
    name: "ten actions",
    document: {
      inbound: [
        {
          name: "All of them",
          expressions: ["req.method == 'GET'"],
          actions: [
            log,
            { type: "add-headers", config: { headers: { "x-long": "y".repeat(500) } } },
            { type: "remove-headers", config: { headers: ["a", "b"] } },
            { type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } },
            { type: "redirect", config: { from: "/old", to: "/new" } },
            {
              type: "rate-limit",
              config: {
                name: "n",
                algorithm: "sliding_window",
                capacity: 1,
                rate: "60s",
                bucket_key: ["conn.client_ip"],
              },
            },
            { type: "jwt-validation" },
            { type: "forward-internal", config: { url: "https://a.internal" } },
            log,
            { type: "deny" },
          ],
        },
      ],
      outbound: [{ actions: [{ type: "compress-response" }] }],
    },
  },
  {
    name: "nothing passes",
    document: {
      inbound: [
        { name: "Nobody", actions: [{ type: "deny", config: { status_code: 404 } }] },
        { name: "Never", expressions: ["true"], actions: [log] },
        { name: "Neither", actions: [{ type: "deny" }] },
      ],
      outbound: [{ name: "Perhaps", actions: [log] }],
    },
  },
  {
    name: "a connection",
    protocol: "tcp",
    document: {
      inbound: [
        {
          name: "Office",
          expressions: ["conn.client_ip == '203.0.113.9'"],
          actions: [{ type: "deny" }],
        },
        { actions: [{ type: "restrict-ips", config: { allow: ["198.51.100.0/24"] } }, log] },
      ],
      outbound: [{ name: "Seen", actions: [log] }],
    },
  },
  {
    name: "what fails",
    document: {
      inbound: [
        { name: "Passed", expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] },
        { name: "Failing", expressions: ["req.headers['x'] == ['y']"], actions: [log] },
        { name: "After it", actions: [log] },
      ],
    },
  },
  {
    name: "an action that fails",
    document: {
      inbound: [
        {
          name: "Failing",
          actions: [
            log,
            { type: "add-headers", config: { headers: { a: "${req.headers['x'][0]}" } } },
            log,
          ],
        },
        { name: "After it", actions: [log] },
      ],
    },
  },
  {
    name: "the client is answered after the upstream",
    document: {
      inbound: [{ expressions: ["req.url.path != '/none'"], actions: [log] }],
      outbound: [
        { expressions: ["res.status_code == 500"], actions: [log] },
        {
          name: "Own page",
          expressions: ["res.status_code == 404"],
          actions: [{ type: "custom-response", config: { status_code: 200, content: "none" } }],
        },
        { name: "Last", actions: [log] },
      ],
    },
  },
  { name: "sixty rules", document: policyOf(60) },
  {
    name: "phases",
    document: {
      on_tcp_connect: [
        {
          name: "Blocked",
          expressions: ["conn.geo.country_code == 'NO'"],
          actions: [{ type: "deny" }],
        },
      ],
      on_http_request: [
        {
          name: "Orders",
          expressions: ["req.method == 'POST'"],
          actions: [{ type: "forward-internal", config: { url: "https://orders.internal" } }],
        },
        {
          name: "Others",
          actions: [{ type: "forward-internal", config: { url: "https://${req.host}.internal" } }],
        },
        { name: "Never", actions: [log] },
      ],
      on_http_response: [{ name: "Tagged", actions: [log] }],
      on_event_stream_message: [
        {
          actions: [
            { type: "sse-find-replace", config: { replacements: [{ from: "a", to: "b" }] } },
          ],
        },
      ],
    },
  },
];

/** A policy with so many rules, of which each third ends processing. */
export function policyOf(rules: number): JsonValue {
  return {
    inbound: Array.from({ length: rules }, (_, index) => ({
      name: `Rule about ${index}`,
      expressions: [`req.url.path == '/${index}'`, "has(req.content_length)"],
      actions:
        index % 3 === 0
          ? [log, { type: "deny", config: { status_code: 404 } }]
          : [{ type: "add-headers", config: { headers: { "x-number": String(index) } } }],
    })),
  };
}

/** Exchanges that take several paths through most policies. */
const exchanges: readonly Exchange[] = [
  { request: { url: "https://example.com/" }, response: { status: 404 } },
  { request: { url: "https://example.com/" } },
  {
    time: "2024-05-01T10:00:00Z",
    connection: { clientIp: "192.0.2.7", geo: { countryCode: "NO", city: "Oslo" } },
    request: {
      method: "POST",
      url: "https://api.example.com:8443/old/v1/users/12?q=1",
      headers: { authorization: "Bearer abc", "user-agent": "GPTBot/1.0", "x-team": "a" },
      body: "{}",
    },
    response: { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
  },
];

/** A drawing of a policy, with the outcome that is drawn in it. */
export interface Drawn {
  readonly name: string;
  readonly policy: CompiledPolicy;
  readonly drawing: Drawing;
  readonly outcome?: Outcome;
}

/** Drawings of a policy: without an exchange, and with each one. */
export async function drawn({ name, document, protocol = "http" }: DrawnPolicy): Promise<Drawn[]> {
  const policy = await compilePolicy(document, { protocol });
  const plain = { name, policy, drawing: drawPolicy(policy, { title: name }) };
  const settings: SimulationOptions[] = [
    {},
    {},
    { onExpressionError: "no-match", outboundAfterAnswer: true },
  ];
  return [
    plain,
    ...exchanges.map((exchange, index) => {
      const { request: _, response: __, ...connection } = exchange;
      const given = protocol === "http" ? exchange : connection;
      const outcome = simulateSync(policy, given, { ...settings[index], trace: true });
      const title = `${name}, exchange ${index}`;
      const shown = exchange.request?.url ?? "a connection";
      const drawing = drawPolicy(policy, { title, exchange: shown, outcome });
      return { name: title, policy, drawing, outcome };
    }),
  ];
}

/** All that is drawn in the tests. */
export async function everythingDrawn(): Promise<Drawn[]> {
  const policies = [...ownPolicies, ...hostilePolicies, ...writtenPolicies("published")];
  return (await Promise.all(policies.map((one) => drawn(one)))).flat();
}
