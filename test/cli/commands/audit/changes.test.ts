import { describe, expect, test } from "vitest";
import { projectOf } from "../../project.ts";
import { repositoryOf } from "../../repository.ts";

const deny = { type: "deny", config: { status_code: 404 } };
const guard = { type: "basic-auth", config: { credentials: ["me:secret12"] } };

function forward(url: string): object {
  return { type: "forward-internal", config: { url } };
}

/** The configuration of an agent: URLs with their rules, each endpoint with a server. */
function agent(
  endpoints: Readonly<Record<string, readonly object[]>>,
  servers: object = {},
): object {
  const all = Object.entries(endpoints).map(([url, rules]) => ({
    name: url.replaceAll(/\W+/g, "-"),
    url,
    upstream: { url: "http://localhost:8080" },
    ...(rules.length > 0 && { traffic_policy: { on_http_request: rules } }),
  }));
  return {
    version: 3,
    endpoints: all.map((one) => ({ ...one, ...(servers as Record<string, object>)[one.url] })),
  };
}

async function opened(before: object, after: object): Promise<string> {
  const { run, write } = repositoryOf({ "agent.json": before });
  write("agent.json", after);
  return (await run("audit", "--site", "--since", "HEAD")).out;
}

const toAdmin = [
  { expressions: ["req.host == 'admin.example.com'"], actions: [forward("https://a.internal")] },
  { actions: [deny] },
];

describe("what opens a way without a change of the policy on it", () => {
  test("an endpoint goes, and a wildcard takes its traffic", async () => {
    const others = { "https://*.example.com": toAdmin, "https://a.internal": [] };
    const admin = [{ actions: [guard, forward("https://a.internal")] }];

    const out = await opened(
      agent({ ...others, "https://admin.example.com": admin }),
      agent(others),
    );

    expect(out).toContain("✗ https://a.internal is reached from https://*.example.com");
    expect(out).toContain("GET https://admin.example.com/");
  });

  test("another server stands behind an endpoint", async () => {
    const site = {
      "https://shop.example.com": [{ actions: [forward("https://x.internal")] }],
      "https://x.internal": [],
    };

    const out = await opened(
      agent(site),
      agent(site, { "https://x.internal": { upstream: { url: "http://secret:1" } } }),
    );

    expect(out).toContain("✗ https://x.internal is reached from https://shop.example.com");
  });

  test("a policy that is not known may have changed", async () => {
    const site = agent(
      { "https://shop.example.com": [], "https://x.internal": [] },
      { "https://shop.example.com": { traffic_policy_url: "https://policies.example/shop" } },
    );

    expect(await opened(site, { ...site, log: "stdout" })).toContain("✗ Since HEAD  1 unknown");
  });
});

test("what a new endpoint takes from a wildcard, and does the same with, is not opened", async () => {
  const rules = [{ actions: [forward("https://a.internal")] }];
  const site = { "https://*.example.com": rules, "https://a.internal": [] };

  const out = await opened(
    agent(site),
    agent({
      ...site,
      "https://admin.example.com": [{ actions: [guard, forward("https://a.internal")] }],
    }),
  );

  expect(out).not.toContain("https://a.internal is reached from https://admin.example.com");
});

test.each([
  ["https://${req.method == 'GET' ? 'a' : 'b'}.internal/v1", []],
  ["https://${req.headers['x'][0]}.internal", ["--header", "x: a.internal/"]],
])("a forward to %s reaches the endpoint, whatever follows the host", async (url, headers) => {
  const { run } = projectOf({
    "agent.json": agent({
      "https://shop.example.com": [{ actions: [forward(url)] }],
      "https://a.internal": [],
    }),
  });
  const request = "https://shop.example.com/";
  const { out: simulated } = await run("simulate", "--site", "--request", request, ...headers);
  expect(simulated).toContain("2. https://a.internal");

  const { out } = await run("audit", "--site", "--whole", "--forbid", "https://a.internal");

  expect(out).toContain("✗ https://a.internal");
});

test("kept answers are about endpoints, whatever their names are", async () => {
  const site = (blue: string, green: string): object => ({
    version: 3,
    endpoints: [
      {
        name: "front",
        url: "https://shop.example.com",
        upstream: { url: "http://localhost:1" },
        traffic_policy: {
          on_http_request: [
            {
              expressions: ["req.url.path.startsWith('/b')"],
              actions: [forward("https://blue.internal")],
            },
            { actions: [forward("https://green.internal")] },
          ],
        },
      },
      {
        name: blue,
        url: "https://blue.internal",
        upstream: { url: "http://localhost:2" },
        traffic_policy: { on_http_request: [{ actions: [guard] }] },
      },
      { name: green, url: "https://green.internal", upstream: { url: "http://localhost:3" } },
    ],
  });
  const { run, write } = projectOf({ "agent.json": site("one", "two") });
  await run("audit", "--site", "--cache");

  write("agent.json", site("two", "one"));

  expect(await run("audit", "--site", "--cache")).toEqual(await run("audit", "--site"));
});
