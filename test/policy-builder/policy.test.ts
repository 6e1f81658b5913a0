import { describe, expect, test } from "vitest";
import {
  action,
  cel,
  compressResponse,
  conn,
  customResponse,
  deny,
  isPolicyBuilder,
  policy,
  req,
  res,
  rule,
  urlRewrite,
  type Condition,
} from "@traffic-policy/policy-builder";

function expressionsOf(...conditions: readonly Condition[]): unknown {
  return rule("a")
    .when(...conditions)
    .toRule().expressions;
}

describe("policy", () => {
  test("builds the document", () => {
    const built = policy({ protocol: "http" })
      .inbound(
        rule("Large")
          .when(req.contentLength.gt(10_000))
          .do(
            customResponse({
              statusCode: 413,
              headers: { "content-type": "text/plain" },
              content: "too large",
            }),
          ),
        rule("Old").do(urlRewrite({ from: "/v1/", to: "/v2/" }), deny({ statusCode: 403 }), deny()),
      )
      .outbound(
        rule("Compress").do(compressResponse({ algorithms: ["br", "gzip"] }), compressResponse()),
      );
    expect(built.protocol).toBe("http");
    expect(JSON.parse(JSON.stringify(built))).toEqual(built.toDocument());
    expect(built.toDocument()).toEqual({
      inbound: [
        {
          name: "Large",
          expressions: ["req.content_length > 10000"],
          actions: [
            {
              type: "custom-response",
              config: {
                status_code: 413,
                content: "too large",
                headers: { "content-type": "text/plain" },
              },
            },
          ],
        },
        {
          name: "Old",
          actions: [
            { type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } },
            { type: "deny", config: { status_code: 403 } },
            { type: "deny" },
          ],
        },
      ],
      outbound: [
        {
          name: "Compress",
          actions: [
            { type: "compress-response", config: { algorithms: ["br", "gzip"] } },
            { type: "compress-response" },
          ],
        },
      ],
    });
  });

  test("using a part twice never changes its first use", () => {
    const base = policy();
    const common = rule("common").do(deny());
    const one = base.inbound(common.when(req.method.eq("GET")));
    const other = base.inbound(common);
    expect(base.toDocument()).toEqual({});
    expect(one.toDocument().inbound).toHaveLength(1);
    expect(other.toDocument().inbound?.[0]).toEqual({
      name: "common",
      actions: [{ type: "deny" }],
    });
  });

  test("an action without a builder is written as it is", () => {
    expect(action("teleport", { some_key: { a: "b" } }).action).toEqual({
      type: "teleport",
      config: { some_key: { a: "b" } },
    });
  });

  test("a policy of another copy of the package is known as one", () => {
    expect(isPolicyBuilder(policy())).toBe(true);
    expect(isPolicyBuilder({ inbound: [] })).toBe(false);
    expect(isPolicyBuilder(null)).toBe(false);
  });
});

describe("variables", () => {
  test.each([
    [req.method.eq("POST"), "req.method == 'POST'"],
    [req.method.ne("it's"), `req.method != "it's"`],
    [req.url.eq("https://example.com/"), "req.url == 'https://example.com/'"],
    [req.url.path.startsWith("/v1/"), "req.url.path.startsWith('/v1/')"],
    [req.url.path.endsWith(".php"), "req.url.path.endsWith('.php')"],
    [req.url.query.contains("a=1"), "req.url.query.contains('a=1')"],
    [req.url.host.matches("^\\w+$"), "req.url.host.matches('^\\\\w+$')"],
    [conn.geo.countryCode.isIn("BR", "CN"), "conn.geo.country_code in ['BR', 'CN']"],
    [conn.serverPort.isIn(80, 443), "conn.server_port in [80, 443]"],
    [req.contentLength.ge(2n ** 62n), "req.content_length >= 4611686018427387904"],
    [res.statusCode.lt(300), "res.status_code < 300"],
    [req.headers.has("x-key"), "'x-key' in req.headers"],
    [req.headers.at("x-key").includes("1"), "'1' in req.headers['x-key']"],
  ])("%#: %s", (condition, text) => {
    expect(expressionsOf(condition)).toEqual([text]);
  });

  test.each([[Number.NaN], [1.5], [2 ** 53], [Number.POSITIVE_INFINITY]])(
    "the number %d, which is not an exact whole number, is refused",
    (value) => {
      expect(() => req.contentLength.eq(value)).toThrow(RangeError);
    },
  );
});

describe("cel", () => {
  test("keeps the text between the backticks, with CEL's own escapes", () => {
    expect(expressionsOf(cel`req.url.path.matches("\\d+\n")`)).toEqual([
      'req.url.path.matches("\\\\d+\\n")',
    ]);
  });

  test.each([
    ["a quote", "' || true || '", `a == "' || true || '"`],
    ["both quotes", `'"`, `a == '\\'"'`],
    ["a backslash", "\\", "a == '\\\\'"],
    ["a newline", "x\ny", "a == 'x\\ny'"],
    ["an interpolation", "${conn.client_ip}", "a == '${conn.client_ip}'"],
    ["a whole number", 200, "a == 200"],
    ["a fraction", 0.5, "a == 0.5"],
    ["a bigint", -5n, "a == -5"],
    ["null", null, "a == null"],
    ["a list", ["x", 1, [true]], "a == ['x', 1, [true]]"],
    ["a variable", req.method, "a == req.method"],
    ["a comparison", req.method.eq("x"), "a == (req.method == 'x')"],
    ["a condition", cel`b || c`, "a == (b || c)"],
  ])("%s cannot break out", (_what, value, text) => {
    expect(expressionsOf(cel`a == ${value}`)).toEqual([text]);
  });

  test("a value without a literal is refused where it is written", () => {
    expect(() => cel`a == ${undefined as unknown as string}`).toThrow(TypeError);
    expect(() => cel`a == ${{} as unknown as string}`).toThrow(TypeError);
    expect(() => cel`a == ${Number.NaN}`).toThrow(RangeError);
  });
});

describe("origins", () => {
  test("every part points at the call that built it", () => {
    const here = new Error().stack ?? "";
    const line = Number(/:(\d+):\d+\)?$/m.exec(here)?.[1]);
    const built = policy()
      .inbound(
        rule("a")
          .when(req.method.eq("GET"), cel`b`)
          .do(deny(), action("log")),
      )
      .outbound(rule("b").do(compressResponse()));
    const lines = [...built.origins()].map(([path, origin]) => [path, origin.line - line]);
    expect(Object.fromEntries(lines)).toEqual({
      "": 2,
      "/inbound/0": 4,
      "/inbound/0/expressions/0": 5,
      "/inbound/0/expressions/1": 5,
      "/inbound/0/actions/0": 6,
      "/inbound/0/actions/1": 6,
      "/outbound/0": 8,
      "/outbound/0/actions/0": 8,
    });
    for (const { file } of built.origins().values()) expect(file).toContain("policy.test.ts");
  });
});
