import {
  compilePolicy,
  simulateSync,
  RateLimits,
  type BehaviourOptions,
  type CompiledPolicy,
  type Exchange,
  type ExpectedText,
  type Expectation,
  type Outcome,
} from "@traffic-policy/policy-engine";
import type { ExpectedHeaders } from "../../packages/policy-engine/src/cases/policy-case.ts";
import type { Assertion } from "@traffic-policy/policy-proof";
import {
  directionsDialect,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { migratePolicy } from "@traffic-policy/policy-proof/migration";
import fc from "fast-check";

/** A rule as a document has it. */
export interface Rule {
  readonly name?: string;
  readonly expressions: readonly string[];
  readonly actions: readonly { readonly type: string; readonly config?: object }[];
}

export interface Policy {
  readonly inbound: readonly Rule[];
  readonly outbound: readonly Rule[];
}

const ofRequest = [
  "req.method == 'POST'",
  "req.method in ['POST', 'PUT']",
  "req.method != 'GET'",
  "req.url.path == '/a'",
  "req.url.path.startsWith('/a')",
  "req.url.path.startsWith('/a/')",
  "req.url.path.endsWith('b')",
  "req.url.path.matches('^/(a|b)$')",
  "req.url.path.contains('b')",
  "size(req.url.path) > 3",
  "req.url.contains('/a')",
  "req.url.scheme == 'http'",
  "req.host == 'a.example'",
  "req.host.endsWith('.example')",
  "hasReqHeader('X-A')",
  "'x-b' in req.headers",
  "req.headers['x-a'][0] == '1'",
  "req.headers['x-a'].size() > 1",
  "'1' in getReqHeader('X-A')",
  "getReqHeader('X-A').exists(v, v == '2')",
  "getReqHeader('X-A').all(v, v == '1')",
  "getReqHeader('X-B').size() == 1",
  "hasReqHeader('X-A') && req.headers['x-a'][0] == '2'",
  "hasQueryParam('q')",
  "getQueryParam('q').exists(v, v == '1')",
  "req.user_agent.startsWith('bot')",
  "req.user_agent == ''",
  "req.content_type == 'text/plain'",
  "hasReqCookie('c')",
  "req.content_length > 10",
  "conn.geo.country_code == 'US'",
  "conn.geo.country_code in ['', 'US']",
  "inCidrRange(conn.client_ip, '10.0.0.0/8')",
  "inCidrRanges(conn.client_ip, ['10.1.0.0/16', '192.0.2.0/24'])",
  "timestamp(time.now).getHours() < 12",
  "actions.ngrok.restrict_ips.action == 'deny'",
  "has(actions.ngrok.add_headers.headers_added)",
];

const ofResponse = [
  "res.status_code >= 500",
  "res.status_code == 200",
  "hasResHeader('X-R')",
  "'1' in getResHeader('X-R')",
  "res.content_type.startsWith('text/')",
];

function conditions(atoms: readonly string[]): fc.Arbitrary<string> {
  const atom = fc.constantFrom(...atoms);
  return fc.oneof(
    { arbitrary: atom, weight: 5 },
    { arbitrary: fc.tuple(atom, atom).map(([a, b]) => `${a} && ${b}`), weight: 2 },
    { arbitrary: fc.tuple(atom, atom).map(([a, b]) => `(${a}) || ${b}`), weight: 2 },
    { arbitrary: atom.map((a) => `!(${a})`), weight: 2 },
    fc.tuple(atom, atom, atom).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    fc.tuple(atom, atom, atom).map(([a, b, c]) => `!((${a}) && !(${b})) || ${c}`),
  );
}

const value = fc.constantFrom("1", "2", "${req.method}", "${req.url.path}", "${conn.client_ip}");

const either = [
  fc.record({ type: fc.constant("log"), config: fc.record({ metadata: fc.record({ a: value }) }) }),
  fc.record({
    type: fc.constant("custom-response"),
    config: fc.record({
      status_code: fc.constantFrom(200, 503),
      content: fc.constantFrom("a", "<p>a", "${req.method}", "${req.headers['x-a'][0]}"),
    }),
  }),
  fc.record({
    type: fc.constant("add-headers"),
    config: fc.record({
      headers: fc.dictionary(fc.constantFrom("x-a", "x-b", "X-R", "host"), value, {
        minKeys: 1,
        maxKeys: 2,
        noNullPrototype: true,
      }),
    }),
  }),
  fc.record({
    type: fc.constant("remove-headers"),
    config: fc.record({
      headers: fc.subarray(["x-a", "X-B", "user-agent", "cookie", "x-r"], {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  }),
];

const restrictIps = fc.record({
  type: fc.constant("restrict-ips"),
  config: fc.record(
    {
      enforce: fc.boolean(),
      allow: fc.constantFrom(["10.0.0.0/8"], ["0.0.0.0/0"]),
      deny: fc.constantFrom(["10.1.0.0/16"], ["192.0.2.7/32"]),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
});

const inboundAction = fc.oneof(
  ...either,
  fc.record({
    type: fc.constant("deny"),
    config: fc.record({ status_code: fc.constantFrom(401, 403) }),
  }),
  restrictIps,
  fc.record({
    type: fc.constant("url-rewrite"),
    config: fc.record({
      from: fc.constantFrom("/a", "^http://", "/b$", "/(a)/"),
      to: fc.constantFrom("/b", "https://", "/x", "/$1$1/", "/${req.method}"),
    }),
  }),
  fc.record({
    type: fc.constant("redirect"),
    config: fc.record({
      from: fc.constantFrom("/a", "^http://", "example.com"),
      to: fc.constantFrom("/b", "https://", "/$1", "a.example"),
    }),
  }),
  fc.record({
    type: fc.constant("rate-limit"),
    config: fc.constant({
      name: "a",
      algorithm: "sliding_window",
      capacity: 2,
      rate: "60s",
      bucket_key: ["req.headers['x-a']"],
    }),
  }),
  fc.record({ type: fc.constant("jwt-validation"), config: fc.constant({}) }),
  fc.constant({ type: "compress-response", config: {} }),
);

const outboundAction = fc.oneof(
  ...either,
  fc.constant({ type: "compress-response", config: { algorithms: ["gzip"] } }),
);

function rules(
  expression: fc.Arbitrary<string>,
  action: fc.Arbitrary<{ type: string; config?: object }>,
  maxLength: number,
): fc.Arbitrary<Rule[]> {
  const rule = fc.record({
    expressions: fc.array(expression, { maxLength: 2 }),
    actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  });
  return fc.array(rule, { maxLength });
}

/** Small policies that use all actions. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.record({
  inbound: rules(conditions(ofRequest), inboundAction, 5),
  outbound: rules(conditions([...ofRequest, ...ofResponse]), outboundAction, 2),
});

/** What only policies in phases have: all of it comes after what a policy in directions becomes. */
export interface OwnRules {
  readonly on_tcp_connect: readonly Rule[];
  readonly on_http_request: readonly Rule[];
  readonly on_http_response: readonly Rule[];
  readonly on_event_stream_message: readonly Rule[];
}

const ofConnection = [
  "conn.geo.country_code == 'US'",
  "conn.geo.country_code in ['', 'US']",
  "inCidrRange(conn.client_ip, '10.0.0.0/8')",
  "inCidrRanges(conn.client_ip, ['10.1.0.0/16', '192.0.2.0/24'])",
  "timestamp(time.now).getHours() < 12",
  "actions.ngrok.restrict_ips.action == 'deny'",
  "vars.a == '1'",
];

const ofMessages = [
  ...ofResponse,
  "req.method == 'POST'",
  "hasReqHeader('X-A')",
  "req.headers['x-a'][0] == '1'",
  "conn.geo.country_code == 'US'",
  "actions.ngrok.sse_find_replace.replacements.size() > 0",
  "has(actions.ngrok.sse_find_replace.replacements)",
];

function forwardsTo(...urls: readonly string[]): fc.Arbitrary<{ type: string; config: object }> {
  return fc.record({
    type: fc.constant("forward-internal"),
    config: fc.record(
      { url: fc.constantFrom(...urls), on_error: fc.constantFrom("halt", "continue") },
      { requiredKeys: ["url"], noNullPrototype: true },
    ),
  });
}

const setVars = fc.record({
  type: fc.constant("set-vars"),
  config: fc.record({
    vars: fc.array(fc.record({ a: fc.constantFrom("1", "2", "${conn.client_ip}", "${vars.a}") }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
});

const closing = fc.constantFrom(
  { type: "close-connection", config: {} },
  { type: "deny", config: {} },
);

const connectAction = fc.oneof(
  closing,
  restrictIps,
  setVars,
  forwardsTo("tls://a.internal", "tls://b.internal", "tls://${conn.client_ip}.internal"),
  fc.constant({ type: "terminate-tls", config: {} }),
  fc.record({
    type: fc.constant("log"),
    config: fc.constantFrom({ metadata: { a: "1" } }, { metadata: { a: "${conn.client_ip}" } }),
  }),
);

const requestAction = fc.oneof(
  { arbitrary: inboundAction, weight: 1 },
  { arbitrary: closing, weight: 1 },
  { arbitrary: setVars, weight: 1 },
  {
    arbitrary: forwardsTo(
      "https://a.internal",
      "https://b.internal",
      "https://${req.method}.internal",
      "https://${req.headers['x-a'][0]}.internal",
    ),
    weight: 3,
  },
);

const responseAction = fc.oneof(
  ...either,
  fc.constant({
    type: "response-body-find-replace",
    config: { replacements: [{ from: "a", to: "b" }] },
  }),
  fc.constant({
    type: "custom-response",
    config: {
      status_code: 200,
      body: "data: 1\n\n",
      headers: { "content-type": "text/event-stream" },
    },
  }),
);

const messageAction = fc.record({
  type: fc.constant("sse-find-replace"),
  config: fc.record({
    replacements: fc.array(
      fc.record({
        from: fc.constantFrom("1", "[12]", "${req.method}"),
        to: fc.constantFrom("2", "x", "${req.headers['x-a'][0]}"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
});

/** Rules for connections, for messages of streams, and with actions that only phases have. */
const arbitraryOwnRules: fc.Arbitrary<OwnRules> = fc.record({
  on_tcp_connect: rules(conditions(ofConnection), connectAction, 2),
  on_http_request: rules(conditions([...ofRequest, "vars.a == '1'"]), requestAction, 3),
  on_http_response: rules(conditions([...ofRequest, ...ofResponse]), responseAction, 1),
  on_event_stream_message: rules(conditions(ofMessages), messageAction, 2),
});

/** A change of a policy that may or may not change what it does. */
export const arbitraryChange: fc.Arbitrary<(rules: readonly Rule[]) => Rule[]> = fc
  .tuple(
    fc.nat({ max: 9 }),
    fc.constantFrom("drop", "swap", "constant", "negate", "double", "split", "join", "name"),
  )
  .map(([at, kind]) => (given) => {
    const index = given.length === 0 ? 0 : at % given.length;
    const rule = given[index];
    if (rule === undefined) return [...given];
    const { expressions, actions } = rule;
    const [first = "true", ...others] = expressions;
    const replaced = (one: Rule[]): Rule[] => given.toSpliced(index, 1, ...one);
    switch (kind) {
      case "drop":
        return replaced([]);
      case "swap": {
        const next = given[index + 1];
        return next === undefined ? [...given] : given.toSpliced(index, 2, next, rule);
      }
      case "constant":
        return replaced([
          {
            expressions: expressions.map((text) =>
              text.replace("'1'", "'2'").replace("'/a", "'/b").replace("POST", "PUT"),
            ),
            actions,
          },
        ]);
      case "negate":
        return replaced([{ expressions: [`!(!(${first}))`, ...others], actions }]);
      case "double":
        return replaced([{ expressions: [...expressions, first], actions }]);
      case "split":
        return actions.length < 2
          ? [...given]
          : replaced(actions.map((action) => ({ expressions, actions: [action] })));
      case "join":
        return replaced([
          {
            expressions:
              expressions.length === 0 ? [] : [expressions.map((one) => `(${one})`).join(" && ")],
            actions,
          },
        ]);
      default:
        return replaced([{ ...rule, name: "Other" }]);
    }
  });

const word = fc.constantFrom("denied", "forwarded", "answered", "closed", "failed" as const);

const headerValue = fc.constantFrom<ExpectedHeaders[string]>(null, "1", "2", { matches: "^[12]" });

/** What may become of exchanges with these policies. */
const arbitraryExpectation: fc.Arbitrary<Expectation> = fc.record(
  {
    outcome: word,
    by: fc.constantFrom(
      null,
      "deny",
      "custom-response",
      { action: "redirect" },
      "forward-internal",
    ),
    status: fc.constantFrom(200, 302, 401, 403, 429, 500, 503),
    headers: fc.dictionary(fc.constantFrom("x-r", "X-A", "content-length"), headerValue, {
      minKeys: 1,
      maxKeys: 1,
      noNullPrototype: true,
    }),
    body: fc.constantFrom("a", "", { matches: "<p>" }),
    compression: fc.constantFrom(null, "gzip"),
    upstream: fc.oneof(
      fc.constant(null),
      fc.record(
        {
          method: fc.constantFrom("GET", "POST"),
          url: fc.constantFrom<ExpectedText>("https://example.com/a", { matches: "/b$" }),
          headers: fc.dictionary(fc.constantFrom("x-a", "X-B", "cookie"), headerValue, {
            minKeys: 1,
            maxKeys: 1,
            noNullPrototype: true,
          }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
    matched: fc.constant(["/inbound/0"]),
    notMatched: fc.constant(["/inbound/0"]),
    onlyMatched: fc.constant(["/inbound/0"]),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Assertions about these policies, which hold or not. */
export const arbitraryAssertion: fc.Arbitrary<Assertion> = fc
  .record({
    when: fc.array(conditions(ofRequest), { maxLength: 2 }),
    claim: fc.oneof(word, arbitraryExpectation),
    isAlways: fc.boolean(),
  })
  .map(({ when, claim, isAlways }) => ({
    name: "It holds",
    when,
    ...(isAlways ? { always: claim } : { never: claim }),
  }));

/** Answers to what the documentation leaves open. */
export const arbitraryAnswers: fc.Arbitrary<Partial<BehaviourOptions>> = fc.record(
  {
    onExpressionError: fc.constant("no-match" as const),
    outboundAfterAnswer: fc.constant(true),
    laterRulesSee: fc.constant("original" as const),
    absentVariables: fc.constant("error" as const),
    absentValues: fc.constant("error" as const),
    absentCookie: fc.constant("empty" as const),
    headerNames: fc.constant("any-case" as const),
    restrictIpsWithoutAllow: fc.constant("allow" as const),
    absentBucketKey: fc.constant("error" as const),
    interpolatedCollections: fc.constant("error" as const),
    inboundCompression: fc.constant("after-outbound" as const),
    contentTypeOfAnswer: fc.constant("none" as const),
    responseRulesAfterForward: fc.constant(false),
    urlNormalization: fc.constant("none" as const),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const maybe = (values: readonly string[]): fc.Arbitrary<string | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined });

/** Exchanges that are aimed at what the conditions of these policies ask for. */
export const arbitraryExchange: fc.Arbitrary<Exchange> = fc
  .record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
    scheme: fc.constantFrom("https", "https", "http"),
    host: fc.constantFrom("example.com", "a.example", "b.example", "a"),
    path: fc.constantFrom("/", "/a", "/b", "/a/b", "/a/", "/c/d/b", "/%61", "/abcd"),
    query: fc.constantFrom("", "", "?q=1", "?q=2", "?q=1&q=2", "?p=1", "?q=%0A"),
    first: fc.constantFrom(undefined, undefined, ["1"], ["2"], ["1", "2"], ["3"], ["2", "1"], [""]),
    second: fc.constantFrom(undefined, undefined, ["1"], ["x", "y"]),
    agent: maybe(["bot/1", "curl"]),
    type: maybe(["text/plain", "text/plain; charset=utf-8", "application/json"]),
    cookie: fc.boolean(),
    bodySize: fc.constantFrom(undefined, undefined, 5, 50),
    country: maybe(["US", "DE", ""]),
    clientIp: maybe(["10.0.0.1", "10.1.2.3", "192.0.2.7", "2001:db8::1"]),
    time: fc.constantFrom("2024-01-01T03:00:00Z", "2024-01-01T15:00:00Z"),
    status: fc.constantFrom(200, 404, 500, 503),
    third: fc.constantFrom(undefined, ["1"], ["2", "1"]),
    encoding: maybe(["gzip", "br;q=0.5, gzip"]),
    resType: maybe(["text/html", "image/png", "text/event-stream", "Text/Event-Stream; a=b"]),
  })
  .map((one): Exchange => {
    const { first, second, agent, type, bodySize, country, clientIp, third, encoding, resType } =
      one;
    return {
      request: {
        method: one.method,
        url: `${one.scheme}://${one.host}${one.path}${one.query}`,
        headers: {
          ...(first && { "x-a": first }),
          ...(second && { "X-B": second }),
          ...(agent !== undefined && { "user-agent": agent }),
          ...(type !== undefined && { "content-type": type }),
          ...(encoding !== undefined && { "accept-encoding": encoding }),
        },
        ...(one.cookie && { cookies: { c: "1" } }),
        ...(bodySize !== undefined && { bodySize }),
      },
      connection: {
        ...(country !== undefined && { geo: { countryCode: country } }),
        ...(clientIp !== undefined && { clientIp }),
      },
      response: {
        status: one.status,
        headers: {
          ...(third && { "x-r": third }),
          ...(resType !== undefined && { "content-type": resType }),
        },
        body: resType?.includes("vent") ? "data: 1\n\ndata: 2\nid: 1\n\n: x\n\n" : "body",
      },
      time: one.time,
    };
  });

/** What a policy does to an exchange, by itself. */
export function outcomeOf(
  policy: CompiledPolicy,
  exchange: Exchange,
  options: Partial<BehaviourOptions>,
): Outcome {
  return simulateSync(policy, exchange, {
    ...options,
    rateLimits: new RateLimits(),
    clock: () => Date.UTC(2024, 0, 1),
    trace: true,
  });
}

const early = new Set(["on_tcp_connect"]);

function isOfConnection(path: string): boolean {
  return early.has(path.split("/")[1] ?? "");
}

/** What of an outcome is seen from outside: whatever the rules are called that it comes from. */
export function seenOutside({
  result,
  request,
  response,
  forwardedTo,
  logs,
  directions,
}: Outcome): string {
  const sorted = (headers: object | undefined): unknown =>
    headers && Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([
    result,
    directions.some(({ direction, by, result: one }) => {
      const isOver = by !== undefined || one === "failed";
      return isOver && early.has(direction);
    }),
    forwardedTo,
    request && { ...request, headers: sorted(request.headers) },
    response && { ...response, headers: sorted(response.headers) },
    logs.map(({ metadata, path }) => [metadata, isOfConnection(path)]),
  ]);
}

/** The same, with what its actions would do that are not simulated. */
export function seen(policy: CompiledPolicy, outcome: Outcome): string {
  const configs = new Map(
    policy.sections.flatMap(({ rules: all }) =>
      all.flatMap(({ actions }) => actions.map(({ path, config }) => [path, config] as const)),
    ),
  );
  const others = (outcome.trace?.rules ?? [])
    .flatMap(({ actions }) => actions)
    .filter(({ type, result: one }) =>
      type === "rate-limit" ? one !== "skipped" && one !== "failed" : one === "not-simulated",
    )
    .map(({ type, path }) => [type, configs.get(path), isOfConnection(path)])
    .toSorted((one, other) => Number(one[2]) - Number(other[2]));
  return JSON.stringify([seenOutside(outcome), others]);
}

/** A policy in directions; with rules of its own, only for phases. */
export type RandomPolicy = Policy & { readonly own?: OwnRules };

/** Policies of which all rules are those that only phases have. */
export const arbitraryPhases: fc.Arbitrary<RandomPolicy> = fc.record({
  inbound: fc.constant([]),
  outbound: fc.constant([]),
  own: arbitraryOwnRules,
});

export function inDirections(policy: Policy): Promise<CompiledPolicy> {
  return compilePolicy(policy as unknown as JsonValue, { protocol: "http" });
}

/** The same policy as it is in the other dialect. */
export function inPhases(policy: Policy): Promise<CompiledPolicy> {
  return compilePolicy(migrated(policy), { protocol: "http" });
}

function migrated(policy: Policy): JsonObject {
  const { document } = migratePolicy(policy as unknown as JsonObject, {
    from: directionsDialect,
    to: phasesDialect,
    protocol: "http",
  });
  return document ?? {};
}

/** The same with rules that only phases have. */
export function withOwnRules({ own, ...policy }: RandomPolicy): Promise<CompiledPolicy> {
  const document = migrated(policy);
  const all = Object.fromEntries(
    [...phasesDialect.sections.keys()].map((section) => [
      section,
      [
        ...((document[section] ?? []) as JsonValue[]),
        ...((own?.[section as keyof OwnRules] ?? []) as unknown as JsonValue[]),
      ],
    ]),
  );
  return compilePolicy(all, { protocol: "http", dialect: phasesDialect });
}
