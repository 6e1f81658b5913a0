import { describe, expect, test } from "vitest";
import type { Simulated, TracedPart } from "../../../packages/playground/src/work/messages.ts";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { ask, at, refusalOf, yaml } from "./ask.ts";

const text = `inbound:
  - name: Admin
    expressions:
      - "req.url.path.startsWith('/admin') && (req.method == 'POST' || 'x-a' in req.headers)"
      - >-
        conn.client_ip
        != '192.0.2.1'
    actions:
      - type: deny
        config: { status_code: 403 }
  - name: Tag
    actions:
      - type: add-headers
        config: { headers: { x-id: "1", x-a: c } }
      - type: remove-headers
        config: { headers: [accept] }
      - type: log
        config: { metadata: { a: 1 } }
outbound:
  - expressions: ["res.status_code == 200"]
    actions:
      - type: add-headers
        config: { headers: { x-out: "2" } }
`;

async function simulate(exchange: string, policy = text): Promise<Simulated> {
  const answer = await ask("simulate", {
    policy: yaml(policy),
    exchange: { format: "exchange", text: exchange },
  });
  if (answer.kind !== "exchange") throw new Error("It is a recording.");
  return answer;
}

function parts(part: TracedPart): TracedPart[] {
  return [part, ...part.operands.flatMap(parts)];
}

describe("an exchange", () => {
  test("is traced down to the operands, each at its own place", async () => {
    const { directions, result } = await simulate(
      "request: { url: https://a.example/admin, method: POST }",
    );
    expect(result).toEqual({
      result: "answered",
      text: "answered with 403",
      by: 'deny of inbound rule "Admin"',
    });
    const [rule] = directions[0]?.rules ?? [];
    const all = (rule?.expressions ?? []).flatMap(parts);
    expect(
      all.map((part) => [at(text, part.place), part.state, part.because, part.decided]),
    ).toEqual([
      [
        "req.url.path.startsWith('/admin') && (req.method == 'POST' || 'x-a' in req.headers)",
        "true",
        "",
        true,
      ],
      ["req.url.path.startsWith('/admin')", "true", 'req.url.path is "/admin"', true],
      ["req.method == 'POST' || 'x-a' in req.headers", "true", "", true],
      ["req.method == 'POST'", "true", 'req.method is "POST"', true],
      ["'x-a' in req.headers", "skipped", "not evaluated", false],
      ["conn.client_ip\n        != '192.0.2.1'", "true", 'conn.client_ip is "198.51.100.1"', true],
    ]);
    expect(at(text, rule?.actions[0]?.place)).toBe(
      "type: deny\n        config: { status_code: 403 }",
    );
    expect(rule?.actions[0]).toMatchObject({ result: "ended", word: "ends processing" });
    expect(directions.map(({ result: ended }) => ended)).toEqual(["ended", "skipped"]);
  });

  test("that is forwarded shows what was changed, for the upstream and for the client", async () => {
    const { result, upstream, client, logs, directions } = await simulate(
      "request: { url: https://a.example/, headers: { accept: a, x-a: b, x-b: c } }\nresponse: { status: 200, headers: { x: y }, body: hello }",
    );
    expect(result).toMatchObject({ text: "forwarded" });
    expect(upstream).toMatchObject({ method: "GET", url: "https://a.example/" });
    expect(upstream?.headers).toEqual(
      expect.arrayContaining([
        { name: "x-a", value: "b, c", before: "b", change: "changed" },
        { name: "x-b", value: "c" },
        { name: "x-id", value: "1", change: "added" },
        { name: "accept", before: "a", change: "removed" },
      ]),
    );
    expect(client).toMatchObject({ status: 200, body: "hello" });
    expect(client?.headers).toContainEqual({ name: "x-out", value: "2", change: "added" });
    expect(client?.headers).toContainEqual({ name: "x", value: "y" });
    expect(logs).toEqual([{ message: '{"a":1}', place: expect.anything() }]);
    expect(directions[0]?.rules[1]?.actions[0]?.changes).toEqual([
      { what: "request header x-id", after: "1" },
      { what: "request header x-a", before: "b", after: "b, c" },
    ]);
  });

  test("without a response shows what is not known", async () => {
    const { client, clientNote } = await simulate("request: { url: https://a.example/ }");
    expect(client).toBeUndefined();
    expect(clientNote).toBe(
      "The client gets the upstream's response, which is not given: outbound rules did not run.",
    );
  });

  test("that fails shows where, and what that depends on", async () => {
    const policy = `inbound: [{ expressions: ["req.headers['x-a'][0] == 'b'"], actions: [] }]`;
    const { result, errors, dependsOn } = await simulate(
      "request: { url: https://a.example/ }",
      policy,
    );
    expect(result).toMatchObject({ result: "failed", by: "inbound rule 1" });
    expect(errors.map(({ message, place }) => [message, at(policy, place)])).toEqual([
      ['There is no key "x-a".', "req.headers['x-a']"],
    ]);
    expect(dependsOn[0]).toEqual({
      option: "onExpressionError=fail-request",
      question: expect.stringContaining("What happens if an expression of a rule fails"),
      others: "with no-match: forwarded",
    });
  });

  test("is simulated also with what the service refuses, and what only the service knows is said", async () => {
    const policy = `inbound:\n  - expressions: ["req.methd == 'GET'"]\n    actions: [{ type: deny }]\n  - actions: [{ type: jwt-validation }]`;
    const { problems, notSimulated, errors } = await simulate(
      "request: { url: https://a.example/ }",
      policy,
    );
    expect([...problems, ...notSimulated, ...errors].length).toBeGreaterThan(0);
    const other = await simulate(
      "request: { url: https://a.example/ }",
      "inbound: [{ actions: [{ type: jwt-validation, config: {} }] }]",
    );
    expect(other.notSimulated).toEqual([
      {
        message: '"jwt-validation" is not simulated.',
        help: "Only the service knows what it does: answer for it, or give a stub.",
        place: expect.anything(),
      },
    ]);
  });

  test("of TCP needs no text", async () => {
    const answer = await ask("simulate", {
      policy: yaml("inbound: [{ actions: [{ type: deny }] }]"),
      protocol: "tcp",
      exchange: { format: "exchange", text: " " },
    });
    expect(answer).toMatchObject({ result: { text: "closed" } });
    expect(answer).not.toHaveProperty("upstream");
  });

  test("can be taken over as a document: it is simulated in the same way", async () => {
    const given =
      'request:\n  url: https://a.example/admin\n  headers: { x-a: [b, c] }\n  body: "a\\nb \\u0007"\ntime: 2026-01-01T00:00:00Z\n';
    const first = await simulate(given);
    const second = await simulate(first.exchange.document);
    expect(second).toEqual(first);
  });
});

test("what is shown of a trace is what the command prints", async () => {
  const exchange =
    "request: { url: https://a.example/admin, headers: { x-a: b } }\nresponse: { status: 200 }";
  const shown = await simulate(exchange);
  const source = yamlPolicySource("web.yaml", text);
  const policy = await compilePolicy(source.document ?? null, { protocol: "http" });
  const { simulateOne } = await import("../../../packages/cli/src/simulation/simulation.ts");
  const { prettySimulation } =
    await import("../../../packages/cli/src/simulation/report/pretty.ts");
  const { withoutColors } = await import("@traffic-policy/report");
  const { parseYaml } = await import("@traffic-policy/policy-language/yaml");
  const given = {
    exchange: parseYaml(exchange).value as never,
    folder: "/",
    files: undefined as never,
    place: () => "",
  };
  const clock = { now: () => Date.now(), elapsed: () => 0 };
  const simulation = await simulateOne(policy, given, { behaviour: {}, stubs: {}, clock });
  const report = { source, policy, behaviour: {}, simulations: [simulation] };
  const printed = prettySimulation(report, simulation, true, withoutColors);
  const words = shown.directions.flatMap(({ rules }) =>
    rules.flatMap((rule) => [
      rule.word,
      rule.name,
      ...rule.expressions
        .flatMap(parts)
        .flatMap((part) => [part.text.replace(/\s+/g, " "), part.because]),
      ...rule.actions.flatMap(({ type, word, changes }) => [
        type,
        word,
        ...changes.flatMap(({ what, before = "", after = "" }) => [what, before, after]),
      ]),
    ]),
  );
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word) => !printed.includes(word))).toEqual([]);
  expect(printed).toContain(shown.result.text);
});

describe("a recording", () => {
  const entry = (url: string, method = "GET"): object => ({
    request: { method, url, headers: [] },
    response: { status: 200, headers: [] },
  });
  const har = JSON.stringify({
    log: {
      entries: [
        entry("https://a.example/admin", "POST"),
        entry("data:text/plain,a"),
        entry("https://a.example/"),
        entry("https://[/"),
      ],
    },
  });

  test("shows each of its exchanges", async () => {
    const answer = await ask("simulate", {
      policy: yaml(text),
      exchange: { format: "har", text: har },
    });
    expect(answer).toEqual({
      kind: "recording",
      problems: [],
      entries: [
        {
          entry: 1,
          asked: "POST https://a.example/admin",
          result: expect.objectContaining({ text: "answered with 403" }),
          matched: ["Admin"],
        },
        {
          entry: 2,
          asked: "GET data:text/plain,a",
          matched: [],
          note: "It is not sent over HTTP.",
        },
        {
          entry: 3,
          asked: "GET https://a.example/",
          result: expect.objectContaining({ text: "forwarded" }),
          matched: ["Tag", "rule 1"],
        },
        { entry: 4, asked: "GET https://[/", matched: [], note: expect.stringMatching(/\.$/) },
      ],
    });
  });

  test("has entries, and is known also where an exchange is expected", async () => {
    const question = (entryNumber: number) => ({
      policy: yaml(text),
      exchange: { format: "exchange", text: har, entry: entryNumber } as const,
    });
    expect(await ask("simulate", question(3))).toMatchObject({ result: { text: "forwarded" } });
    expect(await refusalOf("simulate", question(5))).toEqual({
      message: "The HAR file has no entry 5.",
      help: "Its last entry is 4.",
      input: "exchange",
    });
    expect(await refusalOf("simulate", question(4))).toMatchObject({
      input: "exchange",
      place: { line: 1 },
    });
  });
});

test("a policy in TypeScript is traced at the calls that built it", async () => {
  const place = (line: number) => ({ line, column: 1, endLine: line, endColumn: 5 });
  const policy = {
    language: "typescript",
    text: '{"inbound":[{"expressions":["req.method == \'GET\'"],"actions":[{"type":"deny"}]}]}',
    protocol: "http",
    places: { "": place(1), "/inbound/0": place(2), "/inbound/0/expressions/0": place(3) },
  } as const;
  const answer = await ask("simulate", {
    policy,
    exchange: { format: "curl", text: "curl https://a.example/" },
  });
  expect(answer).toMatchObject({
    directions: [
      {
        rules: [
          {
            place: place(2),
            expressions: [{ place: place(3) }],
            actions: [{ place: place(2), result: "ended" }],
          },
        ],
      },
      {},
    ],
  });
  expect(await ask("lint", { policy })).toMatchObject({
    findings: [{ rule: "document/rule-name", place: place(2) }],
  });
});

describe("no verdict on what is no policy", () => {
  const exchange = { format: "exchange", text: "request: { url: https://a.example/ }" } as const;

  test.each([
    ["a text", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["other JSON", '{"a": 1}'],
    ["a manifest of another kind", "apiVersion: v1\nkind: ConfigMap\ndata: { a: b }\n"],
    [
      "a manifest without a policy",
      "apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\nspec: {}\n",
    ],
    ["a section that is no list", "inbound: 7"],
    ["a list of something else than rules", "on_http_request: [deny]"],
    [
      "a configuration of an agent that names a file",
      "version: 3\nendpoints: [{ traffic_policy_file: a.yaml }]\n",
    ],
    [
      "Terraform as it is written",
      'resource "ngrok_cloud_endpoint" "site" {\n  url = "https://a.example"\n}\n',
    ],
  ])("%s", async (_, document) => {
    for (const kind of ["simulate", "draw"] as const) {
      const { input } = await refusalOf(kind, { policy: yaml(document), exchange });
      expect(input).toBe("policy");
    }
  });
});

test("a command line of curl keeps what is written beside it", async () => {
  const beside = `request: { url: https://a.example/, headers: { x-a: b } }
connection: { clientIp: 203.0.113.9 }
time: 2030-01-01T00:00:00Z
response: { status: 404 }
random: 0.05
`;
  const policy = `on_http_request:
  - expressions: [rand.double() < 0.1, "conn.client_ip == '203.0.113.9'"]
    actions: [{ type: log, config: { metadata: { at: "\${time.now}" } } }]
`;
  const answer = await ask("simulate", {
    policy: yaml(policy),
    exchange: { format: "curl", text: "curl https://a.example/b -d c", beside },
  });
  expect(answer).toMatchObject({
    result: { text: "forwarded" },
    upstream: { method: "POST", url: "https://a.example/b" },
    client: { status: 404 },
    logs: [{ message: '{"at":"2030-01-01T00:00:00Z"}' }],
  });
});

test("a picture of an exchange of which several outcomes are possible says so", async () => {
  const policy = `on_http_request:
  - actions: [{ type: oauth, config: { provider: google } }]
`;
  const { svg } = await ask("draw", {
    policy: yaml(policy),
    exchange: { format: "exchange", text: "request: { url: https://a.example/ }" },
  });
  expect(svg).toContain("one of 2 possible outcomes");
});
