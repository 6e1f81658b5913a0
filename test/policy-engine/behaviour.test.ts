import {
  compilePolicy,
  RateLimits,
  simulate,
  type Exchange,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import { describe, expect, test } from "vitest";
import { holds, inbound, outbound, plainExchange, simulated } from "./simulated.ts";

// How the service behaves. The titles are the names of facts about it.

const answer = { type: "custom-response", config: { status_code: 200, content: "here" } };
const tag = (name: string) => ({ type: "add-headers", config: { headers: { [name]: "1" } } });
// Each has a character that a URL which is made anew has with a percent sign.
const urlsToEncode = ["a|b", "100%", "{a", '"a"', "ü"].map(
  (query) => `https://shop.example/search?q=${query}`,
);

test.each(Object.entries(openQuestions))(
  "the option %s is a question with a reason",
  (_name, one) => {
    expect(one.question).toMatch(/\.$/);
    expect(one.why).toMatch(/\.$/);
  },
);

describe("evaluation.order", () => {
  const document = {
    inbound: [{ actions: [tag("x-1"), tag("x-2")] }, { actions: [tag("x-1")] }],
    outbound: [{ actions: [tag("x-3")] }],
  };

  test("rules from top to bottom, actions in order, inbound before the upstream and outbound after", async () => {
    const seen: string[] = [];
    const { request, response, matched } = await simulated(document, {
      ...plainExchange,
      upstream(forwarded) {
        seen.push(...Object.keys(forwarded.headers));
        return { status: 201 };
      },
    });
    expect(seen).toEqual(["host", "x-1", "x-2"]);
    expect(request?.headers["x-1"]).toEqual(["1", "1"]);
    expect(response).toEqual({ status: 201, headers: { "x-3": ["1"] } });
    expect(matched.map(({ path }) => path)).toEqual(["/inbound/0", "/inbound/1", "/outbound/0"]);
  });

  const later = {
    inbound: [
      { actions: [{ type: "url-rewrite", config: { from: "/a", to: "/b" } }] },
      { expressions: ["req.url.path == '/b'"], actions: [tag("x-1")] },
    ],
  };

  test.each([
    ["changes", ["1"]],
    ["original", undefined],
  ] as const)("later rules see %s", async (laterRulesSee, header) => {
    const exchange = { request: { url: "/a" } };
    const { request } = await simulated(later, exchange, { laterRulesSee });
    expect(request?.url).toBe("https://example.com/b");
    expect(request?.headers["x-1"]).toEqual(header);
  });
});

describe("evaluation.conjunction", () => {
  test.each([
    [undefined, true],
    [[], true],
    [["true", "1 == 1"], true],
    [["true", "false"], false],
    [["false", "true"], false],
  ])("%j: matches %s", async (expressions, matches) => {
    const rule = { actions: [answer], ...(expressions && { expressions }) };
    const { matched } = await simulated({ inbound: [rule] });
    expect(matched.length > 0).toBe(matches);
  });
});

describe("evaluation.runtimeError", () => {
  const document = {
    inbound: [{ name: "fails", expressions: ["req.headers['a'][0] == 'b'"], actions: [answer] }],
  };

  test("an expression that fails makes the request fail", async () => {
    const { result, response, request, errors, directions } = await simulated(document);
    expect({ result, response, request }).toEqual({
      result: "failed",
      response: { status: 500, headers: { "content-length": ["0"] } },
      request: undefined,
    });
    expect(errors).toEqual([
      {
        path: "/inbound/0/expressions/0",
        message: 'There is no key "a".',
        span: { start: 0, end: 16 },
      },
    ]);
    expect(directions).toEqual([
      { direction: "inbound", result: "failed" },
      { direction: "outbound", result: "skipped" },
    ]);
  });

  test("with no-match it only does not match, and is told all the same", async () => {
    const options = { onExpressionError: "no-match", trace: true } as const;
    const { result, matched, errors, trace } = await simulated(document, plainExchange, options);
    expect({ result, matched }).toEqual({ result: "forwarded", matched: [] });
    expect(errors).toHaveLength(1);
    expect(trace?.rules[0]).toMatchObject({
      result: "not-matched",
      expressions: [{ state: "error", error: { message: 'There is no key "a".' } }],
      actions: [{ result: "skipped" }],
    });
  });

  test("what it is answered with is an option", async () => {
    const failure = { status: 502, headers: { "ngrok-error-code": "ERR_NGROK_2254" } };
    const { response } = await simulated(document, plainExchange, { failure });
    expect(response).toEqual({
      status: 502,
      headers: { "content-length": ["0"], "ngrok-error-code": ["ERR_NGROK_2254"] },
    });
  });

  test("an outbound expression that fails takes the place of the upstream's response", async () => {
    const rules = { outbound: [{ expressions: ["res.headers['a'] == []"], actions: [tag("b")] }] };
    const { result, request, response } = await simulated(rules, {
      ...plainExchange,
      response: {},
    });
    expect({ result, url: request?.url, status: response?.status }).toEqual({
      result: "failed",
      url: "https://example.com/",
      status: 500,
    });
  });

  test.each([
    ["req.headers['a'][0] == 'b'", 'There is no key "a".'],
    ["req.headers['host'][3] == 'b'", "There is no item 3."],
    ["req.headers['a'][0] == 'b' || true", true],
    ["true || req.headers['a'][0] == 'b'", true],
    ["req.headers['a'][0] == 'b' && false", false],
    ["req.headers['a'][0] == 'b' || false", 'There is no key "a".'],
    ["'a' in req.headers && req.headers['a'][0] == 'b'", false],
    ["has(req.headers.a) && req.headers['a'][0] == 'b'", false],
    ["!('a' in req.headers)", true],
  ])("celSemantics: %s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });

  test.each([
    ["getReqHeader('A') == []", {}, true],
    ["getQueryParam('a') == []", {}, true],
    ["getReqHeader('A') == []", { absentValues: "error" }, "The request has no header A."],
    ["getReqCookie('a').value == ''", {}, "The request has no cookie a."],
    ["getReqCookie('a').value == ''", { absentCookie: "empty" }, true],
  ] as const)(
    "what a function gives that finds nothing: %s with %j",
    async (text, options, result) => {
      expect(await holds(text, plainExchange, options)).toBe(result);
    },
  );
});

describe("evaluation.customResponseInRequestPhase", () => {
  const document = {
    inbound: [{ actions: [answer, tag("x-1")] }],
    outbound: [{ actions: [tag("x-2")] }],
  };

  test("nothing runs after an answer of an inbound rule", async () => {
    const exchange = { ...plainExchange, response: { status: 500 } };
    const { result, request, response, matched, directions } = await simulated(document, exchange);
    expect({ result, request, matched: matched.length }).toEqual({
      result: "answered",
      request: undefined,
      matched: 1,
    });
    expect(response?.status).toBe(200);
    expect(response?.headers).not.toHaveProperty("x-2");
    expect(directions).toEqual([
      {
        direction: "inbound",
        result: "ended",
        by: { path: "/inbound/0/actions/0", type: "custom-response" },
      },
      { direction: "outbound", result: "skipped" },
    ]);
  });

  test("but outbound rules do with outboundAfterAnswer", async () => {
    const { response } = await simulated(document, plainExchange, { outboundAfterAnswer: true });
    expect(response?.headers["x-2"]).toEqual(["1"]);
  });
});

describe("interpolation", () => {
  const exchange: Exchange = {
    time: "2024-05-01T10:00:00Z",
    request: { url: "/a b?n=1.5", headers: { "X-A": "$1" } },
  };
  const log = (text: string) => [{ type: "log", config: { metadata: { text } } }];

  test.each([
    ["a ${req.method} ${1 + 1} b", "a GET 2 b"],
    ["${conn.server_port}!", "443!"],
    [
      "${1.5} ${1e6} ${true} ${timestamp(time.now)} ${duration('90m')}",
      "1.5 1e+06 true 2024-05-01T10:00:00Z 5400s",
    ],
    ["${ {'}': 'x'}['}'] }", "x"],
    ["all: ${req.url.query_params}", 'all: {"n":["1.5"]}'],
  ])("interpolation.syntax: %s", async (text, expected) => {
    const { logs } = await inbound(log(text), exchange);
    expect(logs[0]?.metadata).toEqual({ text: expected });
  });

  test("interpolation.types: what is one interpolation and nothing else keeps its type", async () => {
    const { logs } = await inbound(log("${req.url.query_params['n']}"), exchange);
    expect(logs).toEqual([{ path: "/inbound/0/actions/0", metadata: { text: ["1.5"] } }]);
    expect((await inbound(log("${conn.server_port}"), exchange)).logs[0]?.metadata).toEqual({
      text: 443,
    });
  });

  test("interpolation.types: a list can be an error in a text", async () => {
    const options = { interpolatedCollections: "error" } as const;
    const { errors } = await inbound(log("a ${req.headers}"), exchange, options);
    expect(errors[0]?.message).toBe(
      "${req.headers} fails: How a list, a map or null becomes text is not documented.",
    );
  });

  test("an interpolation that fails makes the request fail", async () => {
    const { result, errors } = await inbound(log("${req.headers['none'][0]}"), exchange, {
      onExpressionError: "no-match",
    });
    expect(result).toBe("failed");
    expect(errors).toEqual([
      {
        path: "/inbound/0/actions/0",
        message: "${req.headers['none'][0]} fails: There is no key \"none\".",
      },
    ]);
  });

  test("interpolation.order: before the regular expression is compiled", async () => {
    const rewrite = (from: string) => [{ type: "url-rewrite", config: { from, to: "x" } }];
    const given = (value: string): Exchange => ({
      request: { url: "/aab", headers: { "x-a": value } },
    });
    const from = "/${req.headers['x-a'][0]}";
    expect((await inbound(rewrite(from), given("a+"))).request?.url).toBe("https://example.comxb");
    expect((await inbound(rewrite(from), given("("))).errors[0]?.message).toBe(
      '"/(" is not a regular expression (RE2): missing closing ): `/(`.',
    );
  });

  test("interpolation.static: what is no expression is found when the policy is compiled", async () => {
    const actions = [{ type: "log", config: { metadata: { a: ["${req.nothing}"] } } }];
    const { problems } = await compilePolicy({ inbound: [{ actions }] });
    expect(problems).toEqual([
      {
        path: "/inbound/0/actions/0/config/metadata/a/0",
        message: "${req.nothing}: There is no variable req.nothing.",
      },
    ]);
  });

  test("interpolation.urlEncoding: a space of a redirect is %20", async () => {
    const actions = [{ type: "redirect", config: { to: "https://example.com/${'a b'}?ü" } }];
    const { response } = await inbound(actions, exchange);
    expect(response?.headers["location"]).toEqual(["https://example.com/a%20b?%C3%BC"]);
  });
});

describe("urlRewrite", () => {
  const rewrite = async (
    config: object,
    url = "https://example.com/v1/a/v1?x=1&y=2",
    options: SimulationOptions = {},
  ) => {
    const { request, errors } = await inbound(
      [{ type: "url-rewrite", config }],
      { request: { url } },
      options,
    );
    return errors[0]?.message ?? request?.url;
  };

  test("urlRewrite.matchedAgainst: the whole URL, so that ^/path never matches", async () => {
    const url = "https://joe@example.com:8443/v1/a";
    expect(await rewrite({ from: "^/v1", to: "/v2" }, url)).toBe(url);
    expect(await rewrite({ from: "^https://joe@example.com:8443/v1", to: "http://b" }, url)).toBe(
      "http://b/a",
    );
  });

  test.each([
    [{ from: "v1", to: "v2" }, "https://example.com/v2/a/v2?x=1&y=2"],
    [{ from: "/v(\\d)/(\\w)", to: "/$2/$1" }, "https://example.com/a/1/v1?x=1&y=2"],
    [{ from: "(?P<name>v1)/a", to: "$name" }, "https://example.com/v1/v1?x=1&y=2"],
    [{ from: "/a/.*", to: "/$0$$" }, "https://example.com/v1//a/v1?x=1&y=2$"],
    [{ from: "a/(x)?v1", to: "[$1]" }, "https://example.com/v1/[]?x=1&y=2"],
    [{ from: "/(a)/", to: "/$01/$1/$001/" }, "https://example.com/v1//a//v1?x=1&y=2"],
    [{ from: "/(a)/", to: "/b$00/" }, "https://example.com/v1/b/v1?x=1&y=2"],
  ])("urlRewrite.replace: all matches, with groups: %j", async (config, url) => {
    expect(await rewrite(config)).toBe(url);
  });

  test("urlRewrite.replace: empty matches as Go has them", async () => {
    expect(await rewrite({ from: "b*", to: "-" }, "http://abbc/")).toBe(
      "The result is not a URL: -h-t-t-p-:-/-/-a-c-/-",
    );
  });

  test("urlRewrite.engine: RE2, without look-around", async () => {
    const actions = [{ type: "url-rewrite", config: { from: "(?=a)", to: "b" } }];
    const { problems } = await compilePolicy({ inbound: [{ actions }] });
    expect(problems[0]).toMatchObject({
      path: "/inbound/0/actions/0/config/from",
      message: '"from" is not RE2: invalid or unsupported Perl syntax: `(?=`.',
    });
  });

  test.each([
    [{}, "https://example.com/v1/?x=1&y=2|example.com|https|/v1/a/v1|443|2|", undefined],
    [
      { format: "nginx" },
      "https://example.com/v1/?x=1&y=2|example.com|https|/v1/a/v1|443|2|",
      undefined,
    ],
    [{}, "https://example.com/v1/||||||", "nginx-only"],
    [
      { format: "nginx" },
      "https://example.com/v1/?x=1&y=2|example.com|https|/v1/a/v1|443|2|",
      "nginx-only",
    ],
  ] as const)("urlRewrite.format: %j gives %s with %s", async (format, url, urlVariables) => {
    const to = "/$is_args$args|$host|$scheme|$uri|$port|$arg_y|$arg_none";
    const encoded = url.replaceAll("|", "%7C");
    const options = urlVariables && { urlVariables };
    expect(await rewrite({ from: "/a/.*", to, ...format }, undefined, options)).toBe(encoded);
  });

  test("urlRewrite.format: as published policies use it", async () => {
    const url = "https://example.com/v0/user/12?q=1";
    expect(await rewrite({ from: "v0/user/([0-9]+).*", to: "v1/user?id=$1&$args" }, url)).toBe(
      "https://example.com/v1/user?id=12&q=1",
    );
  });

  test("urlRewrite.goTrap: $1x is a group that is not there, ${1}x an expression or a group", async () => {
    const url = "https://example.com/ab";
    expect(await rewrite({ from: "/(a)b", to: "/$1x" }, url)).toBe("https://example.com/");
    expect(await rewrite({ from: "/(a)b", to: "/${1}x" }, url)).toBe("https://example.com/1x");
    expect(await rewrite({ from: "/(a)b", to: "/${1}x" }, url, { bracedGroups: "group" })).toBe(
      "https://example.com/ax",
    );
  });

  test.each([
    { from: "/v1/", to: "/v2/" },
    { from: "search", to: "search" },
  ])("a URL that stays the same is not encoded either: %j", async (config) => {
    for (const url of urlsToEncode) {
      const outcome = await inbound(
        [{ type: "url-rewrite", config }],
        { request: { url } },
        { trace: true },
      );
      expect(outcome.request?.url).toBe(url);
      expect(outcome.trace?.rules[0]?.actions).toEqual([
        {
          path: "/inbound/0/actions/0",
          type: "url-rewrite",
          result: "done",
          changes: [],
          note: "The URL stays the same.",
        },
      ]);
    }
  });

  test("the URL is in normal form unless the options say otherwise", async () => {
    const url = "https://EXAMPLE.com/a/../%62";
    expect(await rewrite({ from: "/b$", to: "/c" }, url)).toBe("https://example.com/c");
    expect(await rewrite({ from: "/b$", to: "/c" }, url, { urlNormalization: "none" })).toBe(url);
    expect(await rewrite({ from: "nothing", to: "/c" }, url)).toBe(url);
  });
});

describe("redirect", () => {
  const redirect = (config: object, options: SimulationOptions = {}) =>
    inbound([{ type: "redirect", config }, tag("x-1")], { request: { url: "/old?a=1" } }, options);

  test("redirect.defaultStatus: 302", async () => {
    const { result, response } = await redirect({
      from: "/old",
      to: "/new",
      headers: { "X-A": "${req.method}" },
    });
    expect(result).toBe("answered");
    expect(response).toEqual({
      status: 302,
      headers: {
        "x-a": ["GET"],
        location: ["https://example.com/new?a=1"],
        "content-length": ["0"],
      },
    });
    expect((await redirect({ from: "old", to: "b", status_code: 308 })).response?.status).toBe(308);
  });

  test("redirect.noChange: the next action runs", async () => {
    const { result, request } = await redirect({ from: "^/old", to: "/new" });
    expect(result).toBe("forwarded");
    expect(request?.headers["x-1"]).toEqual(["1"]);
  });

  test.each(urlsToEncode)("redirect.noChange: also of %s, which would be encoded", async (url) => {
    const config = { from: "/v1/", to: "/v2/" };
    const { result, request } = await inbound([{ type: "redirect", config }], { request: { url } });
    expect({ result, url: request?.url }).toEqual({ result: "forwarded", url });
    const { response } = await inbound(
      [{ type: "redirect", config: { from: "search", to: "find" } }],
      { request: { url } },
    );
    expect(response?.status).toBe(302);
    expect(response?.headers["location"]?.[0]).toMatch(
      /^https:\/\/shop\.example\/find\?q=[a-z0-9%]+$/i,
    );
  });

  test.each([
    ["/new", "https://example.com/new"],
    ["/new?b=2", "https://example.com/new?b=2"],
    ["//other.example/", "//other.example/"],
    ["https://other.example/", "https://other.example/"],
  ])("redirect.relativeTo: %s becomes %s", async (to, location) => {
    expect((await redirect({ to })).response?.headers["location"]).toEqual([location]);
    const { result } = await redirect({ from: ".*", to: "/old?a=1" });
    expect(result).toBe("forwarded");
  });

  test("redirect.fromOmitted: the whole URL is replaced", async () => {
    const { response } = await redirect({
      to: "https://other.example${req.url.path}$is_args$args",
    });
    expect(response?.headers["location"]).toEqual(["https://other.example/old?a=1"]);
  });
});

describe("customResponse", () => {
  test.each([
    ["just text", "text/plain; charset=utf-8"],
    ["  <html><p>", "text/html; charset=utf-8"],
    ["<P>", "text/html; charset=utf-8"],
    ["<people>", "text/plain; charset=utf-8"],
    ["<?xml version='1.0'?>", "text/xml; charset=utf-8"],
    ['{"a": 1}', "text/plain; charset=utf-8"],
    ["%PDF-1.7", "application/pdf"],
    ["\u0001\u0002", "application/octet-stream"],
    ["BMW drivers only", "image/bmp"],
    ["ID3 or not", "audio/mpeg"],
    ["OTTO", "font/otf"],
    ["RIFF1234WAVE", "audio/wave"],
    ["PK\u0003\u0004", "application/zip"],
    [" BM", "text/plain; charset=utf-8"],
    ["<d\u0131v>", "text/plain; charset=utf-8"],
    ["<\u017fcript>", "text/plain; charset=utf-8"],
    ["<div>", "text/html; charset=utf-8"],
    ["\u00e4".repeat(256) + "\u0001", "text/plain; charset=utf-8"],
    ["\u00e4".repeat(255) + "\u0001", "application/octet-stream"],
  ])("customResponse.contentType: %j is %s when it is not given", async (content, type) => {
    const actions = [{ type: "custom-response", config: { status_code: 200, content } }];
    expect((await inbound(actions)).response?.headers["content-type"]).toEqual([type]);
    const { response } = await inbound(actions, plainExchange, { contentTypeOfAnswer: "none" });
    expect(response?.headers).not.toHaveProperty("content-type");
  });

  test("a content type that is given stays, and texts are interpolated", async () => {
    const config = {
      status_code: 418,
      content: "${req.method}",
      headers: { "Content-Type": "text/x", "X-A": "${1 + 1}" },
    };
    const { response } = await inbound([{ type: "custom-response", config }]);
    expect(response).toEqual({
      status: 418,
      headers: { "content-type": ["text/x"], "x-a": ["2"], "content-length": ["3"] },
      body: "GET",
    });
  });

  test("customResponse.status: it is required", async () => {
    const actions = [{ type: "custom-response", config: {} }];
    const policy = await compilePolicy({ inbound: [{ actions }] });
    expect(policy.problems[0]?.message).toBe('"status_code" is missing.');
    expect((await simulate(policy, plainExchange)).result).toBe("failed");
  });

  test("in an outbound rule it takes the place of the upstream's response", async () => {
    const exchange = { ...plainExchange, response: { status: 500, body: "oh" } };
    const { result, response, request } = await outbound([answer], exchange);
    expect({ result, status: response?.status, body: response?.body }).toEqual({
      result: "answered",
      status: 200,
      body: "here",
    });
    expect(request?.url).toBe("https://example.com/");
  });
});

describe("deny", () => {
  test("deny.default, deny.body: 403 and no body, or what the options or the config say", async () => {
    const deny = { type: "deny" };
    const { result, response } = await inbound([deny]);
    expect({ result, response }).toEqual({
      result: "answered",
      response: { status: 403, headers: { "content-length": ["0"] } },
    });
    expect((await inbound([deny], plainExchange, { denyStatus: 999 })).response?.status).toBe(999);
    const teapot = { type: "deny", config: { status_code: 418 } };
    expect((await inbound([teapot])).response?.status).toBe(418);
  });

  test.each(["tcp", "tls"] as const)(
    "deny.tcpTls: closes the connection of %s",
    async (protocol) => {
      const outcome = await inbound([{ type: "deny" }], {}, { protocol });
      expect(outcome).toMatchObject({ result: "closed" });
      expect(outcome).not.toHaveProperty("response");
    },
  );
});

describe("restrictIps", () => {
  const restrict = (config: object, clientIp = "192.0.2.7", options: object = {}) =>
    inbound(
      [{ type: "restrict-ips", config }],
      {
        ...plainExchange,
        connection: { clientIp },
        request: { url: "/", headers: { "x-forwarded-for": "10.0.0.1" } },
      },
      options,
    );

  test.each([
    [{ allow: ["192.0.2.0/24"] }, "forwarded"],
    [{ allow: ["192.0.2.0/24"], deny: ["192.0.2.7/32"] }, "answered"],
    [{ allow: ["10.0.0.0/8"] }, "answered"],
    [{ deny: ["10.0.0.0/8"] }, "answered"],
    [{}, "answered"],
    [{ allow: ["10.0.0.0/8"], enforce: false }, "forwarded"],
  ])("restrictIps.rule: %j is %s", async (config, result) => {
    const outcome = await restrict(config);
    expect(outcome.result).toBe(result);
    expect(outcome.response?.status).toBe(result === "answered" ? 403 : undefined);
  });

  test("restrictIps.rule: without an allow list everybody can be let through", async () => {
    const options = { restrictIpsWithoutAllow: "allow" };
    expect((await restrict({ deny: ["10.0.0.0/8"] }, "192.0.2.7", options)).result).toBe(
      "forwarded",
    );
    expect((await restrict({ deny: ["10.0.0.0/8"] }, "10.1.1.1", options)).result).toBe("answered");
  });

  test("restrictIps.refusal: TCP and TLS connections are closed", async () => {
    expect((await restrict({ allow: [] }, "192.0.2.7", { protocol: "tcp" })).result).toBe("closed");
  });

  test("restrictIps.source: the address of the connection, never a header", async () => {
    expect((await restrict({ allow: ["10.0.0.0/8"] })).result).toBe("answered");
  });

  test("IP policies are only known to the service, unless they are given", async () => {
    const config = { ip_policies: ["ipp_1"] };
    const unknown = await restrict(config);
    expect(unknown.result).toBe("forwarded");
    expect(unknown.notSimulated).toEqual([
      {
        path: "/inbound/0/actions/0",
        type: "restrict-ips",
        message: "Only the service knows the IP policy ipp_1.",
      },
    ]);
    const ipPolicies = { ipp_1: { allow: ["192.0.2.0/24"] } };
    expect((await restrict(config, "192.0.2.7", { ipPolicies })).result).toBe("forwarded");
    expect((await restrict(config, "192.0.3.7", { ipPolicies })).result).toBe("answered");
  });
});

describe("rateLimit", () => {
  const config = {
    name: "two",
    algorithm: "sliding_window",
    capacity: 2,
    rate: "60s",
    bucket_key: ["conn.client_ip", "getReqHeader('X-Team')"],
  };
  const send = async (
    at: readonly number[],
    options: SimulationOptions = {},
    team: (index: number) => string = () => "a",
  ) => {
    const policy = await compilePolicy({
      inbound: [{ actions: [{ type: "rate-limit", config }] }],
    });
    const rateLimits = new RateLimits();
    const told: unknown[] = [];
    for (const [index, second] of at.entries()) {
      const exchange = {
        time: second * 1000,
        request: { url: "/", headers: { "x-team": team(index) } },
      };
      const { response } = await simulate(policy, exchange, { rateLimits, ...options });
      told.push(
        response === undefined
          ? "through"
          : [response.status, response.headers["retry-after"]?.[0]],
      );
    }
    return told;
  };

  test("rateLimit.status, rateLimit.header: 429 and the seconds until there is room", async () => {
    expect(await send([0, 10, 15.5, 59, 60, 61, 70])).toEqual([
      "through",
      "through",
      [429, "45"],
      [429, "1"],
      "through",
      [429, "9"],
      "through",
    ]);
  });

  test("refused requests can count as well", async () => {
    expect(await send([0, 10, 15, 61], { rateLimitCounts: "all" })).toEqual([
      "through",
      "through",
      [429, "55"],
      [429, "14"],
    ]);
  });

  test("rateLimit.several keys: one bucket a combination", async () => {
    const teams = (index: number) => ["a", "b"][index % 2] ?? "";
    expect(await send([0, 1, 2, 3, 4], {}, teams)).toEqual([
      "through",
      "through",
      "through",
      "through",
      [429, "56"],
    ]);
  });

  test("rateLimit.bucket: requests without the header share a bucket, or fail", async () => {
    const limit = { ...config, bucket_key: ["req.headers['x-team']"] };
    const policy = await compilePolicy({
      inbound: [{ actions: [{ type: "rate-limit", config: limit }] }],
    });
    const exchange = { request: { url: "/" } };
    const results = async (options: SimulationOptions): Promise<string[]> => {
      const rateLimits = new RateLimits();
      const told: string[] = [];
      for (let count = 0; count < 3; count++) {
        told.push((await simulate(policy, exchange, { rateLimits, ...options })).result);
      }
      return told;
    };
    expect(await results({})).toEqual(["forwarded", "forwarded", "answered"]);
    expect(await results({ absentBucketKey: "error" })).toEqual(Array(3).fill("failed"));
  });

  test("rateLimit.scope: nothing is kept without a place for it", async () => {
    const options = { rateLimits: undefined } as unknown as SimulationOptions;
    expect(await send([0, 1, 2, 3], options)).toEqual(Array(4).fill("through"));
  });
});

describe("headers", () => {
  test("migration.variables: req.headers has lower-case keys", async () => {
    const exchange = { request: { url: "/", headers: { "X-Team": "a" } } };
    expect(await holds("'x-team' in req.headers && !('X-Team' in req.headers)", exchange)).toBe(
      true,
    );
    expect(await holds("'X-Team' in req.Headers", exchange)).toBe(true);
  });

  test("getReqHeader and its kin want canonical names, unless the options take any", async () => {
    const exchange = { request: { url: "/", headers: { "X-Team": "a" } } };
    expect(await holds("hasReqHeader('X-Team') && !hasReqHeader('x-team')", exchange)).toBe(true);
    expect(await holds("hasReqHeader('x-team')", exchange, { headerNames: "any-case" })).toBe(true);
  });

  test("add-headers adds, but replaces host; remove-headers removes in any case", async () => {
    const exchange = { request: { url: "/", headers: { "X-A": "1", "X-B": ["1", "2"] } } };
    const { request } = await inbound(
      [
        {
          type: "add-headers",
          config: { headers: { "X-A": "${req.method}", Host: "other.example" } },
        },
        { type: "remove-headers", config: { headers: ["x-B", "none"] } },
      ],
      exchange,
    );
    expect(request?.headers).toEqual({ "x-a": ["1", "GET"], host: ["other.example"] });
  });
});

describe("a header value that no server can send", () => {
  const config = { status_code: 200, to: "/a", headers: { "X-A": "${getQueryParam('a')[0]}" } };
  const message = "The value of the header X-A has a line break or another control character.";

  test.each([
    ["add-headers", "b%0d%0aset-cookie:%20x=1"],
    ["custom-response", "b%0d%0aset-cookie:%20x=1"],
    ["redirect", "b%0d%0aset-cookie:%20x=1"],
    ["add-headers", "%00"],
    ["add-headers", "%01"],
    ["add-headers", "%1b[31m"],
    ["add-headers", "%7f"],
  ])("cannot come of %s with %s", async (type, value) => {
    const exchange = { request: { url: `/?a=${value}` } };
    const { result, errors, response } = await inbound([{ type, config }], exchange);
    expect(result).toBe("failed");
    expect(response?.headers).not.toHaveProperty("set-cookie");
    expect(errors[0]?.message).toBe(message);
  });

  test("is none with a tab or beyond ASCII", async () => {
    const exchange = { request: { url: "/?a=%09%c3%a4" } };
    const { request } = await inbound([{ type: "add-headers", config }], exchange);
    expect(request?.headers["x-a"]).toEqual(["\t\u00e4"]);
  });
});

describe("what is not simulated", () => {
  const jwt = { type: "jwt-validation", config: { issuer: { allow_list: [{ value: "a" }] } } };

  test("is told of, and the rest goes on", async () => {
    const { result, notSimulated, request } = await inbound([jwt, tag("x-1")]);
    expect({ result, tag: request?.headers["x-1"] }).toEqual({ result: "forwarded", tag: ["1"] });
    expect(notSimulated).toEqual([
      {
        path: "/inbound/0/actions/0",
        type: "jwt-validation",
        message: '"jwt-validation" is not simulated; give a stub of this type as an option.',
      },
    ]);
  });

  test.each([
    [{ next: true }, "forwarded", undefined],
    [{ answer: { status: 401 } }, "answered", 401],
    [{ fail: "No key." }, "failed", 500],
  ] as const)("a stub says %j", async (result, ending, status) => {
    const calls: unknown[] = [];
    const stubs = {
      "jwt-validation": (call: { config: unknown; variable(name: string): unknown }) => {
        calls.push([call.config, call.variable("req.method")]);
        return result;
      },
    };
    const outcome = await inbound([jwt], plainExchange, { stubs });
    expect(outcome.result).toBe(ending);
    expect(outcome.response?.status).toBe(status);
    expect(outcome.notSimulated).toEqual([]);
    expect(calls).toEqual([[jwt.config, "GET"]]);
  });
});
