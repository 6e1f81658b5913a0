import fc from "fast-check";
import { expect, test } from "vitest";
import { applyToJson, jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { sampled, whileTime } from "../seeded.ts";

// Lint says where an expression may fail for want of a value, the engine where it does. Whatever guards a
// rule has, the engine may fail only where lint said so.

/** Conditions that read something that may be missing, and conditions that tell whether it is there. */
const subjects: readonly (readonly [reads: readonly string[], asks: readonly string[]])[] = [
  [
    [
      "req.headers['x-a'][0] == 'v'",
      "req.headers['x-a'][1] == 'w'",
      "req.headers['x-a'].exists(v, v == 'v')",
      "size(req.headers['x-a']) > 1",
      "'v' in req.headers['x-a']",
      "req.headers.exists(k, req.headers[k][0] == 'v')",
      "req.headers.exists(k, req.headers['x-a'][0] == k)",
      "getReqHeader('X-A')[0] == 'v'",
      "getReqHeader('X-A')[1] == 'w'",
      "'v' in getReqHeader('X-A')",
      "req.headers['x-a'] == getReqHeader('X-A')",
    ],
    [
      "'x-a' in req.headers",
      "hasReqHeader('X-A')",
      "size(req.headers['x-a']) > 0",
      "1 <= size(req.headers['x-a'])",
      "size(req.headers['x-a']) == 2",
      "size(getReqHeader('X-A')) > 0",
      "size(getReqHeader('X-A')) != 0",
      "getReqHeader('X-A').size() >= 2",
      "getReqHeader('X-A') != []",
      "'v' in getReqHeader('X-A')",
      "getReqHeader('X-A').exists(v, v != 'x')",
      "req.headers.exists(k, k == 'x-a')",
    ],
  ],
  [
    [
      "req.content_length > 1",
      "req.content_length == 3 || req.content_length == 4",
      "req.content_length + 1 > 2",
    ],
    [
      "has(req.content_length)",
      "'content-length' in req.headers",
      "hasReqHeader('Content-Length')",
    ],
  ],
  [["req.ts.body_received >= req.ts.header_received"], ["has(req.ts.body_received)"]],
  [["req.url.port == 8443", "req.url.port in [1, 8443]"], ["has(req.url.port)"]],
  [
    [
      "getReqCookie('c').value == 'v'",
      "req.cookies['c'][0].value == 'v'",
      "req.cookies.c[0].value == 'v'",
      "req.cookies['c'].exists(c, c.value == 'v')",
    ],
    [
      "hasReqCookie('c')",
      "'c' in req.cookies",
      "has(req.cookies.c)",
      "size(req.cookies['c']) > 0",
      "req.cookies.exists(k, k == 'c')",
    ],
  ],
  [
    [
      "req.url.query_params['q'][0] == 'v'",
      "getQueryParam('q')[0] == 'v'",
      "req.url.query_params.q[0] == 'v'",
    ],
    ["hasQueryParam('q')", "'q' in req.url.query_params", "has(req.url.query_params.q)"],
  ],
  [
    ["conn.geo.country_code == 'NO'"],
    ["has(conn.geo.country_code)", "conn.geo.country_code in ['NO']"],
  ],
  [["conn.geo.city != 'Oslo'"], ["has(conn.geo.city)", "size(conn.geo.city) > 1"]],
  [
    [
      "req.content_type == 'text/html'",
      "req.content_type.raw.startsWith('text/')",
      "req.content_type.parameters['charset'] == 'utf-8'",
      "req.content_type.parameters == {}",
    ],
    [
      "has(req.content_type)",
      "has(req.content_type.raw)",
      "has(req.content_type.parameters)",
      "'content-type' in req.headers",
      "hasReqHeader('Content-Type')",
      "'charset' in req.content_type.parameters",
      "has(req.content_type.parameters.charset)",
    ],
  ],
  [
    [
      "conn.tls.client.subject.common_name == 'a'",
      "conn.tls.client.issuer.organization == ['Example']",
      "conn.tls.client.san.dns_names[0] == 'a'",
      "conn.tls.client.san.dns_names.exists(n, n == 'a')",
      "conn.tls.client.validity.not_after > conn.ts.start",
    ],
    [
      "has(conn.tls.client.subject)",
      "has(conn.tls.client.serial_number)",
      "has(conn.tls.client.san.dns_names)",
      "size(conn.tls.client.san.dns_names) > 0",
      "conn.tls.client.san.dns_names != []",
    ],
  ],
  [
    ["actions.ngrok.log.metadata == {}", "actions.ngrok.log.metadata['a'] == 1"],
    ["has(actions.ngrok.log.metadata)", "'a' in actions.ngrok.log.metadata"],
  ],
];

/** A condition about one subject, or about others as well. */
function conditionAbout(subject: (typeof subjects)[number]): fc.Arbitrary<string> {
  const [reads, asks] = subject;
  const other = fc.constantFrom(...subjects.flatMap(([own, others]) => [...own, ...others]));
  const atom = fc.oneof(
    { arbitrary: fc.constantFrom(...reads).map((text) => `(${text})`), weight: 4 },
    { arbitrary: fc.constantFrom(...asks), weight: 5 },
    { arbitrary: other, weight: 1 },
    { arbitrary: fc.constantFrom("req.method == 'GET'", "conn.client_port > 7"), weight: 1 },
  );
  return fc.letrec<{ condition: string }>((tie) => {
    const part = tie("condition");
    return {
      condition: fc.oneof(
        { maxDepth: 4, depthSize: "small", withCrossShrink: true },
        atom,
        fc
          .tuple(part, fc.constantFrom("&&", "&&", "&&", "||"), part)
          .map(([a, by, b]) => `(${a} ${by} ${b})`),
        fc.tuple(part, part, part).map(([a, b, c]) => `(${a} && ${b} && ${c})`),
        part.map((one) => `!(${one})`),
        fc
          .tuple(part, fc.constantFrom("== true", "!= false", "== false", "!= true"))
          .map(([one, is]) => `((${one}) ${is})`),
        part.map((one) => `(true == (${one}))`),
        fc.tuple(part, part, part).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
        fc
          .tuple(part, fc.constantFrom("true : false", "false : true"))
          .map(([one, values]) => `((${one}) ? ${values})`),
        fc.tuple(part, part).map(([a, b]) => `((${a}) ? (${b}) : false)`),
        fc.tuple(part, part).map(([a, b]) => `((${a}) ? true : (${b}))`),
        part.map((one) => `[1, 2].exists(i, ${one})`),
        part.map((one) => `[1, 2].all(i, ${one})`),
        fc.tuple(part, part).map(([a, b]) => `((${a}) == (${b}))`),
      ),
    };
  }).condition;
}

const rule = fc
  .constantFrom(...subjects)
  .chain((subject) => fc.array(conditionAbout(subject), { minLength: 1, maxLength: 3 }));

/** Certificates of clients. */
const certificates = [
  { subject: { commonName: "a" }, dnsNames: ["a", "b"], issuer: { organization: ["Example"] } },
  { subject: {}, issuer: { country: ["NO"] } },
];

const request = fc.record({
  url: fc
    .tuple(fc.constantFrom("", ":8443"), fc.constantFrom("", "?q=v", "?q", "?r=1"))
    .map(([port, query]) => `https://example.com${port}/${query}`),
  method: fc.constantFrom("GET", "POST"),
  headers: fc
    .subarray([
      ["x-a", "v"],
      ["x-a", "w"],
      ["content-type", "text/html; charset=utf-8"],
      ["content-length", "3"],
      ["cookie", "c=v"],
    ] as [string, string][])
    .chain((headers) =>
      fc.constantFrom(headers, [...headers, ["content-type", "text/html"] as [string, string]]),
    ),
});
const body = fc.constantFrom(
  {},
  { body: "abc" },
  { bodySize: null },
  { bodySize: 3 },
  {
    headers: [["transfer-encoding", "chunked"]],
  },
);
const anyExchange: fc.Arbitrary<Exchange> = fc
  .record({
    request,
    body,
    geo: fc.constantFrom({}, { countryCode: "NO" }, { countryCode: "NO", city: "Oslo" }),
    client: fc.constantFrom(undefined, ...certificates),
    missing: fc.subarray(
      ["conn.geo.country_code", "conn.geo.city", "req.url.port", "req.ts.body_received"],
      {
        maxLength: 1,
      },
    ),
  })
  .map(({ request: basic, body: { headers = [], ...rest } = {}, geo, client, missing }) => ({
    connection: { geo, tls: { ...(client && { client }) } },
    request: { ...basic, ...rest, headers: [...basic.headers, ...headers] as [string, string][] },
    ...(missing.length > 0 && {
      variables: Object.fromEntries(missing.map((name) => [name, null])),
    }),
  }));

const exchanges = sampled(anyExchange, 40);
const answers: readonly SimulationOptions[] = [{}, { absentVariables: "error" }];

/** The rules that add a guard, and all that tell of values that may be missing. */
const fixable = new Set(["expression/unguarded-access", "expression/perhaps-missing"]);
const telling = new Set([...fixable, "expression/result-before-run"]);

function policyOf(expressions: readonly string[]) {
  return { inbound: [{ name: "a", expressions, actions: [{ type: "deny" }] }] };
}

async function compiled(expressions: readonly string[]): Promise<CompiledPolicy> {
  const policy = await compilePolicy(policyOf(expressions), { protocol: "http" });
  expect(policy.problems, expressions.join()).toEqual([]);
  return policy;
}

function lint(expressions: readonly string[]): readonly Diagnostic[] {
  const source = jsonPolicySource("policy.json", JSON.stringify(policyOf(expressions)));
  return lintPolicy(source, { protocol: "http" });
}

test("the engine fails for want of a value only where lint says so", async () => {
  let failures = 0;
  const untold: unknown[] = [];
  for (const expressions of whileTime(sampled(rule, 120, 500), 20)) {
    const told = new Set(
      lint(expressions)
        .filter(({ rule: name, severity }) => telling.has(name) || severity === "error")
        .map(({ path }) => path),
    );
    const policy = await compiled(expressions);
    for (const exchange of exchanges) {
      for (const options of answers) {
        const { errors } = simulateSync(policy, exchange, options);
        failures += errors.length;
        const more = errors.filter(({ path }) => !told.has(path));
        if (more.length > 0) untold.push({ expressions, exchange, options, errors: more });
      }
    }
  }
  expect(untold).toEqual([]);
  expect(failures).toBeGreaterThan(20);
});

test("a guard that a fix adds changes nothing where nothing failed", async () => {
  const condition = fc.constantFrom(...subjects).chain(conditionAbout);
  const options: SimulationOptions = { absentVariables: "error" };
  let compared = 0;
  const changed: unknown[] = [];
  for (const expression of whileTime(sampled(condition, 80, 300), 20)) {
    const fixed = guarded(expression);
    if (fixed === expression) continue;
    const [before, after] = [await compiled([expression]), await compiled([fixed])];
    for (const exchange of exchanges) {
      const was = simulateSync(before, exchange, options);
      if (was.result === "failed") continue;
      compared++;
      const is = simulateSync(after, exchange, options);
      if (is.result !== was.result) changed.push({ expression, fixed, exchange });
    }
  }
  expect(changed).toEqual([]);
  expect(compared).toBeGreaterThan(20);
});

/** A condition after all guards that fixes add, one after the other. */
function guarded(expression: string): string {
  let text = expression;
  for (let round = 0; ; round++) {
    const findings = lint([text]).filter(({ rule: name }) => fixable.has(name));
    const fix = findings.find((one) => one.fix !== undefined)?.fix;
    if (fix === undefined) return text;
    expect(round, expression).toBeLessThan(30);
    const document = applyToJson(JSON.stringify(policyOf([text])), [fix]).text;
    [text = ""] =
      (JSON.parse(document) as ReturnType<typeof policyOf>).inbound[0]?.expressions ?? [];
  }
}
