import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectOf } from "../../project.ts";
import { repositoryOf } from "../../repository.ts";

const jwt = {
  type: "jwt-validation",
  config: {
    issuer: { allow_list: [{ value: "https://id.example" }] },
    audience: { allow_list: [{ value: "shop" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example/jwks"] } },
    },
  },
};

const deny = { type: "deny", config: {} };

const forward = (url: string): object => ({ type: "forward-internal", config: { url } });

/** The configuration of an agent: URLs with the actions of their only rule; without any, a server alone. */
function agent(endpoints: Readonly<Record<string, readonly object[]>>): object {
  return {
    version: 3,
    endpoints: Object.entries(endpoints).map(([url, actions]) => ({
      name: url,
      url,
      upstream: { url: "http://localhost:8080" },
      ...(actions.length > 0 && { traffic_policy: { on_http_request: [{ actions }] } }),
    })),
  };
}

/** The manifest of a cloud endpoint with its rules, or with the actions of the only one. */
function gateway(actions: readonly object[], rules: readonly object[] = [{ actions }]): object {
  return {
    apiVersion: "ngrok.k8s.ngrok.com/v1alpha1",
    kind: "CloudEndpoint",
    metadata: { name: "gateway" },
    spec: {
      url: "https://shop.example",
      trafficPolicy: { policy: { on_http_request: rules } },
    },
  };
}

const site = agent({
  "https://shop.example": [jwt, forward("https://api.internal")],
  "https://old.example": [forward("https://api.internal")],
  "https://api.internal": [],
});

test("a server that one endpoint guards, and another does not, is a warning with the request", async () => {
  const { run } = projectOf({ "agent.json": site });

  const { status, out } = await run("audit", "--site");

  expect(status).toBe(1);
  expect(out).toContain(`
  https://api.internal → http://localhost:8080
    from https://shop.example
      ✓ jwt-validation  always: proved
    from https://old.example
      ✗ any check of who comes  not for GET https://old.example/
`);
  expect(out).toContain("site/open-way\n  --> agent.json:1:");
});

test("what is forbidden is proved, refuted with a request, and ends with 1", async () => {
  const { run } = projectOf({ "agent.json": site });

  const { status, out } = await run(
    "audit",
    "--site",
    "--format",
    "json",
    "--forbid",
    "https://api.internal without jwt-validation",
    "--forbid",
    "https://api.internal without jwt-validation when req.host == 'shop.example'",
  );

  expect(status).toBe(1);
  const { forbidden } = JSON.parse(out) as { forbidden: unknown };
  expect(forbidden).toMatchObject([
    {
      result: "found",
      answers: [
        { from: "https://shop.example", answer: { kind: "none" } },
        {
          from: "https://old.example",
          answer: {
            kind: "found",
            exchange: { request: { url: "https://old.example/" } },
            by: ["https://old.example", "https://api.internal"],
          },
        },
      ],
    },
    { result: "none" },
  ]);
});

test.each([
  [["--forbid", "billing"], '--forbid: "billing" is not the URL of an endpoint.'],
  [
    ["--forbid", "https://apis.internal"],
    "--forbid: The site has no endpoint https://apis.internal.",
  ],
  [
    ["--forbid", "https://api.internal without jwt"],
    '--forbid: "jwt" is not an action that checks',
  ],
  [["--forbid", "https://api.internal when req.host =="], "--forbid: "],
  [["--forbid", "https://api.internal when req.methd == 'GET'"], "--forbid: "],
  [["--forbid", 'https://api.internal when "GET"'], "and not true or false"],
  [["--since", "nowhere"], "git"],
])("%j gets a sentence and ends with 2", async (options, message) => {
  const { run } = projectOf({ "agent.json": site });

  const { status, err } = await run("audit", "--site", ...options);

  expect(status).toBe(2);
  expect(err).toContain(message);
});

test("of a condition that no request meets, nothing is proved", async () => {
  const { run } = projectOf({ "agent.json": site });

  const { status, out } = await run(
    "audit",
    "--site",
    "--forbid",
    "https://api.internal when req.host == 'shop.example' && req.host == 'old.example'",
  );

  expect(status).toBe(1);
  expect(out).toContain("unknown. No request meets the condition, so nothing is proved.");
});

test.each([
  ["of an endpoint that was left out", { name: "front", upstream: { url: "1" } }],
  [
    "by another action than a forward",
    {
      name: "front",
      url: "https://ai.example",
      upstream: { url: "1" },
      traffic_policy: {
        on_http_request: [
          {
            actions: [
              {
                type: "ai-gateway",
                config: { providers: [{ id: "own", base_url: "https://api.internal/v1" }] },
              },
            ],
          },
        ],
      },
    },
  ],
  [
    "by a preflight that a sign-in lets pass",
    {
      name: "front",
      url: "https://ai.example",
      upstream: { url: "1" },
      traffic_policy: {
        on_http_request: [
          {
            actions: [
              { type: "oauth", config: { provider: "google", allow_cors_preflight: true } },
              forward("https://api.internal"),
            ],
          },
        ],
      },
    },
  ],
])("a way %s is not known, so nothing is proved", async (_, front) => {
  const { version, endpoints } = agent({ "https://api.internal": [] }) as {
    version: number;
    endpoints: object[];
  };
  const { run } = projectOf({ "agent.json": { version, endpoints: [...endpoints, front] } });

  const { status, out } = await run(
    "audit",
    "--site",
    "--forbid",
    "https://api.internal without oauth",
  );

  expect(out).toContain("Forbidden  1 unknown");
  expect(status).toBe(2);
});

test("a check is proved, although nobody knows who passes it", async () => {
  const oauth = { type: "oauth", config: { provider: "google" } };
  const { run } = projectOf({
    "gateway.json": gateway(
      [],
      [
        { actions: [oauth] },
        {
          expressions: ["actions.ngrok.oauth.identity.email != 'me@shop.example'"],
          actions: [deny],
        },
        { actions: [forward("https://api.internal")] },
      ],
    ),
    "agent.json": agent({ "https://api.internal": [] }),
  });

  expect((await run("audit", "--site")).out).toMatch(
    /from https:\/\/shop\.example {2}\? it is unknown whether .*\n.*\n {6}✓ oauth {2}always: proved\n/,
  );
});

describe("a proof that another answer to an open question refutes", () => {
  const note =
    "With other answers to open questions (see simulate --options), it is not proved: onExpressionError=no-match.";
  const text = "https://api.internal without jwt-validation";
  const files = {
    "gateway.json": gateway(
      [],
      [
        { expressions: ["size(req.headers['x-team'][0]) >= 0"], actions: [jwt] },
        { actions: [forward("https://api.internal")] },
      ],
    ),
    "agent.json": agent({ "https://api.internal": [] }),
  };
  const audit = async (format: string): Promise<string> => {
    const { run } = projectOf(files);
    const { status, out } = await run("audit", "--site", "--format", format, "--forbid", text);
    expect(status).toBe(0);
    return out;
  };

  test("says so on the terminal", async () => {
    const out = await audit("pretty");
    expect(out).toContain(`      ✓ jwt-validation  always: proved\n          ${note}\n`);
    expect(out).toContain(`  ✓ ${text}\n      from https://shop.example: ${note}\n`);
  });

  test("says so in JSON", async () => {
    const dependsOn = [{ option: "onExpressionError", value: "no-match" }];
    const answer = { kind: "none", dependsOn };
    expect(JSON.parse(await audit("json"))).toMatchObject({
      ways: [{ checks: [{ without: answer }], unchecked: answer }],
      forbidden: [{ result: "none", answers: [{ answer }] }],
    });
  });

  test.each([
    ["github", `::notice file=agent.json,line=1,`],
    ["gitlab", `"severity": "info"`],
    ["junit", `<testcase name="${text}" classname="Forbidden"><system-out>`],
    ["markdown", "from https://shop.example: "],
  ])("says so in the form %s", async (format, beginning) => {
    const lines = (await audit(format)).split("\n");
    expect(lines.filter((line) => line.includes(note)).length).toBeGreaterThan(0);
    expect(lines.join("\n")).toContain(beginning);
  });
});

test.each(["--whole", "--cache"])("%s is refused without --site", async (option) => {
  const { run } = projectOf({});

  expect((await run("audit", option)).err).toContain(`${option} is for the endpoints of a site.`);
});

test("what a change opens since a revision is shown, and ends with 1", async () => {
  const { run, write } = repositoryOf({
    "agent.json": agent({
      "https://shop.example": [jwt, forward("https://api.internal")],
      "https://api.internal": [],
    }),
  });
  expect(await run("audit", "--site", "--since", "HEAD")).toMatchObject({
    status: 0,
    out: expect.stringContaining("✓ Since HEAD  nothing opened: proved") as string,
  });

  write("agent.json", site);
  const { status, out } = await run("audit", "--site", "--since", "HEAD");

  expect((await run("audit", "--site", "--since", "HEAD", "--format", "junit")).out).toContain(
    '<testcase name="Since HEAD" classname="Since HEAD"><failure message="1 way opened">',
  );
  expect(status).toBe(1);
  expect(out).toContain(`✗ Since HEAD  1 way opened
  ✗ https://api.internal is reached from https://old.example by requests that did not get there
      GET https://old.example/
`);
});

test.each([
  [
    "https://api.internal",
    "✗ https://api.internal is reached from https://shop.example by requests that did not get there",
  ],
  [
    "https://${req.headers['x'][0]}.internal",
    "? A server outside of the site is reached from https://shop.example by requests that did not get there: unknown",
  ],
])("a way that opens to %s, which no file has, is shown", async (url, line) => {
  const { run, write } = repositoryOf({
    "gateway.json": gateway([deny, forward(url)]),
  });

  write("gateway.json", gateway([forward(url)]));

  expect((await run("audit", "--site", "--since", "HEAD")).out).toContain(`  ${line}\n`);
});

test("kept answers are the same, and only what changed is asked again", async () => {
  const { run, write, folder } = projectOf({ "agent.json": site });
  const cache = join(folder, ".traffic-policy/site-cache.json");
  const keys = (): string[] => {
    const [, answers] = JSON.parse(readFileSync(cache, "utf8")) as [string, object];
    return Object.keys(answers);
  };

  const first = await run("audit", "--site", "--cache");
  const kept = keys();
  expect(await run("audit", "--site", "--cache")).toEqual(first);
  expect(keys()).toEqual(kept);

  write(
    "agent.json",
    agent({
      "https://shop.example": [jwt, forward("https://api.internal")],
      "https://old.example": [jwt, forward("https://api.internal")],
      "https://api.internal": [],
    }),
  );
  expect((await run("audit", "--site", "--cache")).status).toBe(0);
  expect(keys().filter((key) => kept.includes(key))).toHaveLength(1);
});

test("simulate --site follows a request through the endpoints", async () => {
  const { run } = projectOf({ "agent.json": site });
  const simulate = (...more: readonly string[]) =>
    run("simulate", "--site", "--request", "https://old.example/x", ...more);

  expect((await simulate()).out).toContain(`
1. https://old.example
  on_http_request
    matched      rule 1  agent.json:1
                 → forward-internal ends processing   It goes to https://api.internal.
  forwarded to https://api.internal

2. https://api.internal  no policy
  forwarded to its server http://localhost:8080

forwarded
`);
  const { simulations } = JSON.parse((await simulate("--format", "json")).out) as {
    simulations: unknown;
  };
  expect(simulations).toMatchObject([
    {
      entry: "https://old.example",
      isComplete: true,
      possible: [
        {
          outcome: { result: "forwarded" },
          reaches: "https://api.internal",
          hops: [{ endpoint: "https://old.example" }, { endpoint: "https://api.internal" }],
        },
      ],
    },
  ]);
  // A note of the engine's for those that know what was left out; the schema does not have it.
  expect(JSON.stringify(simulations)).not.toContain("perhapsElsewhere");
});

test("simulate --site fails when a file cannot be parsed, and shows what the others do", async () => {
  const { run } = projectOf({
    "agent.json": site,
    "other.json": '{ "version": 3, "endpoints": [',
  });

  const { status, out } = await run("simulate", "--site", "--request", "https://old.example/x");

  expect(out).toContain("forwarded to its server http://localhost:8080");
  expect(status).toBe(2);
});

describe("an endpoint that was left out", () => {
  const { version, endpoints } = agent({
    "https://*.example": [forward("https://none.internal")],
    "https://shop.example": [forward("https://none.internal")],
    "https://api.example": [forward("https://api.internal")],
    "https://api.internal": [],
  }) as { version: number; endpoints: object[] };
  const files = {
    "agent.json": { version, endpoints: [...endpoints, { name: "open", upstream: { url: "1" } }] },
  };
  const why = "and was left out: the service chooses its address.";
  const simulated = async (url: string, ...more: readonly string[]) =>
    projectOf(files).run("simulate", "--site", "--request", url, ...more);

  test.each([
    ["https://new.example/", "https://new.example/"],
    ["https://shop.example/", "https://none.internal"],
  ])("may be on the way of %s", async (url, what) => {
    const { status, out } = await simulated(url);
    expect(out).toContain(`\nunknown  agent.json#open may receive ${what}, ${why}\n`);
    expect(status).toBe(2);

    const { out: json } = await simulated(url, "--format", "json");
    expect(JSON.parse(json)).toMatchObject({
      simulations: [{ isComplete: false, leftOut: `agent.json#open may receive ${what}, ${why}` }],
    });
  });

  test("is not on the way where both URLs have an endpoint", async () => {
    const { status, out } = await simulated("https://api.example/");
    expect(out).not.toContain("left out");
    expect(status).toBe(0);
  });

  test("may receive what no endpoint does", async () => {
    const { status, err } = await simulated("https://other.test/");
    expect(err).toContain(`agent.json#open may receive it, ${why}`);
    expect(status).toBe(2);
  });

  test("is counted in the drawing", async () => {
    const { out } = await projectOf(files).run("draw", "--site", "--format", "mermaid");
    expect(out).toContain('["At least 1 endpoint left out"]');
  });
});

test("simulate --site says which part of the site is not known, and advises no stub for it", async () => {
  const { run } = projectOf({
    "agent.json": {
      version: 3,
      endpoints: [
        {
          name: "a",
          url: "https://a.example",
          upstream: { url: 80 },
          traffic_policy_file: "none.json",
        },
      ],
    },
  });

  const { out } = await run("simulate", "--site", "--request", "https://a.example/");

  expect(out).toContain("not known  The policy of https://a.example (a) is not known:");
  expect(out).not.toContain("--stub");
});

test("simulate --site says which endpoints there are when none receives the request", async () => {
  const { run } = projectOf({ "agent.json": site });

  const { status, err } = await run("simulate", "--site", "--request", "https://new.example/");

  expect(status).toBe(2);
  expect(err).toContain("No endpoint of the site receives https://new.example/.");
  expect(err).toContain("https://shop.example, https://old.example");
});

test("draw --site draws the endpoints, and the way of a request", async () => {
  const { run } = projectOf({ "agent.json": site });
  const drawn = await run(
    "draw",
    "--site",
    "--format",
    "mermaid",
    "--request",
    "https://old.example/",
  );

  expect(drawn.status).toBe(0);
  expect(drawn.out).toContain('e0(["https#58;//shop.example<br>✓ jwt-validation"])');
  expect(drawn.out).toContain("linkStyle 1,4 stroke");
});

test("draw --site is refused for a comparison, and without an endpoint; a picture is SVG", async () => {
  const { run } = projectOf({ "agent.json": site });
  const nowhere = projectOf({ "a.json": {} });

  expect((await run("draw", "--site")).out).toMatch(/^<svg /);
  expect((await run("draw", "--site", "--compare")).err).toContain("A site is drawn whole");
  expect((await nowhere.run("draw", "--site", "--format", "mermaid")).err).toContain(
    "There is no endpoint to draw.",
  );
});
