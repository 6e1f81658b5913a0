import { expect, test } from "vitest";
import { type Project, projectOf } from "../../project.ts";
import { admin, mistaken, rewritten } from "../../behaviour-policies.ts";

function started(files: Readonly<Record<string, string | object>> = {}): Project {
  return projectOf({ "a.json": admin, "b.json": mistaken, "c.json": rewritten, ...files });
}

test("two files are compared rule by rule, without a configuration and without a service", async () => {
  const { run } = started({ "same.yaml": `inbound: ${JSON.stringify(admin.inbound)}` });
  expect(await run("diff", "a.json", "b.json")).toEqual({
    status: 1,
    out: `different  a.json → b.json
  ~ inbound rule "Admin", expressions[0]
      before  "req.url.path.startsWith('/admin')"
                            ^^^^^^^^^^^^
      after   "req.url.path.matches('^/admin/')"
                            ^^^^^^^^^^      ^
`,
    err: "",
  });
  expect(await run("diff", "a.json", "same.yaml")).toEqual({
    status: 0,
    out: "identical  a.json → same.yaml\n",
    err: "",
  });
  expect(await run("diff", "a.json", "b.json", "--exit-zero")).toMatchObject({ status: 0 });
});

test("rules of phases are called by their names, and those without one say what they do", async () => {
  const toShop = {
    actions: [{ type: "forward-internal", config: { url: "https://shop.internal" } }],
  };
  const denied = (status: number) => ({
    name: "Bots",
    expressions: ["req.user_agent.startsWith('bot')"],
    actions: [{ type: "deny", config: { status_code: status } }],
  });
  const before = { on_http_request: [denied(403)] };
  const after = { on_tcp_connect: [], on_http_request: [denied(404), toShop] };
  const { run } = started({ "one.json": before, "two.json": after });
  expect((await run("diff", "one.json", "two.json")).out).toBe(`different  one.json → two.json
  ~ on_http_request rule "Bots", actions[0].config.status_code
      before  403
      after   404
  + on_http_request rule 2 (added)
      {"actions":[{"type":"forward-internal","config":{"url":"https://shop.internal"}}]}
`);
  expect((await run("diff", "one.json", "two.json", "--verbose")).out).toContain(`rule 2 (added)
      always
      do    forward-internal {"url":"https://shop.internal"}
`);
});

test("of a rule that came or went, it is shown what it says", async () => {
  const rule = (count: number) => ({
    name: "New",
    expressions: Array.from({ length: count }, (_item, index) => `req.url.path != '/${index}'`),
    actions: [{ type: "deny" }],
  });
  const { run } = started({
    "none.json": { inbound: [] },
    "new.json": { inbound: [rule(1)] },
    "long.json": { inbound: [rule(9)] },
  });
  expect((await run("diff", "none.json", "new.json")).out).toBe(`different  none.json → new.json
  + inbound rule "New" (added)
      when  req.url.path != '/0'
      do    deny
`);
  expect((await run("diff", "new.json", "none.json")).out).toContain(`"New" (removed)
      when  req.url.path != '/0'
`);
  expect((await run("diff", "none.json", "long.json")).out).toMatch(
    /'\/7'\n {6}… 2 more lines, with --verbose\n$/,
  );
});

test("a difference is worded by its own requests", async () => {
  const office = (enforce: boolean) => ({
    on_http_request: [
      {
        name: "office",
        actions: [{ type: "restrict-ips", config: { enforce, allow: ["192.0.2.0/24"] } }],
      },
    ],
  });
  const deny = { on_http_request: [{ actions: [{ type: "deny" }] }] };
  const { run } = started({
    "on.json": office(true),
    "off.json": office(false),
    "deny.json": deny,
    "none.json": { on_http_request: [] },
  });
  expect((await run("diff", "on.json", "off.json", "--semantic")).out).toContain(
    "    for      some requests that are answered with 403\n",
  );
  expect((await run("diff", "deny.json", "none.json", "--semantic")).out).toContain(
    "    for      every request\n",
  );
});

test("a renamed variable in a config makes no difference", async () => {
  const limit = (key: string) => {
    const config = {
      name: "x",
      algorithm: "sliding_window",
      capacity: 10,
      rate: "60s",
      bucket_key: [key],
    };
    const log = { type: "log", config: { metadata: { from: `\${${key}}` } } };
    return { inbound: [{ name: "l", actions: [{ type: "rate-limit", config }, log] }] };
  };
  const { run } = started({
    "old.json": limit("conn.ClientIP"),
    "today.json": limit("conn.client_ip"),
    "other.json": limit("conn.client_port"),
  });
  expect(await run("diff", "old.json", "today.json", "--semantic")).toMatchObject({
    status: 0,
    out: expect.stringContaining("behaviour: the same for every request (proved)") as string,
  });
  expect(await run("diff", "old.json", "other.json", "--semantic")).toMatchObject({ status: 1 });
});

test("a request shows what a difference means", async () => {
  const { run } = started();
  expect(await run("diff", "a.json", "b.json", "--semantic")).toEqual({
    status: 1,
    out: `different  a.json → b.json
  ~ inbound rule "Admin", expressions[0]
      before  "req.url.path.startsWith('/admin')"
                            ^^^^^^^^^^^^
      after   "req.url.path.matches('^/admin/')"
                            ^^^^^^^^^^      ^
  behaviour: not the same for 1 group of requests
    when     req.url.path.startsWith('/admin') && !inCidrRange(conn.client_ip, '10.0.0.0/8') && !req.url.path.matches('^/admin/')
    example  GET https://example.com/admin
    before   answered with 403 by deny of inbound rule "Admin"
    after    forwarded
`,
    err: "",
  });
});

test("that a policy is only rewritten is proved", async () => {
  const { run } = started();
  const { status, out } = await run("diff", "a.json", "c.json", "--semantic");
  expect({ status, last: out.split("\n").at(-2) }).toEqual({
    status: 0,
    last: "  behaviour: the same for every request (proved)",
  });
  expect(await run("diff", "a.json", "c.json")).toMatchObject({ status: 1 });
});

test("for other programs, there are the exchange and both outcomes", async () => {
  const { run } = started();
  const { status, out } = await run("diff", "a.json", "b.json", "--semantic", "--format", "json");
  expect({ status, output: JSON.parse(out) as unknown }).toMatchObject({
    status: 1,
    output: {
      version: 1,
      before: "a.json",
      after: "b.json",
      state: "different",
      behaviour: {
        verdict: "different",
        groups: [
          {
            exchange: { request: { url: "https://example.com/admin" } },
            before: { result: "answered", response: { status: 403 } },
            after: { result: "forwarded" },
            differences: expect.arrayContaining([
              { what: "outcome", before: "answered", after: "forwarded" },
            ]),
          },
        ],
        unknown: [],
      },
      changes: [{ kind: "changed", path: "/inbound/0/expressions/0" }],
    },
  });
});

test("simulate takes an exchange that was found", async () => {
  const { run, write } = started();
  const { out } = await run("diff", "a.json", "b.json", "--semantic", "--format", "json");
  const { behaviour } = JSON.parse(out) as { behaviour: { groups: { exchange: object }[] } };
  write("found.json", behaviour.groups[0]?.exchange ?? {});
  const [before, after] = await Promise.all(
    ["a.json", "b.json"].map((policy) => run("simulate", policy, "--exchange", "found.json")),
  );
  expect(before?.out).toContain("answered with 403 by deny");
  expect(after?.out).toContain("forwarded");
});

test("a comment on a pull request has the meaning with the differences", async () => {
  const { run } = started();
  const { out } = await run("diff", "a.json", "b.json", "--semantic", "--format", "markdown");
  expect(out).toContain("different, behaviour not the same for 1 group of requests.\n");
  expect(out).toContain(
    "@@ behaviour: not the same for 1 group of requests @@\n  when     req.url",
  );
});

test.each([
  ["a policy that is disabled does nothing", { enabled: false, value: JSON.stringify(admin) }, 1],
  ["an edge without a policy does nothing", { traffic_policy: null }, 1],
  ["of an enabled policy, the document counts", { enabled: true, value: JSON.stringify(admin) }, 0],
])("%s", async (_name, stored, status) => {
  const enabled = { enabled: true, value: JSON.stringify(rewritten) };
  const nothing = { enabled: true, value: "{}" };
  const { run } = started({ "stored.json": stored, "d.json": enabled, "nothing.json": nothing });
  expect(await run("diff", "d.json", "stored.json", "--semantic")).toMatchObject({ status });
  const other = await run("diff", "nothing.json", "stored.json", "--semantic");
  expect(other).toMatchObject({ status: 1 - status, err: "" });
});

test("policies for TCP are compared by what they do to connections", async () => {
  const deny = (expression: string) => ({
    inbound: [{ expressions: [expression], actions: [{ type: "deny" }] }],
  });
  const { run } = started({
    "one.json": deny("conn.client_ip == '192.0.2.1'"),
    "two.json": deny("conn.client_ip == '192.0.2.2'"),
  });
  const { out } = await run("diff", "one.json", "two.json", "--semantic", "--protocol", "tcp");
  expect(out).toContain("  behaviour: not the same for 2 groups of connections\n");
  expect(out).toContain("    example  a connection from 192.0.2.1\n    before   closed");
});

test.each([
  [
    { inbound: [], on_http_request: [] },
    'has the key "on_http_request", whose effect is not known.',
  ],
  [{ inbound: [{ if: "a", actions: [] }] }, 'has the key "if", whose effect is not known.'],
  [{ enabled: true, value: "{" }, "is not a JSON document"],
])("of %j it is not known what it does", async (document, reason) => {
  const { run } = started({ "odd.json": document });
  const { status, out } = await run("diff", "a.json", "odd.json", "--semantic");
  expect(status).toBe(1);
  expect(out).toContain("  behaviour: not known whether it is the same\n    odd.json ");
  expect(out).toContain(reason);
});

test.each<[string[], string, string]>([
  [["a.json"], "a.json is only one file; two are compared.", "--target <name> --stored a.json"],
  [["a.json", "b.json", "c.json"], 'Two files are compared; remove "c.json".', ""],
  [["a.json", "d.json"], "d.json: There is no such file.", ""],
  [
    ["a.json", "b.json", "--target", "x", "--tag", "y"],
    "without the configuration",
    "Remove --target, --tag",
  ],
  [["a.json", "b.json", "--stub", "x=1"], "--stub is only for --semantic.", "Add --semantic"],
  [["a.json", "b.json", "--semantic", "--stub", "x"], '"x" is not a stub', "jwt-validation=401"],
  [["a.json", "b.json", "--semantic", "--option", "x=1"], 'no option "x"', "--options"],
  [["a.json", "b.json", "--semantic", "--timeout", "0"], "--timeout", "number of seconds"],
])("%j is refused, and the help says what is meant", async (args, message, help) => {
  const { status, out, err } = await started().run("diff", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toContain(help);
});

test("names of targets in the place of files are meant for --target", async () => {
  const target = { kind: "https-route", edge: "edge_1", route: "route_1", policy: "./a.json" };
  const targets = { web: target, shop: { ...target, route: "route_2" } };
  const { run } = started({ "traffic-policy.config.json": { service: "emulator", targets } });
  expect((await run("diff", "web")).err).toContain("help: Did you mean --target web?");
  expect((await run("diff", "web", "shop")).err).toContain(
    "help: Did you mean --target web --target shop?",
  );
  expect((await run("diff", "--protocol", "tcp")).err).toContain("only for files");
});
