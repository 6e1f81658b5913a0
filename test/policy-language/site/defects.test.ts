import { jsonPolicySource } from "@traffic-policy/policy-language";
import {
  parseEndpointUrl,
  Site,
  type Binding,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { siteDefects } from "@traffic-policy/policy-language/site";
import { describe, expect, test } from "vitest";

const forward = (url: string, more: object = {}): object => ({
  type: "forward-internal",
  config: { url, ...more },
});

const rule = (actions: readonly object[], ...expressions: readonly string[]): object => ({
  expressions,
  actions,
});

/** An endpoint, with the rules of its requests. */
function endpoint(
  text: string,
  rules?: readonly object[],
  more: Partial<SiteEndpoint> = {},
): SiteEndpoint {
  const url = parseEndpointUrl(text);
  if (url === undefined) throw new Error(`${text} is no URL.`);
  const section = text.startsWith("http") ? "on_http_request" : "on_tcp_connect";
  const policy = rules && jsonPolicySource("policy.json", JSON.stringify({ [section]: rules }));
  const binding: Binding = url.host.endsWith(".internal") ? "internal" : "public";
  const kind = rules === undefined ? "agent" : "cloud";
  return { name: text, url, binding, kind, isPooled: false, ...(policy && { policy }), ...more };
}

/** The defects, with rule and severity; without endpoints that nothing forwards to. */
async function defects(...endpoints: readonly SiteEndpoint[]): Promise<readonly string[]> {
  const found = await siteDefects(new Site(endpoints));
  return found
    .filter(({ rule: name }) => name !== "site/unused-endpoint")
    .map(({ severity, rule: name }) => `${severity} ${name.replace("site/", "")}`);
}

const header = "req.headers['x-service'][0]";

describe("a host that the client sends", () => {
  const billing = endpoint("https://billing.internal");
  const to = (rules: readonly object[]) => defects(endpoint("https://a.example", rules), billing);

  test.each([
    ["is chosen by the client", [rule([forward(`https://\${${header}}.internal`)])]],
    [
      "after a check of another header",
      [rule([forward(`https://\${${header}}.internal`)], "req.headers['x-b'][0] == 'a'")],
    ],
    [
      "after a check that it is there",
      [rule([forward(`https://\${${header}}.internal`)], "'x-service' in req.headers")],
    ],
    [
      "after a check that it is not empty",
      [rule([forward(`https://\${${header}}.internal`)], `${header} != ''`)],
    ],
    [
      "through a variable",
      [
        rule([{ type: "set-vars", config: { vars: [{ name: `\${${header}}` }] } }]),
        rule([forward("https://${vars.name}.internal")]),
      ],
    ],
    ["from the path", [rule([forward("https://${req.url.path.split('/')[1]}.internal")])]],
    ["got by a function", [rule([forward("https://${getReqHeader('x-service')[0]}.internal")])]],
    ["got from a cookie", [rule([forward("https://${getReqCookie('to').value}.internal")])]],
    ["got from the query", [rule([forward("https://${getQueryParam('to')[0]}.internal")])]],
    [
      "that may be all but one value",
      [rule([forward(`https://\${${header}}.internal`)], `${header} != 'admin'`)],
    ],
  ])("%s: a warning", async (_what, rules) => {
    expect(await to(rules)).toEqual(["warning client-chosen"]);
  });

  test.each([
    [
      "that a condition lists",
      [rule([forward(`https://\${${header}}.internal`)], `${header} in ['billing']`)],
    ],
    [
      "got by a function, that a condition lists",
      [rule([forward("https://${getReqHeader('X-Service')[0]}.internal")], `${header} in ['a']`)],
    ],
    ["of the host", [rule([forward("https://${getReqHeader('Host')[0].split('.')[0]}.internal")])]],
    [
      "that a condition matches",
      [rule([forward(`https://\${${header}}.internal`)], `${header}.matches('^b')`)],
    ],
    [
      "that an earlier rule refuses",
      [
        rule([{ type: "deny" }], `!(${header} in ['billing'])`),
        rule([forward(`https://\${${header}}.internal`)]),
      ],
    ],
    [
      "through a variable that a condition lists",
      [
        rule([{ type: "set-vars", config: { vars: [{ name: `\${${header}}` }] } }]),
        rule([forward("https://${vars.name}.internal")], "vars.name in ['billing']"),
      ],
    ],
    [
      "that only decides",
      [rule([forward(`https://\${${header} == 'a' ? 'billing' : 'billing'}.internal`)])],
    ],
    [
      "that is fixed by the URL of the endpoint",
      [rule([forward("https://${req.host.split('.')[0]}.internal")])],
    ],
    [
      "in the path of a query",
      [
        rule([
          { type: "http-request", config: { url: `https://billing.internal/\${${header}}` } },
          { type: "deny" },
        ]),
      ],
    ],
  ])("%s: no finding", async (_what, rules) => {
    expect(await to(rules)).toEqual([]);
  });

  test("of a wildcard is chosen by the client", async () => {
    const rules = [rule([forward("https://${req.host.split('.')[0]}.internal")])];
    expect(await defects(endpoint("https://*.a.example", rules), billing)).toEqual([
      "warning client-chosen",
    ]);
  });
});

test("of an endpoint without a port, only that is reported", async () => {
  const front = endpoint("tcp://a.example:1", [rule([forward("tcp://db.internal:5432")])]);
  expect(await defects(front, endpoint("tcp://db.internal"))).toEqual(["error endpoint-url"]);
});

describe("a loop", () => {
  test("over two endpoints is reported once", async () => {
    expect(
      await defects(
        endpoint("https://a.internal", [rule([forward("https://b.internal")])]),
        endpoint("https://b.internal", [rule([forward("https://a.internal")])]),
      ),
    ).toEqual(["error loop"]);
  });

  test("through one member of a pool is a warning", async () => {
    const pooled = { isPooled: true };
    expect(
      await defects(
        endpoint("https://a.internal", [rule([forward("https://b.internal")])]),
        endpoint("https://b.internal", [rule([forward("https://a.internal")])], pooled),
        endpoint("https://b.internal", undefined, pooled),
      ),
    ).toEqual(["warning loop"]);
  });

  test("behind a rule that ends everything is none", async () => {
    const rules = [rule([{ type: "deny" }]), rule([forward("https://a.internal")])];
    expect(await defects(endpoint("https://a.internal", rules))).toEqual([]);
  });
});

describe("a URL with interpolations", () => {
  test("whose values are all in the policy is one of them", async () => {
    const url = "https://${['a', 'b'][rand.int(0, 1)]}.internal";
    const front = endpoint("https://x.example", [rule([forward(url)])]);
    const [a, b] = [endpoint("https://a.internal"), endpoint("https://b.internal")];
    expect(await defects(front, a, b)).toEqual([]);
    expect(await defects(front, a, endpoint("https://bb.internal"))).toEqual([
      "error unknown-target",
    ]);
  });

  test.each([
    ["https://${time.now}.example.com", ["error not-internal"]],
    ["https://${time.now}.b.internal", ["warning unknown-target"]],
    ["https://${time.now}.a.internal", []],
    ["${time.now}", []],
    ["${time.now}://one.a.internal", []],
    ["https://one.a.internal:${time.now}", []],
  ])("%s: %j", async (url, expected) => {
    const front = endpoint("https://x.example", [rule([forward(url)])]);
    expect(await defects(front, endpoint("https://one.a.internal"))).toEqual(expected);
  });
});

describe("endpoints", () => {
  test.each([
    ["https://a.*.example", ["error endpoint-url"]],
    ["https://a.b.c.d.internal", []],
    ["https://a.b.c.d.e.internal", ["warning endpoint-url"]],
    ["https://a.b.c.d.e.f.internal", ["error endpoint-url"]],
    ["tcp://a.example", ["error endpoint-url"]],
    ["tls://a.example", []],
  ])("%s: %j", async (url, expected) => {
    expect(await defects(endpoint(url))).toEqual(expected);
  });

  test("with one URL in other spellings and no pool", async () => {
    const pooled = { isPooled: true };
    const [one, other] = ["https://a.example", "https://A.example:443"];
    expect(await defects(endpoint(one), endpoint(other, undefined, pooled))).toEqual([
      "error pooling",
    ]);
    expect(
      await defects(endpoint(one, undefined, pooled), endpoint(other, undefined, pooled)),
    ).toEqual([]);
  });

  test("with one URL and several bindings form no pool", async () => {
    const url = "http://a.b";
    const pooled = { isPooled: true };
    expect(
      await defects(
        endpoint(url, undefined, pooled),
        endpoint(url, undefined, { ...pooled, binding: "kubernetes" }),
      ),
    ).toEqual(["warning pooling"]);
  });

  test("that a wildcard of the same scheme covers are not shadowed", async () => {
    const [exact, wild] = [endpoint("https://a.example"), endpoint("https://*.example")];
    expect(await defects(exact, wild)).toEqual([]);
    expect(await defects(exact, endpoint("http://*.example"))).toEqual(["info shadowed-host"]);
  });
});

test("a host that another endpoint takes is told with that endpoint", async () => {
  const rules = [rule([{ type: "deny" }], "req.host in ['a.example', 'b.example']")];
  const found = await siteDefects(
    new Site([endpoint("https://*.example", rules), endpoint("https://a.example")]),
  );
  expect(found.map(({ message }) => message)).toEqual([
    "No request for a.example gets here: it goes to https://a.example.",
  ]);
});

test("a policy that several endpoints share is judged by all of them", async () => {
  const rules = [rule([{ type: "deny" }], "req.host == 'b.example'")];
  const one = endpoint("https://a.example", rules);
  const other = { ...endpoint("https://b.example"), ...(one.policy && { policy: one.policy }) };
  expect(await defects(one, other)).toEqual([]);
  expect(await defects(one)).toEqual(["warning unreachable-host"]);
});

test("nothing is said about use where a policy is not known", async () => {
  const inner = endpoint("https://a.internal");
  const rules = async (...all: readonly SiteEndpoint[]) =>
    (await siteDefects(new Site(all))).map(({ rule: name }) => name);
  expect(await rules(inner)).toEqual(["site/unused-endpoint"]);
  expect(await rules(inner, { ...endpoint("https://b.example"), unread: "elsewhere" })).toEqual([]);
});
