import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { builtPolicy, cases, definedCases, policy } from "./files.ts";

const web = { "web.policy.yaml": policy, "web.cases.yaml": cases };

test("cases beside a policy are found and pass", async () => {
  const cwd = project({ "policies/web.policy.yaml": policy, "policies/web.cases.yaml": cases });
  for (const args of [[], ["policies"], ["policies/web.policy.yaml"], ["policies/*.cases.yaml"]]) {
    expect(await run(["test", ...args], { cwd })).toEqual({
      status: 0,
      out: "✓ policies/web.cases.yaml  for policies/web.policy.yaml  2 passed\n\n2 passed in 1 file.\n",
      err: "",
    });
  }
});

test("a case that fails is told with both sides, and the rules that decided", async () => {
  const cwd = project({
    ...web,
    "web.cases.yaml": cases.replace("404", "403").replace("/v2/a", "/v3/a"),
  });
  const { status, out } = await run(["test"], { cwd });
  expect(status).toBe(1);
  expect(out).toBe(`✗ web.cases.yaml  for web.policy.yaml  2 failed, 0 passed
  failed  Strangers do not see what is internal  web.cases.yaml:2:5
    status
      expected  403
      received  404
    why  GET https://example.com/internal/a: answered with 404
      inbound
        matched      Internal  web.policy.yaml:2
                     ✓ !inCidrRange(conn.client_ip, '10.0.0.0/8')   conn.client_ip is "198.51.100.1"
                     ✓ req.url.path.startsWith('/internal/') || req.url.path == '/metrics'
                       ✓ req.url.path.startsWith('/internal/')   req.url.path is "/internal/a"
                     → deny ends processing
        not reached  1 more

  failed  The old API  web.cases.yaml:5:5
    URL for the upstream
      expected  "https://example.com/v3/a"
      received  "https://example.com/v2/a"
    why  GET https://example.com/v1/a: forwarded
      inbound
        not matched  Internal  web.policy.yaml:2
                     ✗ req.url.path.startsWith('/internal/') || req.url.path == '/metrics'
                       ✗ req.url.path.startsWith('/internal/')   req.url.path is "/v1/a"
                       ✗ req.url.path == '/metrics'   req.url.path is "/v1/a"
        matched      Old API  web.policy.yaml:9
                     ✓ req.url.path.startsWith('/v1/')   req.url.path is "/v1/a"
                     → url-rewrite
                         - URL: https://example.com/v1/a
                         + URL: https://example.com/v2/a

2 failed, 0 passed in 1 file.
`);
});

test("cases in TypeScript are run, and a failure names the line of its row", async () => {
  const cwd = project({ "web.policy.ts": builtPolicy, "web.cases.ts": definedCases });
  expect(await run(["test"], { cwd })).toMatchObject({ status: 0 });
  const wrong = project({
    "web.policy.ts": builtPolicy,
    "web.cases.ts": definedCases.replace("/metrics", "/metric").replace("v2", "v3"),
  });
  const { status, out } = await run(["test"], { cwd: wrong });
  expect(status).toBe(1);
  expect(out).toContain("failed  The old API  web.cases.ts:4:13\n");
  expect(out).toContain("expected  text that matches /\\/v3\\/a$/\n");
  expect(out).toContain("failed  Internal: url https://example.com/metric  web.cases.ts:16:7\n");
});

test("--filter runs the cases with a text in their name, in whatever case", async () => {
  const cwd = project({ ...web, "other.policy.yaml": policy, "other.cases.yaml": cases });
  const one = await run(["test", "web.cases.yaml", "--filter", "OLD"], { cwd });
  expect(one).toMatchObject({ status: 0, out: expect.stringContaining("1 passed in 1 file.") });
  const none = await run(["test", "--filter", "new"], { cwd });
  expect(none).toMatchObject({ status: 2, out: "" });
  expect(none.err).toContain('error: No case has "new" in its name.');
});

test("a target says what its policy is for, one without cases is named, and other projects are left out", async () => {
  const tcp = "inbound: [{ name: All, actions: [{ type: deny }] }]";
  const cwd = project({
    "traffic-policy.config.json": configuration(),
    "ssh.json": JSON.stringify({ inbound: [{ name: "All", actions: [{ type: "deny" }] }] }),
    "ssh.cases.yaml": "cases: [{ name: Nobody, expect: { outcome: denied } }]",
    "web.json": "{}",
    "own/traffic-policy.config.json": configuration(),
    "own/web.cases.yaml": "for the configuration beside it, and broken",
    "more/other.policy.yaml": tcp,
    "more/other.cases.yaml":
      "protocol: tcp\ncases: [{ name: Nobody, expect: { outcome: closed, by: deny } }]",
    "more/named.cases.yaml": "policy: ssh\ncases: [{ name: Nobody, expect: { matched: [All] } }]",
  });
  const { status, out, err } = await run(["test"], { cwd });
  expect(err).toBe("");
  expect(out).toContain("Not tested: web.json (no cases).\n");
  expect(out).toContain("✓ more/named.cases.yaml  for ssh.json  1 passed\n");
  expect(out).toContain("3 passed in 3 files.");
  expect(status).toBe(0);
});

const right = "request: { url: https://a/ }";

const mistakes: readonly (readonly [what: string, text: string, message: string])[] = [
  ["key", `cases: [{ name: a, expect: {}, reqest: {} }]`, ':1:32: Unknown key "reqest"'],
  ["none", "cases: []", ':1:8: "cases" must have at least 1 entry.'],
  ["nothing", `cases: [{ name: a, ${right} }]`, ":1:9: The case expects nothing."],
  [
    "url",
    "cases: [{ name: a, request: { url: here }, expect: { status: 200 } }]",
    ':1:36: "here" is not the URL of a request.',
  ],
  [
    "row",
    `cases: [{ name: a, ${right}, expect: { status: 200 }, each: [{}, { connection: { clientIp: x } }] }]`,
    ':1:112: "x" is not an IP address.',
  ],
  [
    "pattern",
    `cases: [{ name: a, ${right}, expect: { body: { matches: "(" } } }]`,
    ":1:77: This is not a regular expression: ",
  ],
  [
    "option",
    `options: { denyState: 1 }\ncases: [{ name: a, ${right}, expect: { status: 200 } }]`,
    ':1:12: There is no option "denyState".',
  ],
  [
    "answer",
    `options: { absentValues: no }\ncases: [{ name: a, ${right}, expect: { status: 200 } }]`,
    ':1:26: "no" is not a valid answer for absentValues.',
  ],
  [
    "action",
    `stubs: { log: next }\ncases: [{ name: a, ${right}, expect: { status: 200 } }]`,
    ':1:10: The policy has no action "log".',
  ],
  [
    "stub",
    `stubs: { deny: never }\ncases: [{ name: a, ${right}, expect: { status: 200 } }]`,
    ':1:16: "never" is not a stub.',
  ],
  ["syntax", "cases: [", ":1:8: A bracket is not closed."],
  ["empty", "", ': The file is empty.\n  help: Write `cases:` with a list, each with "name"'],
];

describe("what cannot be run is told with its place", () => {
  test("in a file, while the other files are tested all the same", async () => {
    const files = mistakes.flatMap(([what, text]) => [
      [`${what}.policy.yaml`, policy],
      [`${what}.cases.yaml`, text],
    ]);
    const cwd = project({ ...web, ...(Object.fromEntries(files) as Record<string, string>) });
    const { status, out, err } = await run(["test"], { cwd });
    for (const [what, , message] of mistakes) {
      expect(err).toContain(`error: ${what}.cases.yaml${message}`);
    }
    expect(out).toContain(`2 passed in 1 file, ${mistakes.length} files could not be tested.`);
    expect(status).toBe(2);
  });

  test.each([[[]], [["p"]], [["p/*/*.cases.yaml"]]])("a folder among %j", async (args) => {
    const cwd = project({
      "p/yes/web.policy.yaml": policy,
      "p/yes/web.cases.yaml": cases,
      "p/no/web.cases.yaml": cases,
    });
    chmodSync(join(cwd, "p/no"), 0);
    const { status, out, err } = await run(["test", ...args], { cwd, unprivileged: true });
    chmodSync(join(cwd, "p/no"), 0o755);
    expect(err).toMatch(/^error: p\/no: The folder cannot be read \(EACCES\)\.\n/);
    expect(out).toContain("2 passed in 1 file, 1 file could not be tested.");
    expect(status).toBe(2);
  });

  test.each([
    ["is no JSON", "inbound: [", /^error: ssh\.json:1:1: /m],
    ["cannot be run", undefined, /^error: ssh\.json: It is a folder\.$/m],
  ])("a policy without cases that %s, whose coverage is asked for", async (_what, text, error) => {
    const cwd = project({
      ...web,
      "traffic-policy.config.json": configuration().replace("./web.json", "./web.policy.yaml"),
      ...(text === undefined ? { "ssh.json/a": "" } : { "ssh.json": text }),
    });
    for (const option of ["--coverage", "--min-coverage=1", "--suggest"]) {
      const { status, out, err } = await run(["test", option], { cwd });
      expect(err).toMatch(error);
      expect(out).toContain("2 passed in 1 file, 1 file could not be tested.");
      expect(status).toBe(2);
    }
  });

  test("a case without a request, for an HTTP policy", async () => {
    const cwd = project({
      ...web,
      "web.cases.yaml": "cases: [{ name: a, expect: { status: 200 } }]",
    });
    const { status, out } = await run(["test"], { cwd });
    expect(out).toContain(
      "  error   a  web.cases.yaml:1:9\n    web.cases.yaml:1:9: There is no request",
    );
    expect(status).toBe(2);
  });

  test("a module whose cases contain themselves", async () => {
    const cwd = project({
      ...web,
      "loop.policy.yaml": policy,
      "loop.cases.mts": `const variables: any = {};
variables.more = [{ it: variables }];
export default { cases: [{ name: "a", request: { url: "https://a/" }, variables, expect: { status: 200 } }] };
`,
    });
    const { status, out, err } = await run(["test"], { cwd });
    expect(err).toBe(
      "error: loop.cases.mts:1:24: /cases/0/variables/more/0/it contains itself.\n  help: Write the value out instead.\n",
    );
    expect(out).toContain("2 passed in 1 file, 1 file could not be tested.");
    expect(status).toBe(2);
  });

  test("a function of a case that throws", async () => {
    const upstream = `, upstream() { throw new TypeError("off") }`;
    const cwd = project({
      "web.policy.yaml": policy,
      "web.cases.mts": `export default { cases: [{ name: "a", request: { url: "https://a/" }${upstream}, expect: { status: 200 } }] }`,
    });
    const { status, out } = await run(["test"], { cwd });
    expect(out).toContain("web.cases.mts:1:26: It throws TypeError: off.");
    expect(status).toBe(2);
  });
});

test("an argument that names no cases", async () => {
  const { status, out, err } = await run(["test", "web.policy.yaml"], {
    cwd: project({ "web.policy.yaml": policy }),
  });
  expect(err).toContain("error: web.policy.yaml: There is no case file next to it.\n  help: ");
  expect({ status, out }).toEqual({ status: 2, out: "" });
});

test("in a folder without cases, how they are found is told", async () => {
  const { status, err } = await run(["test"], { cwd: project({ "web.policy.yaml": policy }) });
  expect(err).toContain("error: There is no case file in this folder or below it.");
  expect(status).toBe(2);
});
