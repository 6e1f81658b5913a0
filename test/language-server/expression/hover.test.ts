import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { defineCatalogue, directionsDialect } from "@traffic-policy/policy-language";
import { compileRegularExpression, variablesOf } from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { plainValues } from "../../../packages/language-server/src/expression/plain-values.generated.ts";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";
import {
  type ExpressionHover,
  hoverExpression,
} from "../../../packages/language-server/src/features/hover.ts";
import { marked } from "./site.ts";

function hover(
  text: string,
  known: Partial<ExpressionSite> = {},
): Promise<ExpressionHover | undefined> {
  const { site, offset } = marked(text, known);
  return hoverExpression(site, offset);
}

/** What it is about, and what it says. */
async function shown(
  text: string,
  known: Partial<ExpressionSite> = {},
): Promise<[string, string] | undefined> {
  const { site } = marked(text, known);
  const found = await hover(text, known);
  return found && [site.text.slice(found.span.start, found.span.end), found.markdown];
}

test.each([
  ["r¦eq.method == 'GET'", "req", "The HTTP request."],
  ["req.met¦hod == 'GET'", "req.method", "req.method: string"],
  ["req.method¦ == 'GET'", "req.method", "An HTTP method in upper case."],
  ["conn.g¦eo.city", "conn.geo", "`country_code`"],
  ["req.u¦rl.path", "req.url", "The whole URL, normalized."],
  ["req.url.p¦ath", "req.url.path", "It begins with `/`."],
  ["req.content_l¦ength > 1", "req.content_length", "Missing when the request has no body"],
  ["req.content_l¦ength > 1", "req.content_length", "0 or more."],
  ["req.hea¦ders", "req.headers", "names of headers in lower case"],
  ["res.status_co¦de", "res.status_code", "From 100 to 999."],
  ["req.¦Method", "req.Method", "**Deprecated.** Its name is `req.method` today."],
  ["res.ServerTLS.¦SNI", "res.ServerTLS.SNI", "**Outdated.**"],
  ["conn.bytes_i¦n", "conn.bytes_in", "Not known for sure: "],
  ["req.cookies['x'][0].va¦lue", "value", "cookie.value: string"],
  ["req.cookies['x'][0].Va¦lue", "Value", "**Deprecated.** Its name is `value` today."],
  ["getReq¦Cookie('a')", "getReqCookie", "getReqCookie(name: string) → cookie"],
  ["getReq¦Cookie('a')", "getReqCookie", "It fails when the request has no such cookie."],
  ["getReq¦Header('A')", "getReqHeader", "`Content-Type`"],
  ["req.host.siz¦e()", "size", "string.size() → int"],
  ["has¦(req.url)", "has", "Gives whether there is a field, or a key, `b`."],
  ["req.headers['a'].ma¦p(v, v)", "map", "items.map(v, condition, expression) → list"],
  ["req.cookies['a'].exists(c¦, true)", "c", "c: cookie"],
  ["req.cookies['a'].exists(c, c¦.value == '')", "c", "Each item of `req.cookies['a']`"],
  ["'a' i¦n req.headers", "in", "Whether a list has an item, or a map has a key."],
  [
    "inCidrRange(conn.client_ip, '10.0.0¦.0/8')",
    "'10.0.0.0/8'",
    "16,777,216 addresses: `10.0.0.0` to `10.255.255.255`",
  ],
  [
    "inCidrRanges(conn.client_ip, ['a', '192.0.2.7/32¦'])",
    "'192.0.2.7/32'",
    "1 address: `192.0.2.7`",
  ],
  [
    "inCidrRange(conn.client_ip, '2001:db8::/32¦')",
    "'2001:db8::/32'",
    "2^96 addresses: `2001:db8::` to `2001:db8:ffff:ffff:ffff:ffff:ffff:ffff`",
  ],
  [
    "inCidrRange(conn.client_ip, '0.0.0.0/0¦')",
    "'0.0.0.0/0'",
    "4,294,967,296 addresses: `0.0.0.0` to `255.255.255.255`",
  ],
  ["duration('90¦s')", "'90s'", "1 minute 30 seconds"],
  ["duration('-36h1ms¦')", "'-36h1ms'", "minus 1 day 12 hours 1 millisecond"],
  ["duration('0¦')", "'0'", "no time"],
  [
    "timestamp('2026-01-31T13:00:00¦+01:00')",
    "'2026-01-31T13:00:00+01:00'",
    "31 January 2026 at 12:00:00 UTC",
  ],
  ["conn.ts.start.getHours('Europe/Os¦lo')", "'Europe/Oslo'", "Central European Time"],
  ["conn.ts.start.getHours('-02:30¦')", "'-02:30'", "2 hours 30 minutes behind UTC"],
  ["conn.geo.country_code == 'N¦O'", "'NO'", "Norway"],
  ["'N¦O' == conn.geo.country_code", "'NO'", "Norway"],
  ["conn.geo.country_code in ['SE', 'N¦O']", "'NO'", "Norway"],
  ["res.status_code == 40¦4", "404", "Not Found"],
  ["40¦4 == res.status_code", "404", "Not Found"],
  ["req.host.matches('^a¦')", "'^a'", "It matches, for example, in `a`."],
  ["req.host.matches('¦')", "''", "It matches in every text."],
  ["req.host.matches('^(a|)¦$')", "'^(a|)$'", "It matches, for example, in an empty text."],
  [String.raw`req.host.matches('a\\b¦b')`, String.raw`'a\\bb'`, "It matches in no text."],
  ["req.me¦thod == 'GET' && (", "req.method", "req.method: string"],
])("at %s, %s is explained: %s", async (text, about, expected) => {
  const found = await shown(text);
  expect(found?.[0]).toBe(about);
  expect(found?.[1]).toContain(expected);
});

test.each([
  "nothing¦",
  "nothing.a¦",
  "nothing(¦)",
  "nothing¦()",
  "req.nothing¦",
  "contains¦('a')",
  "req.host.getReqHeader¦('a')",
  "req.method =¦= 'GET'",
  "req.host == 'N¦O'",
  "1¦ + 2",
  "duration('x¦')",
  "conn.geo.country_code == 'ZZ¦'",
  "res.status_code == 299¦",
  "inCidrRange(conn.client_ip, '10¦')",
  "req.host.matches('(¦')",
  "'open¦",
  " ¦",
])("at %s, nothing is explained", async (text) => {
  expect(await shown(text)).toBeUndefined();
});

test.each([
  ["req.met¦hod", '`"GET"`'],
  ["req.url.pa¦th", '`"/"`'],
  ["res.status_c¦ode", "`200`"],
  ["conn.ts.st¦art", '`timestamp("2026-01-31T12:00:00Z")`'],
  ["req.head¦ers", '`{"host":["example.com"]}`'],
])("at %s, the example %s is shown", async (text, example) => {
  expect((await shown(text))?.[1]).toContain(
    `\n\nExample: ${example}, for \`GET https://example.com/\`.`,
  );
});

test.each(["req.url.que¦ry", "req.cook¦ies", "req.Met¦hod", "req.content_len¦gth", "re¦q"])(
  "at %s, there is no example",
  async (text) => {
    expect((await shown(text))?.[1]).not.toContain("Example:");
  },
);

test("each example is the value of its variable, and of its type", async () => {
  const request = { url: "https://example.com/" };
  const [, time = ""] = /"(.*)"/.exec(plainValues.get("time.now") ?? "") ?? [];
  const exchange = { request, response: { status: 200 }, time };
  for (const dialect of [directionsDialect, phasesDialect]) {
    for (const { name, sections } of variablesOf(dialect)) {
      const value = plainValues.get(name);
      if (value === undefined) continue;
      const document = {
        [sections[0] ?? ""]: [{ expressions: [`${name} == ${value}`], actions: [] }],
      };
      const policy = await compilePolicy(document, { dialect, protocol: "http" });
      const outcome = await simulate(policy, exchange, { trace: true });
      expect([name, outcome.trace?.rules[0]?.result]).toEqual([name, "matched"]);
    }
  }
});

test("since when a variable is documented is said, where that is known", async () => {
  const since = "Documented since 2024-05-24.";
  expect((await shown("req.host¦"))?.[1]).toContain(since);
  expect((await shown("req.host¦", { dialect: phasesDialect }))?.[1]).not.toContain(
    "Documented since",
  );
});

test("what does not exist here is said to", async () => {
  const available = "Exists for HTTP, in outbound rules.";
  const text = "res.status_code¦";
  expect((await shown(text, { section: "inbound" }))?.[1]).toContain(
    `**Not available here.** ${available}`,
  );
  expect((await shown(text, { protocols: ["tcp"] }))?.[1]).toContain(
    `**Not available here.** ${available}`,
  );
  expect((await shown(text, { section: "outbound" }))?.[1]).toContain(`\n${available}`);
});

test.each(["^/api/v[0-9]+$", "(?i)bot|crawler", String.raw`\.php$`, "a{3}", "[^a-z ]", "a b`c"])(
  "the example for %s is one",
  async (pattern) => {
    const markdown = (await shown(`req.host.matches(r'${pattern}¦')`))?.[1] ?? "";
    const [, marks = "", code = ""] = /in (`+) ?(.*?) ?\1\.$/s.exec(markdown) ?? [];
    expect(marks).not.toBe("");
    const example = code.startsWith('"') ? (JSON.parse(code) as string) : code;
    const compiled = compileRegularExpression(pattern);
    expect(compiled.ok && compiled.matches(example)).toBe(true);
  },
);

test.each([
  { name: "directions", dialect: directionsDialect, folder: "docs/catalogue" },
  { name: "phases", dialect: phasesDialect, folder: "docs/catalogue/phases" },
])(
  "every page that is named for $name is of this dialect, and has the section",
  async ({ dialect, folder }) => {
    const anchors = (page: string): Set<string> => {
      const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
      const slugger = new GithubSlugger();
      return new Set(
        [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => slugger.slug(title)),
      );
    };
    const calls = [...dialect.functions.values()].map(({ name, overloads }) =>
      overloads.some(({ target }) => target === undefined) ? `${name}¦()` : `dyn(1).${name}¦()`,
    );
    const expressions = [
      ...variablesOf(dialect).map(({ name }) => `${name}¦`),
      ...calls,
      "has¦(a.b)",
      "[].all¦(v, true)",
      "1 in¦ []",
      "req.cookies['a'][0].value¦",
      "c¦onn.geo",
    ];
    const hovers = await Promise.all(expressions.map((text) => hover(text, { dialect })));
    const pages = new Set(hovers.map((one) => one?.page));
    expect(pages.size).toBeGreaterThan(15);
    const missing = [...pages].filter((page) => {
      const [path = "", anchor = ""] = (page ?? "").split("#");
      return dirname(path) !== folder || !anchors(path).has(anchor);
    });
    expect(missing).toEqual([]);
  },
);

test("what was added to a dialect is on no page, and what it had is on the pages of that", async () => {
  const dialect = defineCatalogue(phasesDialect, {
    name: "acme",
    variables: [{ name: "shop.tier", type: "string", description: "the tier" }],
    functions: [
      {
        name: "tierOf",
        description: "the tier of a name",
        overloads: [{ parameters: ["string"], returns: "string" }],
      },
    ],
  });
  const page = async (text: string) => (await hover(text, { dialect }))?.page;
  expect(await page("shop.tie¦r")).toBeUndefined();
  expect(await page("tierO¦f('a')")).toBeUndefined();
  expect(await page("vars¦.a")).toBe("docs/catalogue/phases/variables.md#vars");
  expect(await page("base64.dec¦ode('')")).toBe("docs/catalogue/phases/functions.md#base64decode");
});
