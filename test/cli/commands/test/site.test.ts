import { join } from "node:path";
import { expect, test } from "vitest";
import { SitesUnderTest } from "../../../../packages/cli/src/cases/sites-under-test.ts";
import { testContext } from "../../context.ts";
import { projectOf, type Project } from "../../project.ts";

const forward = (url: string): object => ({
  on_http_request: [{ name: "To", actions: [{ type: "forward-internal", config: { url } }] }],
});

const agent = {
  version: 3,
  endpoints: [
    {
      name: "front",
      url: "https://shop.example",
      upstream: { url: 80 },
      traffic_policy: forward("https://api.internal"),
    },
    {
      name: "api",
      url: "https://api.internal",
      upstream: { url: "http://user:secret@localhost:3000" },
    },
  ],
};

const one = (name: string, url: string, expected: object): object => ({
  name,
  request: { url },
  expect: expected,
});

const api = one("The API", "https://shop.example/a", { endpoints: ["front", "api"] });

function shop(
  cases: readonly object[],
  more: object = {},
  files: Record<string, object> = {},
): Project {
  return projectOf({
    "site/agent.json": agent,
    "tests/shop.cases.json": { site: "../site", ...more, cases },
    ...files,
  });
}

test("the cases of a site go through all of it", async () => {
  const { run } = shop([api]);

  expect(await run("test")).toEqual({
    status: 0,
    out: "✓ tests/shop.cases.json  for the site of site  1 passed\n\n1 passed in 1 file.\n",
    err: "",
  });
});

test("a case that fails shows each endpoint on the way, and a server without its password", async () => {
  const wrong = one("Wrong", "https://shop.example/a", { server: "http://localhost:3000" });
  const { run } = shop([wrong]);

  const { status, out } = await run("test");

  expect(status).toBe(1);
  expect(out).toBe(`✗ tests/shop.cases.json  for the site of site  1 failed, 0 passed
  failed  Wrong  tests/shop.cases.json:1:28
    server
      expected  "http://localhost:3000"
      received  "http://…@localhost:3000"
    why  GET https://shop.example/a: forwarded
      1. https://shop.example (front)
        on_http_request
          matched      To  site/agent.json:1
                       → forward-internal ends processing   It goes to https://api.internal.
        forwarded to https://api.internal
      2. https://api.internal (api)  no policy
        forwarded to its server http://…@localhost:3000

1 failed, 0 passed in 1 file.
`);
});

test("JSON has the paths of the site, and the way of a case that fails", async () => {
  const { run } = shop([api, one("Wrong", "https://shop.example/a", { server: null })]);

  const { out } = await run("test", "--format", "json");

  const [file] = (JSON.parse(out) as { files: readonly object[] }).files;
  expect(file).toMatchObject({
    site: ["site"],
    cases: [
      { state: "passed" },
      {
        state: "failed",
        differences: [{ path: "/server", received: "http://…@localhost:3000" }],
        hops: [{ endpoint: "front" }, { endpoint: "api" }],
        reaches: "api",
      },
    ],
  });
  expect(out).not.toContain("secret");
});

test.each(["junit", "github", "gitlab", "markdown"])(
  "%s names a case that fails",
  async (format) => {
    const { run } = shop([one("Wrong", "https://shop.example/a", { server: null })]);

    const { status, out } = await run("test", "--format", format);

    expect(status).toBe(1);
    expect(out).toContain("Wrong");
    expect(out).not.toContain("secret");
  },
);

test("a case whose host no endpoint has could not be run", async () => {
  const { run } = shop([one("Elsewhere", "https://shap.example/", { status: 200 })]);

  const { status, out } = await run("test");

  expect(status).toBe(2);
  expect(out).toContain(
    "tests/shop.cases.json:1:65: No endpoint of the site receives https://shap.example/.",
  );
  expect(out).toContain("Those that are reached from outside are https://shop.example.");
});

test.each<[string, object, Record<string, object>, string]>([
  [
    "a path that is not there",
    { site: ["../site", "../none"] },
    {},
    "tests/shop.cases.json:1:9: none: There is no such file or folder.",
  ],
  ["no endpoint", { site: "." }, {}, "tests/shop.cases.json:1:9: There is no endpoint in tests."],
  [
    "a file that cannot be read",
    {},
    { "site/b.json": "{ version: 3, endpoints: [" as never },
    "site/b.json:1",
  ],
  ["a policy as well", { policy: "x.json" }, {}, '"policy" and "site" cannot be used together.'],
  [
    "a stub for no action",
    { stubs: { oauth: "next" } },
    {},
    'No policy of the site has the action "oauth".',
  ],
])("a file with %s cannot be tested", async (_what, more, files, message) => {
  const { run } = shop([api], more, files);

  const { status, err } = await run("test");

  expect(err).toContain(message);
  expect(status).toBe(2);
});

test("endpoints of which nothing is read are named", async () => {
  const unknown = {
    version: 3,
    endpoints: [{ name: "x", upstream: { url: 80 } }],
  };
  const { run } = shop([api], {}, { "site/more.json": unknown });

  const { status, out } = await run("test");

  expect(out).toMatch(/^Not tested: site\/more\.json#x \(.+\)\.$/m);
  expect(status).toBe(0);
});

test.each([
  [
    ["--coverage"],
    "Coverage is for the cases of policies, and tests/shop.cases.json has those of a site.",
  ],
  [
    ["--min-coverage", "90"],
    "Coverage is for the cases of policies, and tests/shop.cases.json has those of a site.",
  ],
  [
    ["--suggest"],
    "--suggest is for the cases of policies, and tests/shop.cases.json has those of a site.",
  ],
])("%s is refused for the cases of sites alone", async (args, message) => {
  const { run } = shop([api]);

  const { status, err } = await run("test", ...args);

  expect(err).toContain(message);
  expect(status).toBe(2);
});

test("beside cases of a policy, those of a site are left out of coverage with a note", async () => {
  const beside = {
    "a.policy.json": { on_http_request: [{ actions: [{ type: "deny", config: {} }] }] },
    "a.cases.json": { cases: [one("No", "https://a.example/", { outcome: "denied" })] },
  };
  const { run } = shop([api], {}, beside);

  const { status, out, err } = await run("test", "--coverage");

  expect(out).toContain("2 passed in 2 files. 100 % is covered.");
  expect(err).toContain("tests/shop.cases.json has those of a site.");
  expect(status).toBe(0);
});

test("a case is tested with the site of each environment, and can be for one of them", async () => {
  const policies = {
    "a.json": forward("https://api.internal"),
    "b.json": { on_http_request: [{ actions: [{ type: "deny", config: {} }] }] },
  };
  const target = (policy: string): object => ({
    cloud: { kind: "cloud-endpoint", endpoint: `ep_${policy}`, policy, url: "https://new.example" },
  });
  const configuration = {
    service: "emulator",
    environments: { live: { targets: target("./a.json") }, next: { targets: target("./b.json") } },
  };
  const reached = one("Reached", "https://new.example/", { server: { matches: ":3000$" } });
  const { run } = shop(
    [
      reached,
      { ...one("Denied", "https://new.example/", { outcome: "denied" }), environments: ["next"] },
    ],
    {
      site: "..",
    },
    { "traffic-policy.config.json": configuration, ...policies },
  );

  const { status, out, err } = await run("test");

  expect(err).toBe("");
  expect(out).toContain("failed  Reached (next)");
  expect(out).toContain("1 failed, 1 passed in 1 file.");
  expect(status).toBe(1);
  expect((await run("test", "--environment", "live")).status).toBe(0);
});

test("the files with endpoints and policies of a site are those that are watched", async () => {
  const { folder, write } = shop([api]);
  write("site/front.yaml", "on_http_request: []\n");
  const [front, ...others] = agent.endpoints;
  const { traffic_policy: _, ...rest } = front as (typeof agent)["endpoints"][number];
  write("site/agent.json", {
    ...agent,
    endpoints: [{ ...rest, traffic_policy_file: "front.yaml" }, ...others],
  });
  const sites = new SitesUnderTest([], await testContext(folder));
  const file = join(folder, "tests/shop.cases.json");
  await sites.of({ file, name: file } as never, ["site"]);

  expect(await sites.files()).toEqual([
    join(folder, "site/agent.json"),
    join(folder, "site/front.yaml"),
  ]);
});
