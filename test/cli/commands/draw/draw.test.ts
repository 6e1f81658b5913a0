import { expect, test } from "vitest";
import { projectOf, type Project } from "../../project.ts";

const web = {
  inbound: [
    {
      name: "Posts",
      expressions: ["req.method == 'POST'"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
    {
      name: "Old",
      expressions: ["req.url.path.startsWith('/v1/')"],
      actions: [{ type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } }],
    },
  ],
  outbound: [
    {
      name: "Compress",
      expressions: ["res.status_code < 300"],
      actions: [{ type: "compress-response" }],
    },
  ],
};

const ssh = {
  inbound: [
    { name: "Norway", expressions: ["conn.geo.country_code == 'NO'"], actions: [{ type: "deny" }] },
  ],
};

const fails = {
  inbound: [{ expressions: ["req.headers['x'] == ['y']"], actions: [{ type: "deny" }] }],
};

const recording = {
  log: {
    entries: ["https://a.example/v1/", "https://a.example/other"].map((url) => ({
      request: { method: "GET", url, headers: [] },
      response: { status: 200, headers: [], content: {} },
    })),
  },
};

const files = {
  "traffic-policy.config.json": {
    service: "emulator",
    targets: {
      ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./policies/ssh.policy.json" },
      web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
    },
  },
  "web.json": web,
  "policies/ssh.policy.json": ssh,
  "fails.json": fails,
  "exchange.yaml": "request: { url: https://a.example/v1/, method: POST }\nresponse: {}\n",
  "two.har": recording,
  "one.har": { log: { entries: recording.log.entries.slice(0, 1) } },
  "many.json": {
    inbound: Array.from({ length: 300 }, () => web.inbound).flat(),
  },
};

/** What a picture says became of each rule, by its path. */
function resultsIn(picture: string): Record<string, string | undefined> {
  const rules = picture.matchAll(
    /role="listitem"[^>]* data-path="([^"]+)"(?: data-result="([^"]+)")?/g,
  );
  return Object.fromEntries([...rules].map(([, path = "", result]) => [path, result]));
}

/** The same as `simulate` finds it with the same options. */
async function simulated(
  project: Project,
  args: readonly string[],
): Promise<Record<string, string | undefined>> {
  const { out } = await project.run("simulate", ...args, "--trace", "--format", "json");
  const { simulations } = JSON.parse(out) as {
    simulations: [{ outcome: { trace: { rules: { path: string; result: string }[] } } }];
  };
  const [{ outcome }] = simulations;
  return Object.fromEntries(outcome.trace.rules.map(({ path, result }) => [path, result]));
}

test("a policy is printed as SVG, or as Mermaid", async () => {
  const project = projectOf(files);
  const { status, out, err } = await project.run("draw", "web.json");
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toMatch(/^<svg [^]*<title>web\.json<\/title>[^]*<\/svg>\n$/);
  expect(resultsIn(out)).toEqual({
    "/inbound/0": undefined,
    "/inbound/1": undefined,
    "/outbound/0": undefined,
  });
  const mermaid = await project.run("draw", "web", "--format", "mermaid");
  expect(mermaid).toMatchObject({ status: 0, err: "" });
  expect(mermaid.out).toContain("\nflowchart TD\n");
  expect(mermaid.out).toContain("rule0[\"1 Posts<br>when req.method == 'POST'<br>→ deny");
});

test("two policies are compared in one picture", async () => {
  const changed = { ...web, inbound: web.inbound.slice(1), outbound: [] };
  const project = projectOf({ ...files, "changed.json": changed });
  const { status, out, err } = await project.run("draw", "web.json", "changed.json", "--compare");
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toContain("<title>changed.json</title>");
  expect(out).toContain("compared with web.json, rules: 2 removed<");
  const changes = [...out.matchAll(/ data-change="(\w+)"/g)].map(([, change]) => change);
  expect(changes).toEqual(["removed", "removed"]);
  const args = ["web.json", "changed.json", "--compare", "--format", "mermaid"];
  const { out: mermaid } = await project.run("draw", ...args);
  expect(mermaid).toContain("1 Posts #40;removed, was 1#41;");
});

test("a secret that was replaced is a change, and is not shown", async () => {
  const secret = (password: string): object => ({
    inbound: [
      {
        name: "Sign-in",
        actions: [{ type: "basic-auth", config: { credentials: [`ana:${password}`] } }],
      },
    ],
  });
  const both = { "a.json": secret("hunter2-Zq81xTTv"), "b.json": secret("hunter3-Zq81xTTw") };
  const { out } = await projectOf(both).run("draw", "a.json", "b.json", "--compare");
  expect(out).toContain("rules: 1 changed<");
  expect(out).not.toContain("hunter");
});

test("a target's picture is named after it, and for its protocol", async () => {
  const { out } = await projectOf(files).run("draw", "ssh");
  expect(out).toContain("<title>ssh</title>");
  expect(out).toContain("traffic policy for tcp, 1 rule");
});

test.each([
  [["web.json", "--request", "POST https://a.example/"]],
  [["web.json", "--request", "https://a.example/v1/", "--response", "200"]],
  [["web.json", "--request", "https://a.example/v1/"]],
  [["web.json", "--curl", "curl https://a.example/v1/ -d a=b"]],
  [["web.json", "--exchange", "exchange.yaml"]],
  [["web.json", "--exchange", "exchange.yaml", "--response", "404"]],
  [["web.json", "--exchange", "two.har", "--entry", "2"]],
  [["web.json", "--exchange", "one.har"]],
  [["web.json", "--request", "POST https://a.example/", "--stub", "deny=next"]],
  [["ssh", "--country", "NO"]],
  [["ssh", "--variable", "conn.geo.country_code=SE"]],
])("the path of an exchange is as simulate finds it: %j", async (args) => {
  const project = projectOf(files);
  const { status, out } = await project.run("draw", ...args);
  expect(status).toBe(0);
  const results = await simulated(project, args);
  expect(Object.values(results).some((result) => result !== "skipped")).toBe(true);
  expect(resultsIn(out)).toEqual(results);
});

test("a picture shows the exchange and what comes of it", async () => {
  const project = projectOf(files);
  const args = ["draw", "web", "--request", "POST https://a.example/", "--country", "NO"];
  const { out } = await project.run(...args);
  expect(out).toContain("POST https://a.example/ from NO");
  expect(out).toContain("answered with 405 by deny of inbound rule &quot;Posts&quot;");
});

test("where something fails for the exchange, the status and a sentence say so", async () => {
  const project = projectOf(files);
  const args = ["draw", "fails.json", "--request", "https://a.example/"];
  const { status, out, err } = await project.run(...args);
  expect(status).toBe(1);
  expect(resultsIn(out)).toEqual({ "/inbound/0": "failed" });
  expect(err).toContain('fails  fails.json:1:30: There is no key "x".\n');
  expect(err).toContain("This depends on open questions about the service");
});

test("what the service would refuse is drawn, with a warning", async () => {
  const project = projectOf({ "broken.json": { inbound: [{ actions: [{ type: "teapot" }] }] } });
  const { status, out, err } = await project.run("draw", "broken.json");
  expect(status).toBe(0);
  expect(out).toContain("Whether &quot;teapot&quot; ends processing is not known.");
  expect(err).toMatch(
    /^warning: broken\.json:1:\d+: There is no action "teapot"\.\n.*It is drawn anyway/,
  );
});

test("of many rules, the detail decides how much is drawn", async () => {
  const project = projectOf({
    "some.json": { inbound: Array.from({ length: 3 }, () => web.inbound).flat() },
  });
  const request = ["--request", "POST https://a.example/"];
  const full = await project.run("draw", "some.json");
  const brief = await project.run("draw", "some.json", "--detail", "brief");
  expect(Object.keys(resultsIn(brief.out))).toEqual(Object.keys(resultsIn(full.out)));
  expect(brief.out.length).toBeLessThan(full.out.length);
  const matched = await project.run("draw", "some.json", "--detail", "matched", ...request);
  expect(resultsIn(matched.out)).toEqual({ "/inbound/0": "matched" });
  expect(matched.out).toContain("5 rules (2 to 6): not reached");
});

test.each<[string[], string, string]>([
  [
    ["draw"],
    "There are 2 policies, and only one can be printed.",
    "Write them to a folder with --out, or name one of them.",
  ],
  [["draw", "none.json"], "none.json: There is no such file.", ""],
  [["draw", "none"], 'The configuration has no target "none".', "It has: ssh, web."],
  [["draw", "web", "--format", "png"], '"png" is not a valid value for --format.', ""],
  [
    ["draw", "web", "--stub", "deny=next"],
    "--stub is about a request, but none is given.",
    "Add one, like --request 'GET https://example.com/'.",
  ],
  [["draw", "web", "--detail", "matched"], "--detail matched is about a request", "Add one"],
  [
    ["draw", "web", "--exchange", "two.har"],
    "two.har: The HAR file has 2 exchanges, and a drawing shows one.",
    "Choose it with --entry, counted from 1.",
  ],
  [
    ["draw", "web", "--exchange", "two.har", "--entry", "3"],
    "two.har: There is no entry 3.",
    "Its last entry is 2.",
  ],
  [
    ["draw", "web", "--country", "NO"],
    "There is no request, but the policy is for http.",
    "Add one, like --request 'GET https://example.com/'.",
  ],
  [
    ["draw", "ssh", "--request", "https://a.example/"],
    "There is a request, but the policy is for tcp, which sees only connections.",
    "",
  ],
  [["draw", "web", "--request", "no url"], "--request: ", ""],
  [
    ["draw", "web.json", "--compare"],
    "--compare is about two policies, and 1 are named.",
    "Write it like draw before.json after.json --compare.",
  ],
  [
    ["draw", "web.json", "fails.json", "--compare", "--request", "https://a.example/"],
    "A comparison is drawn without a request.",
    "Remove the request or --compare.",
  ],
  [
    ["draw", "web", "ssh", "--compare"],
    "The policies differ in their protocol or their dialect.",
    "Compare two policies for the same kind of target.",
  ],
  [["draw", "web", "--exchange", "-"], "standard input: The file is empty.", ""],
  [
    ["draw", "many.json", "--format", "mermaid", "--detail", "full"],
    "many.json: The drawing has ",
    "Use --format svg, --detail brief, or a request with --detail matched.",
  ],
])("%j ends with a sentence and status 2", async (args, sentence, help) => {
  const { status, out, err } = await projectOf(files).run(...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${sentence}`);
  expect(err).toContain(help);
});

test("without a configuration and a name, it says what is missing", async () => {
  const { status, err } = await projectOf({}).run("draw");
  expect(status).toBe(2);
  expect(err).toContain("There is no traffic-policy.config.ts here or in a folder above.");
  expect(err).toContain("or name policy files.");
});
