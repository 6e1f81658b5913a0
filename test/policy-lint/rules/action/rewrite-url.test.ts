import { compilePolicy, simulateSync, type Exchange } from "@traffic-policy/policy-engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seeded, seededAsync } from "../../../seeded.ts";
import { find } from "../../find.ts";

const rule = "action/rewrite-url";

const document = (config: object, type = "url-rewrite"): object => ({
  inbound: [{ actions: [{ type, config }] }],
});
const policy = (config: object, type?: string): string => JSON.stringify(document(config, type));

describe(rule, () => {
  test.each([
    {
      from: "/(.*)",
      to: "/shop/$1",
      message: "https://example.com/ becomes https:/shop//example.com/, which is not a URL.",
    },
    {
      from: "//+",
      to: "/",
      message: "https://example.com/ becomes https:/example.com/, which is not a URL.",
    },
    { from: ".*", to: "/new", message: '"/new" replaces the whole URL, but is not one.' },
    {
      from: "^https?://[^/]+/v1/(.*)$",
      to: "/v2/$1",
      message: "https://1/v1/1 becomes /v2/1, which is not a URL.",
    },
    {
      from: "//api\\.example\\.com/v1/",
      to: "/v2/",
      message: "https://api.example.com/v1/ becomes https:/v2/, which is not a URL.",
    },
    {
      from: "/old",
      to: "new",
      message: "https://example.com/old becomes https://example.comnew, which has another host.",
    },
    {
      from: "/old",
      to: "example.com/new",
      message:
        "https://example.com/old becomes https://example.comexample.com/new, which has another host.",
    },
    {
      from: "/ex",
      to: "//",
      message: "https://example.com/ becomes https:///ample.com/, which is not a URL.",
    },
    {
      from: "/www[.]",
      to: "//",
      message:
        "http://www.example.org:8080/a/b?c=d becomes http:///example.org:8080/a/b?c=d, which is not a URL.",
    },
    {
      from: "s/?",
      to: "/",
      message: "https://example.com/ becomes http/://example.com/, which is not a URL.",
    },
    {
      from: "s/(?i){0}",
      to: "/",
      message: "https://example.com/ becomes http/://example.com/, which is not a URL.",
    },
  ])("warns of $from to $to", ({ message, ...config }) => {
    const { diagnostics } = find(rule, policy(config));
    const expected = { severity: "warning", path: "/inbound/0/actions/0/config/to", message };
    expect(diagnostics).toEqual([expect.objectContaining(expected)]);
  });

  test.each([
    { to: "new", message: '"new" is neither a path nor a URL.' },
    { to: "www.example.com/new", message: '"www.example.com/new" is neither a path nor a URL.' },
  ])("warns of a redirect to $to", ({ to, message }) => {
    const { diagnostics } = find(rule, policy({ to }, "redirect"));
    const help = "Begin with https:// for a URL, or with / for a path.";
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning", message, help })]);
  });

  test.each([
    [{ from: "${req.url.authority}/products/?([.*]+)?", to: "/products.php?query=$1" }, undefined],
    [{ from: "//${req.host}/a", to: "/b" }, undefined],
    [{ from: "/.*", to: "/new" }, "redirect"],
  ])("only points out what examples of the documentation do: %j", (config, type) => {
    expect(find(rule, policy(config, type)).diagnostics).toEqual([
      expect.objectContaining({ severity: "info" }),
    ]);
  });

  test.each([
    policy({ from: "/old", to: "/new" }),
    policy({ from: "/old", to: "?a=1" }),
    policy({ from: "/old", to: ":8080/new" }),
    policy({ from: "v1/users", to: "v2/users" }),
    policy({ from: "index.html", to: "/" }),
    policy({ from: "foo/bar", to: "/a" }),
    policy({ from: "^https?://[^/]+/v1/(.*)", to: "https://example.com/v2/$1" }),
    policy({ from: "^(https?://[^/]+)/(.*)", to: "$1/shop/$2" }),
    policy({ from: "example.com", to: "example.community" }),
    policy({ from: "/products/([0-9]+)", to: "/products.php?id=$1" }),
    policy({ from: "api.example.com/(?:v1|1)?", to: "/" }),
    policy({ from: ".*", to: "https://${req.host}/new" }),
    policy({ from: ".*", to: "${getReqHeader('X-To')[0]}" }),
    policy({ from: "/${req.method}", to: "b" }),
    policy({ from: ".*", to: "$scheme://$host/new" }),
    policy({ from: ".*", to: "/new", format: "nginx" }),
    policy({ from: "(", to: "/new" }),
    policy({ from: 5, to: "/new" }),
    policy({ from: "/a" }),
    policy({ to: "/new" }, "redirect"),
    policy({ to: "https://example.com" }, "redirect"),
    policy({ to: "?a=b" }, "redirect"),
    policy({ to: "${req.url.scheme}://www.${req.host}" }, "redirect"),
    policy({ to: "$scheme://example.com" }, "redirect"),
    policy({ from: "https?://[^/]+/old", to: "/new" }, "redirect"),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).diagnostics).toEqual([]);
  });
});

const pieces = ["/", "//", "a", "(.*)", "[^/]+", "https?:", "^", "$", ".*", "example.com", "b?"];
const replacements = ["/", "//", "$1", "a", "/b", "${req.host}", "x.example"];

test("in the engine, what is reported becomes of the URL that is named", async () => {
  let reported = 0;
  await seededAsync(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...replacements), { minLength: 1, maxLength: 3 }),
      async (from, to) => {
        const config = { from: from.join(""), to: to.join("") };
        const [found] = find(rule, policy(config)).diagnostics;
        const [, url, after = ""] = /^(\S+) becomes (.*), which/.exec(found?.message ?? "") ?? [];
        if (url === undefined) return;
        reported += 1;
        const exchange: Exchange = { request: { url } };
        const compiled = await compilePolicy(document(config) as never, { protocol: "http" });
        const { errors, request } = simulateSync(compiled, exchange);
        const became = errors[0]?.message ?? request?.url;
        expect(became).toContain(after.replace(/…$/, ""));
      },
    ),
    300,
    3000,
  );
  expect(reported).toBeGreaterThan(0);
});

test("a rewrite behind the host is told without a try what it is told with one", () => {
  const starts = ["/a", "/e", "/w", "/ab", "/example", "/www", "/E_", "a/", "s/", "com/", "8080/"];
  const types = fc.constantFrom("url-rewrite", "redirect");
  const ends = fc.array(
    fc.constantFrom(...pieces, "?", "{0}", "|", "|/e", "(?i)", "[.]", "${req.host}"),
  );
  const whats = fc.array(fc.constantFrom(...replacements));
  seeded(
    fc.property(types, fc.constantFrom(...starts), ends, whats, (type, start, end, what) => {
      const found = (beginning: string) => {
        const config = { from: beginning + end.join(""), to: what.join("") };
        const { diagnostics } = find(rule, policy(config, type));
        return diagnostics.map(({ message, severity }) => ({ message, severity }));
      };
      // What is in a group is never taken for a part of a path.
      expect(found(start)).toEqual(found(start.replace(/\w/, "(?:$&)")));
    }),
    1000,
    20_000,
  );
});
