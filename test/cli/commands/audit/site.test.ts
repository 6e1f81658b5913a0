import { describe, expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const forward = (url: string): object => ({
  on_http_request: [
    { name: "To the server", actions: [{ type: "forward-internal", config: { url } }] },
  ],
});

const front = (url: string): object => ({
  version: 3,
  endpoints: [{ name: "front", url: "https://front.example", traffic_policy: forward(url) }],
});

const inner = {
  version: 3,
  endpoints: [
    {
      name: "inner",
      url: "https://inner.internal",
      upstream: { url: "http://anna:word@localhost:80" },
    },
  ],
};

describe("the report", () => {
  test("has a table of the endpoints, and ends with 0 without findings", async () => {
    const { run } = projectOf({ "a.json": front("https://inner.internal"), "b.json": inner });
    expect(await run("audit", "--site")).toEqual({
      status: 0,
      err: "",
      out: `Endpoints  2 endpoints in 2 files
  URL                     binding   kind   policy        behind it
  https://front.example   public    agent  a.json#front  https://inner.internal
  https://inner.internal  internal  agent  none          http://…@localhost:80

Ways  2 ways to 2 servers
  https://front.example
    from its clients  nothing gets there: proved
  https://inner.internal → http://…@localhost:80
    from https://front.example
      ✗ any check of who comes  not for GET https://front.example/

No findings in 2 endpoints.
`,
    });
  });

  test("has a defect at its place, and ends with 1", async () => {
    const { run } = projectOf({ "a.json": front("https://iner.internal"), "b.json": inner });
    const { status, out } = await run("audit", "--site", ".");
    expect(status).toBe(1);
    expect(out).toContain(
      "error: No internal endpoint has the URL https://iner.internal. site/unknown-target\n  --> a.json:1:",
    );
    expect(out).toContain('help: Did you mean "https://inner.internal"?');
    expect(out).toContain("more: docs/site.md#unknown-target");
    expect(out).toContain("1 error in 2 endpoints, 1 unknown.");
  });

  test("ends with 1 for a warning, and with 0 for information", async () => {
    const { run } = projectOf({ "a.json": front("https://other.internal"), "b.json": inner });
    expect((await run("audit", "--site", "a.json")).status).toBe(1);
    expect((await run("audit", "--site", "b.json")).status).toBe(0);
  });

  test("says what was left out, and ends with 2 where a policy is not known", async () => {
    const endpoints = [
      { name: "a", url: "https://a.example", traffic_policy_file: "none.yaml" },
      { name: "b" },
    ];
    const { run } = projectOf({ "a.json": { version: 3, endpoints } });
    const { status, out } = await run("audit", "--site");
    expect(status).toBe(2);
    expect(out).toContain(
      "Not read: a.json#b (the service chooses its address); a.json#a (its policy is in none.yaml, which does not exist).",
    );
  });

  test.each(["github", "gitlab", "junit", "markdown"])("is printed as %s", async (format) => {
    const { run } = projectOf({ "a.json": front("https://iner.internal"), "b.json": inner });
    const { status, out } = await run("audit", "--site", "--format", format);
    expect(status).toBe(1);
    expect(out).toContain("site/unknown-target");
  });

  test("as JSON has endpoints, findings and what was left out", async () => {
    const { run } = projectOf({
      "a.json": front("https://iner.internal"),
      "b.json": inner,
      "web.json": forward("a"),
    });
    const { out } = await run("audit", "--site", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      endpoints: [
        {
          name: "front",
          url: "https://front.example",
          policy: "a.json#front",
          forwardsTo: ["https://iner.internal"],
        },
        { name: "inner", binding: "internal", upstream: "http://…@localhost:80", forwardsTo: [] },
      ],
      summary: { error: 1, warning: 0, info: 0 },
      diagnostics: [{ rule: "site/unknown-target", location: { file: "a.json" } }],
      failures: [],
      notChecked: [{ file: "web.json", reason: "used by no endpoint" }],
    });
  });

  test("shows nothing of a plan but URLs and policies", async () => {
    const neighbour = "words-of-nobody-else";
    const values = {
      url: "https://a.internal",
      metadata: neighbour,
      traffic_policy: JSON.stringify(forward("tcp://x.internal:1")),
    };
    const resource = {
      address: "ngrok_cloud_endpoint.a",
      mode: "managed",
      type: "ngrok_cloud_endpoint",
      values,
    };
    const plan = {
      format_version: "1.2",
      planned_values: { root_module: { resources: [resource] } },
      variables: { key: neighbour },
    };
    const { run } = projectOf({ "plan.json": plan });
    for (const format of ["pretty", "json", "github", "junit", "markdown"]) {
      const { status, out, err } = await run("audit", "--site", "--format", format);
      expect([format, status]).toEqual([format, 1]);
      expect(out + err).not.toContain(neighbour);
    }
  });
});

describe("bad input gets a sentence and ends with 2:", () => {
  test.each([
    [
      "a folder without endpoints",
      {},
      ["."],
      "error: .: There is no endpoint.\n  help: Name manifests",
    ],
    [
      "a broken file",
      { "ngrok.yml": 'version: 3\nendpoints:\n  - url: "a\n' },
      ["."],
      "error: ngrok.yml:3:10: ",
    ],
    [
      "a URL that is none",
      { "a.json": { version: 3, endpoints: [{ name: "a", url: "ftp://a" }] } },
      ["."],
      'Left out: a.json#a ("ftp://a" is not the URL of an endpoint).',
    ],
    ["no such path", {}, ["nope"], "error: nope: There is no such file or folder.\n"],
    ["a change", {}, [".", "--changed"], "error: --site and --changed cannot be used together.\n"],
    [
      "a target with another URL",
      {
        "traffic-policy.config.json": {
          service: "emulator",
          targets: {
            a: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "a.json", url: "a.example" },
          },
        },
      },
      [],
      'error: traffic-policy.config.json:1:105: "a.example" is not the URL of an endpoint.\n  help: Write scheme and host, like https://shop.example',
    ],
    [
      "an edge with a URL",
      {
        "traffic-policy.config.json": {
          service: "emulator",
          targets: { a: { kind: "tcp-edge", edge: "edge_1", policy: "a.json", url: "tcp://a:1" } },
        },
      },
      [],
      'The TCP edge "a" has a "url", which only cloud endpoints have.',
    ],
  ])("%s", async (_what, files, args, sentence) => {
    const { run } = projectOf(files);
    const { status, out, err } = await run("audit", "--site", ...args);
    expect(err).toContain(sentence);
    expect([status, out.includes("URL  binding")]).toEqual([2, false]);
  });
});
