import { parseJson, type JsonObject } from "@traffic-policy/policy-language";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { describe, expect, test } from "vitest";

/** A module with its imports on as few lines as they take. */
function module(imports: string, ...lines: readonly string[]): string {
  return [`import { ${imports} } from "@traffic-policy/policy-builder";`, "", ...lines, ""].join(
    "\n",
  );
}

function withAction(action: unknown): JsonObject {
  return { inbound: [{ actions: [action] }] } as JsonObject;
}

function withConditions(...expressions: readonly string[]): JsonObject {
  return { inbound: [{ expressions, actions: [] }] };
}

describe("a policy", () => {
  test("becomes the module that one would write", async () => {
    const source = await toSource(
      {
        inbound: [
          {
            name: "Large posts",
            expressions: ["req.method == 'POST'", "req.content_length > 10000"],
            actions: [
              {
                type: "custom-response",
                config: {
                  status_code: 413,
                  content: "Too large for ${conn.geo.country}.",
                  headers: { "content-type": "text/plain" },
                },
              },
            ],
          },
        ],
        outbound: [{ name: "Compress", actions: [{ type: "compress-response" }] }],
      },
      { protocol: "http" },
    );
    expect(source).toBe(`import {
  compressResponse,
  conn,
  customResponse,
  policy,
  req,
  rule,
  text,
} from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" })
  .inbound(
    rule("Large posts")
      .when(req.method.eq("POST"), req.contentLength.gt(10_000))
      .do(
        customResponse({
          statusCode: 413,
          content: text\`Too large for \${conn.geo.country}.\`,
          headers: { "content-type": "text/plain" },
        }),
      ),
  )
  .outbound(rule("Compress").do(compressResponse()));
`);
  });

  test("that is empty needs nothing but policy()", async () => {
    expect(await toSource({})).toBe(module("policy", "export default policy();"));
    expect(await toSource({ outbound: [], inbound: [] }, { protocol: "tcp" })).toBe(
      module("policy", 'export default policy({ protocol: "tcp" }).outbound().inbound();'),
    );
  });

  test("keeps the order of its members, and those that nobody knows", async () => {
    const source = await toSource({
      enabled: true,
      outbound: null,
      inbound: "all",
      a: { "b c": 1 },
    });
    expect(source).toBe(
      module(
        "policy",
        "export default policy()",
        '  .set("enabled", true)',
        '  .set("outbound", null)',
        '  .set("inbound", "all")',
        '  .set("a", { "b c": 1 });',
      ),
    );
  });

  test("may come from a file, without prototypes", async () => {
    const { value } = parseJson(
      '{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {}}}]}]}',
    );
    expect(await toSource(value as JsonObject)).toContain("rule().do(log({ metadata: {} }))");
  });
});

describe("a rule", () => {
  test("writes what is left out, empty or null as it is", async () => {
    const source = await toSource({
      inbound: [
        { actions: [] },
        { name: "", expressions: [], actions: [{ type: "deny" }] },
        { actions: null, expressions: null, name: 7 },
      ],
    });
    expect(source).toBe(
      module(
        "deny, policy, rule",
        "export default policy().inbound(",
        "  rule(),",
        '  rule("").set("expressions", []).do(deny()),',
        '  rule().set("name", 7).set("expressions", null).set("actions", null),',
        ");",
      ),
    );
  });

  test("with members that nobody knows sets them", async () => {
    const source = await toSource({
      inbound: [{ priority: 1, actions: [{ type: "deny", when: "now" }], ["__proto__"]: [] }],
    });
    expect(source).toContain(`rule()
    .set("actions", [{ type: "deny", when: "now" }])
    .set("priority", 1)
    .set("__proto__", [])`);
  });

  test("that no call can write is written as it is, with those beside it", async () => {
    const source = await toSource({ inbound: [{ name: "No actions" }, { actions: [] }, 5] });
    expect(source).toContain(
      'policy().set("inbound", [{ name: "No actions" }, { actions: [] }, 5])',
    );
  });
});

describe("a condition", () => {
  test.each([
    ["no typed call", "a.b(c) ? 'x' : \"y\"", "cel`a.b(c) ? 'x' : \"y\"`"],
    ["escapes of CEL", "a.matches('\\\\d+\\n')", "cel`a.matches('\\\\d+\\n')`"],
    ["several lines", "a &&\n\tb", "cel`a &&\n\tb`"],
    ["nothing", "", "cel``"],
    ["a dollar sign", "a == '$' && b", "cel`a == '$' && b`"],
    ["a backtick", "a == '`'", "cel.text(\"a == '`'\")"],
    ["an embedded value", "a == '${b}'", "cel.text(\"a == '${b}'\")"],
    ["a backslash at the end", "a\\", 'cel.text("a\\\\")'],
    ["two backslashes at the end", "a\\\\", "cel`a\\\\`"],
    ["an escape that templates refuse", "a == '\\u12'", "cel.text(\"a == '\\\\u12'\")"],
    ["the end of a line on Windows", "a\r\nb", 'cel.text("a\\r\\nb")'],
    ["an end of line that is not seen", "a\u2028b", 'cel.text("a\\u2028b")'],
    ["half a surrogate pair", "a\ud800", 'cel.text("a\\ud800")'],
  ])("with %s", async (_what, condition, code) => {
    expect(await toSource(withConditions(condition))).toContain(`rule().when(${code})`);
  });

  test("is text where its variables do not exist", async () => {
    const conditions = withConditions("res.status_code == 200", "req.method == 'GET'");
    expect(await toSource(conditions)).toContain(
      '.when(cel`res.status_code == 200`, req.method.eq("GET"))',
    );
    expect(await toSource(conditions, { protocol: "tcp" })).toContain(
      ".when(cel`res.status_code == 200`, cel`req.method == 'GET'`)",
    );
  });

  test("is text when it exists nowhere together with what is before it", async () => {
    expect(await toSource(withConditions("req.method == 'GET'", "conn.TLS.SNI == 'a'"))).toContain(
      ".when(req.method.eq(\"GET\"), cel`conn.TLS.SNI == 'a'`)",
    );
  });
});

describe("an action", () => {
  test.each([
    ["without a config", { type: "deny" }, "deny()"],
    ["with a config", { type: "deny", config: { status_code: 404 } }, "deny({ statusCode: 404 })"],
    ["with null for a config", { type: "deny", config: null }, 'action("deny", null)'],
    ["with an empty config", { type: "deny", config: {} }, 'action("deny", {})'],
    ["with a list for a config", { type: "deny", config: [1] }, 'action("deny", [1])'],
    [
      "with a wrong value",
      { type: "deny", config: { status_code: "a" } },
      'action("deny", { status_code: "a" })',
    ],
    [
      "with a fraction",
      { type: "deny", config: { status_code: 0.5 } },
      "deny({ statusCode: 0.5 })",
    ],
    [
      "with a field that nobody knows",
      { type: "deny", config: { a: 1 } },
      'action("deny", { a: 1 })',
    ],
    [
      "with a camel-case field",
      { type: "deny", config: { statusCode: 1 } },
      'action("deny", { statusCode: 1 })',
    ],
    [
      "with a field of every object",
      { type: "deny", config: { constructor: 1 } },
      'action("deny", { constructor: 1 })',
    ],
    ["without a field that it needs", { type: "redirect", config: {} }, 'action("redirect", {})'],
    ["without a config that it needs", { type: "log" }, 'action("log")'],
    [
      "with a value that is not listed",
      { type: "compress-response", config: { algorithms: ["zip"] } },
      'action("compress-response", { algorithms: ["zip"] })',
    ],
    [
      "that nobody knows",
      { type: "slow-down", config: { delay_ms: 25_000 } },
      'action("slow-down", { delay_ms: 25_000 })',
    ],
    ["with the name of a member of every object", { type: "to-string" }, 'action("to-string")'],
    [
      "with free keys",
      { type: "log", config: { metadata: { "a b": 1, c_d: [null, -0], ["__proto__"]: {} } } },
      'log({ metadata: { "a b": 1, c_d: [null, -0], ["__proto__"]: {} } })',
    ],
  ])("%s", async (_what, action, code) => {
    expect(await toSource(withAction(action))).toContain(`rule().do(${code})`);
  });

  test("keeps its type where it may not stand", async () => {
    const document = { outbound: [{ actions: [{ type: "deny" }] }] };
    expect(await toSource(document)).toContain('rule().do(action("deny"))');
  });

  test("keeps its texts where their variables do not exist", async () => {
    const log = { type: "log", config: { metadata: { method: "${req.method}" } } };
    expect(await toSource(withAction(log), { protocol: "http" })).toContain(
      "log({ metadata: { method: text`${req.method}` } })",
    );
    expect(await toSource(withAction(log), { protocol: "tcp" })).toContain(
      'log({ metadata: { method: "${req.method}" } })',
    );
  });

  test("has typed keys to count by", async () => {
    const config = {
      name: "a",
      algorithm: "sliding_window",
      capacity: 5,
      rate: "60s",
      bucket_key: ["conn.client_ip", "getReqHeader('X-Key')", 'req.headers["a"]', "not CEL ("],
    };
    expect(await toSource(withAction({ type: "rate-limit", config }))).toContain(
      `bucketKey: [conn.clientIp, req.header("X-Key"), 'req.headers["a"]', "not CEL ("]`,
    );
  });
});

describe("a text", () => {
  test.each([
    [
      "with expressions",
      "${conn.client_ip}:${conn.client_port}.",
      "text`${conn.clientIp}:${conn.clientPort}.`",
    ],
    [
      "with characters to escape",
      "` \\ ${conn.client_ip}\r\n\u2028",
      "text`\\` \\\\ ${conn.clientIp}\\r\\n\\u2028`",
    ],
    ["without expressions", "$5 \\ 'a' \u202e", "\"$5 \\\\ 'a' \\u202e\""],
    ["with space around an expression", "${ conn.client_ip }", '"${ conn.client_ip }"'],
    [
      "with an expression that stays text",
      '${conn.client_ip == "a"}',
      `'\${conn.client_ip == "a"}'`,
    ],
    ["with one that is not closed", "${conn.client_ip} ${", '"${conn.client_ip} ${"'],
    ["with a dollar sign before an expression", "$${conn.client_ip}", '"$${conn.client_ip}"'],
  ])("%s", async (_what, content, code) => {
    const action = { type: "custom-response", config: { status_code: 200, content } };
    expect(await toSource(withAction(action))).toContain(`content: ${code} })`);
  });
});

describe("what occurs again", () => {
  const deny = { type: "deny" };

  test("has a name where that is shorter", async () => {
    const answer = { type: "custom-response", config: { status_code: 451, content: "Not here." } };
    const source = await toSource({
      inbound: [
        { expressions: ["req.method == 'POST'", "broken ("], actions: [answer, deny] },
        { expressions: ["req.method == 'POST'", "broken ("], actions: [answer, deny] },
      ],
    });
    expect(source).toBe(
      module(
        "cel, customResponse, deny, policy, req, rule",
        'const methodIsPost = req.method.eq("POST");',
        'const customResponse451 = customResponse({ statusCode: 451, content: "Not here." });',
        "",
        "export default policy().inbound(",
        "  rule()",
        "    .when(methodIsPost, cel`broken (`)",
        "    .do(customResponse451, deny()),",
        "  rule()",
        "    .when(methodIsPost, cel`broken (`)",
        "    .do(customResponse451, deny()),",
        ");",
      ),
    );
  });

  test.each([
    ["conn.geo.country_code in ['BR', 'CN', 'CU']", "countryCodeIsListed"],
    ["conn.geo.country_code in ['BR', 'CN']", "countryCodeIsBrOrCn"],
    ["req.content_length > 10000", "contentLengthAbove10000"],
    ["!(req.url.path.startsWith('/api/v1'))", "notPathStartsWithApiV1"],
    ["'x-api-key' in req.headers", "headersHasXApiKey"],
    ["hasReqHeader('User-Agent')", "hasHeaderUserAgent"],
    ["req.method == '' || req.host == 'a'", "methodIsEmptyOrHostIsA"],
    ["getReqHeader('A').exists(v, v == 'b')", "headerASomeIsB"],
    ["timestamp(time.now) < conn.tls.server.validity.not_after", "nowBelowNotAfter"],
    ["req.path == '/a'", "pathIsA"],
    [
      "'5' in req.headers['x-a'] && req.url.path.contains('a/very/long/path')",
      "headersXAHas5AndPathContainsAVeryLong",
    ],
    ["'日本' in ['日本', req.host]", "textIsTextOrHost"],
  ])("%s is called %s", async (expression, name) => {
    const rule = { expressions: [expression], actions: [deny] };
    expect(await toSource({ inbound: [rule, rule] })).toContain(`const ${name} = `);
  });

  test("has names that nothing else has", async () => {
    const twice = (...rules: readonly object[]) =>
      ({ inbound: [...rules, ...rules] }) as JsonObject;
    const rule = (expression: string) => ({ expressions: [expression], actions: [] });
    const conditions = await toSource(
      twice(rule("req.method == 'a'"), rule("req.method == 'A'"), rule("req.method == 'a-2'")),
    );
    expect(conditions.match(/(?<=const )\w+/g)).toEqual([
      "methodIsA",
      "methodIsA2",
      "methodIsA2_2",
    ]);

    const action = (type: string) => ({ actions: [{ type, config: { "": { a: "", b: "" } } }] });
    const actions = await toSource(twice(action("log"), action("??"), action("5"), action("new")));
    expect(actions.match(/(?<=const )\w+/g)).toEqual(["logA", "actionA", "action5A", "newA"]);
  });
});

describe("refused is", () => {
  test.each([[null], [5], ["{}"], [[]], [undefined]])("%j, which is no object", async (value) => {
    await expect(toSource(value as unknown as JsonObject)).rejects.toThrow(TypeError);
  });

  test("what JSON does not have, with its place", async () => {
    const document = { inbound: [{ actions: [], "a/b": Number.NaN }] };
    await expect(toSource(document)).rejects.toThrow(
      new TypeError("/inbound/0/a~1b is NaN, which JSON cannot hold."),
    );
  });

  test("a number that TypeScript does not have", async () => {
    const { value } = parseJson('{"a": [12345678901234567891]}');
    await expect(toSource(value as JsonObject)).rejects.toThrow(
      new RangeError("/a/0 is 12345678901234567891, which is not a JavaScript number."),
    );
  });
});
