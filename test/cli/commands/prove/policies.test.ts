import { expect, test } from "vitest";
import { type Project, projectOf } from "../../project.ts";

const files = {
  "web.policy.yaml": `inbound:
  - name: Admin
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny }]
  - name: Admin in Norway
    expressions: ["req.url.path.startsWith('/admin/no')"]
    actions: [{ type: log, config: { metadata: { a: b } } }]
  - expressions: ["req.method == 'A' && req.method == 'B' || 'x-tenant' in req.headers"]
    actions: [{ type: log, config: { metadata: { a: b } } }]
  - name: Tenant
    expressions: ["req.headers['x-tenant'].exists(v, v == 'a')"]
    actions: [{ type: log, config: { metadata: { a: b } } }]
`,
  "ssh.policy.yaml":
    "inbound: [{ name: All, actions: [{ type: deny }] }, { actions: [{ type: deny }] }]",
};

const project = (): Project =>
  projectOf({
    ...files,
    "traffic-policy.config.json": {
      service: "emulator",
      targets: {
        web: { kind: "https-route", edge: "e", route: "r", policy: "web.policy.yaml" },
        ssh: { kind: "tcp-edge", edge: "e", policy: "ssh.policy.yaml" },
      },
    },
  });

test("--reach: a rule is a line; what nothing reaches is told with the rules that take its requests", async () => {
  const { status, out, err } = await projectOf(files).run("prove", "--reach", "web.policy.yaml");
  expect(err).toBe("");
  expect(out).toBe(`web.policy.yaml  2 never reached, 14 reached
  ✓ inbound: Admin            3 of 3  GET https://example.com/admin
  ✗ inbound: Admin in Norway  2 of 3
      never  req.url.path.startsWith('/admin/no') is never true: the rule "Admin" takes all of its requests.  web.policy.yaml:6:19
  ✗ inbound: rule 3           6 of 7  GET https://example.com/
      never  req.method == 'A' && req.method == 'B' never decides by being true: its conditions exclude each other.  web.policy.yaml:8:20
  ✓ inbound: Tenant           3 of 3  GET https://example.com/

2 never reached, 14 reached in 1 policy.
`);
  expect(status).toBe(1);
});

test("--reach: each policy of a file is asked about, and what is not known is told beside them", async () => {
  const resource = (name: string, values: object): object => ({
    address: `ngrok_cloud_endpoint.${name}`,
    type: "ngrok_cloud_endpoint",
    values,
  });
  const traffic_policy = JSON.stringify({ on_http_request: [{ actions: [{ type: "deny" }] }] });
  const resources = ["a", "b"].map((name) => resource(name, { traffic_policy }));
  const unknown = {
    address: "ngrok_cloud_endpoint.c",
    change: { after_unknown: { traffic_policy: true } },
  };
  const plan = (all: readonly object[]): object => ({
    format_version: "1.2",
    planned_values: { root_module: { resources: all } },
    resource_changes: [unknown],
  });
  const { write, run } = projectOf({ "plan.json": plan([...resources, resource("c", {})]) });
  const all = await run("prove", "--reach", "plan.json");
  const shown = (text: string): string[] => text.match(/^plan\.json#\S+/gm) ?? [];
  expect(shown(all.out)).toEqual([
    "plan.json#ngrok_cloud_endpoint.a",
    "plan.json#ngrok_cloud_endpoint.b",
  ]);
  expect(all.err).toContain("The policy of ngrok_cloud_endpoint.c is known only after apply.");
  expect(all.status).toBe(2);
  write("plan.json", plan([...resources, resource("d", { traffic_policy: 3 })]));
  const wrong = await run("prove", "--reach", "plan.json");
  expect(shown(wrong.out)).toEqual([]);
  expect(wrong.status).toBe(2);
});

test("--reach: what nothing reaches because of a change is told with the rules that make it", async () => {
  const { write, run } = projectOf({});
  const config = { headers: ["x-tenant"] };
  const inbound = [
    { name: "Anonymous", actions: [{ type: "remove-headers", config }] },
    { name: "Tenant", expressions: ["hasReqHeader('X-Tenant')"], actions: [{ type: "deny" }] },
  ];
  write("a.json", { inbound });
  const { out } = await run("prove", "--reach", "a.json");
  expect(out).toContain(
    `never  hasReqHeader('X-Tenant') is never true: the rule "Anonymous" changes what it asks for.`,
  );
  const json = await run("prove", "--reach", "a.json", "--format", "json");
  const { parts } = JSON.parse(json.out).policies[0].reach;
  expect(parts).toContainEqual(
    expect.objectContaining({
      what: "true",
      state: "never",
      by: [],
      changedBy: [{ path: "/inbound/0", direction: "inbound", name: "Anonymous" }],
    }),
  );
});

test("--reach --all shows an exchange for each part, with a command line of curl", async () => {
  const { write, run } = projectOf({});
  write(
    "a.yaml",
    "inbound: [{ name: A, expressions: [\"req.method == 'PUT'\"], actions: [{ type: deny }] }]",
  );
  const { status, out } = await run("prove", "--reach", "--all", "a.yaml");
  expect(out).toMatch(
    /^a\.yaml {2}3 reached\n {2}✓ inbound: A {2}3 of 3 {2}PUT https:\/\/example\.com\/\n {6}reached {2}The rule is reached\n/,
  );
  expect(out).toContain(`      reached  req.method == 'PUT' is true
        PUT https://example.com/
        curl -X PUT -H 'user-agent:' -H 'accept:' 'https://example.com/'
`);
  expect(status).toBe(0);
});

test("--fails: what fails is told with the reason, an exchange, and answers with which it does not", async () => {
  const { status, out } = await projectOf(files).run("prove", "--fails", "web.policy.yaml");
  expect(out).toBe(`web.policy.yaml  1 can fail, 7 never fail
  ✗ inbound: Tenant  req.headers['x-tenant'].exists(v, v == 'a')  web.policy.yaml:11:19
      There is no key "x-tenant".
      GET https://example.com/
      curl -H 'user-agent:' -H 'accept:' 'https://example.com/'

1 can fail, 7 never fail in 1 policy.
`);
  expect(status).toBe(1);
  const all = await projectOf(files).run("prove", "--fails", "--all", "web.policy.yaml");
  expect(all.out).toContain(
    "  ✓ inbound: Admin  req.url.path.startsWith('/admin')  web.policy.yaml:3:19\n",
  );
});

test("--ask: what is found is told with its exchanges, and what is not with what holds", async () => {
  const { write, run } = projectOf({});
  const allow = ["10.0.0.0/8"];
  const inbound = [
    {
      name: "Office",
      expressions: ["req.url.path.startsWith('/admin')", "req.method == 'POST'"],
      actions: [{ type: "restrict-ips", config: { allow } }],
    },
    { name: "Old", expressions: ["req.method == 'TRACE'"], actions: [{ type: "deny" }] },
    { name: "Large", expressions: ["req.content_length > 9"], actions: [{ type: "deny" }] },
  ];
  write("a.json", { inbound });
  const { status, out, err } = await run("prove", "--ask", "a.json");
  expect(err).toBe("");
  expect(out).toBe(`a.json  3 found, 2 of 5 questions found nothing
  ✗ Does anything get around a check: a sign-in, a list of addresses, a limit, a mark?
      Requests reach URLs that the rule "Office" protects with restrict-ips, without the check.  a.json:1:13
        GET https://example.com/admin: forwarded
          head -c 9 /dev/zero | curl -X GET -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://example.com/admin'
        POST https://example.com/admin: answered with 403
          curl -X POST -H 'user-agent:' -H 'accept:' 'https://example.com/admin'
  ✗ Does an ordinary request fail, because an expression or an action fails?
      A request fails in the rule "Large": req.content_length has no value in this exchange.  a.json:1:259
        GET https://example.com/: failed with 500
          curl -H 'user-agent:' -H 'accept:' 'https://example.com/'
        It is not so with onExpressionError=no-match.
  ✓ What is never let in: which methods, countries, addresses, versions of TLS?
      No request with the method TRACE reaches the upstream: the rule "Old" ends them.  a.json:1:176
      Requests reach the upstream from each range of addresses that it names.
  ✗ Does another spelling of a path get past a rule that refuses or checks it?
      The rule "Office" refuses a path, but not when it is written with a doubled slash at the beginning, in capital letters or behind \`..%2f\`.  a.json:1:13
        POST https://example.com/admin: answered with 403
          head -c 9 /dev/zero | curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://example.com/admin'
        POST https://example.com//admin: forwarded
          head -c 9 /dev/zero | curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://example.com//admin'
        POST https://example.com/ADMIN: forwarded
          head -c 9 /dev/zero | curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://example.com/ADMIN'
        POST https://example.com/x/..%2fadmin: forwarded
          head -c 9 /dev/zero | curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://example.com/x/..%2fadmin'
      Whether an encoded letter, as in /%61dmin, takes a request past the rule "Office" depends on the service: with urlNormalization=none it does.  a.json:1:13
      Whether \`/../\`, as in /x/../admin, takes a request past the rule "Office" depends on the service: with urlNormalization=none it does.  a.json:1:13
  ✓ Does an exception swallow its whole rule?
      No rule has an exception.

3 found, 2 of 5 questions found nothing in 1 policy.
`);
  expect(status).toBe(1);
});

test("--ask: a question that found something is not counted as unknown, too", async () => {
  const { out } = await projectOf({
    "a.json": { on_http_request: [{ expressions: ["req.url.pth == '/'"], actions: [] }] },
  }).run("prove", "--ask", "a.json");
  expect(out).toContain("1 found, 4 unknown, 0 of 5 questions found nothing in 1 policy.\n");
});

test("--ask: a time that all examples share is told once", async () => {
  const token = { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " };
  const config = {
    issuer: { allow_list: [{ value: "https://a.example/" }] },
    http: { tokens: [token] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://a.example/keys"] } },
    },
  };
  const { out } = await projectOf({
    "a.json": {
      on_http_request: [
        {
          expressions: ["req.url.path.startsWith('/api')"],
          actions: [{ type: "jwt-validation", config }],
        },
      ],
    },
  }).run("prove", "--ask", "a.json");
  expect(out).toContain("        GET https://example.com/api: answered with 401\n");
  expect(out.split("2024-01-01T00:00:00Z")).toHaveLength(2);
  expect(out).toContain("        All of these are sent at 2024-01-01T00:00:00Z.\n");
});

test("--ask: what is unknown makes the status 2, and facts do not change it", async () => {
  const { write, run } = projectOf({});
  write("a.json", { inbound: [{ name: "All", actions: [{ type: "deny" }] }] });
  const all = await run("prove", "--ask", "a.json");
  expect(all.out).toContain(
    '      No request reaches the upstream: the rule "All" ends them.  a.json:1:13\n',
  );
  expect(all.status).toBe(0);
  write("b.json", { inbound: [{ expressions: ["req.content_length > 9"], actions: [] }] });
  const late = await run("prove", "--ask", "--timeout", "0.000001", "b.json");
  expect(late.out).toContain("The search took too much time or memory.");
  expect(late.status).toBe(2);
});

test("a policy that the service probably refuses is asked about with a warning", async () => {
  const { out, err, status } = await projectOf({ "a.json": { inbound: 3 } }).run(
    "prove",
    "--ask",
    "a.json",
  );
  expect(err).toBe(
    "warning: a.json:1:12: This must be a list.\n  help: The service probably refuses this policy. It is asked about anyway; run lint for details.\n",
  );
  expect(out.split("The service would refuse the policy: This must be a list.\n")).toHaveLength(2);
  expect(out).toContain("5 unknown, 0 of 5 questions found nothing in 1 policy.\n");
  expect(status).toBe(2);
});

test("without paths, the policies of all targets are asked about, each for its protocol", async () => {
  const { out } = await project().run("prove", "--reach", "--fails");
  expect(out).toContain("\nssh.policy.yaml  2 never reached, 2 reached; 2 never fail\n");
  expect(out).toContain(
    '      never  The rule is never reached: the rule "All" takes all of its requests.  ssh.policy.yaml:1:',
  );
  expect(out.match(/takes all of its requests/g)).toHaveLength(2);
  expect(out).toMatch(
    /4 never reached, 16 reached in 2 policies\. 1 can fail, 9 never fail in 2 policies\.\n$/,
  );
});

test("what needs assertions is refused with --reach and --fails, and the other way round", async () => {
  const { run } = project();
  const filtered = await run("prove", "--reach", "--filter", "a");
  expect(filtered.err).toBe(
    "error: --filter and --reach cannot be used together.\n  help: Remove one of them.\n",
  );
  expect(filtered.status).toBe(2);
  const all = await run("prove", "--ask", "--all");
  expect(all.err).toMatch(
    /^error: --all is for --reach and --fails\.\n {2}help: Every request that/,
  );
  expect((await run("prove", "--all")).err).toMatch(/^error: --all is for --reach and --fails\.\n/);
});

test.each([
  [
    "--reach",
    "error: There is no traffic-policy.config.ts here or in a folder above.\n  help: `traffic-policy init` writes one; or name policy files, or . for all in this folder.\n",
  ],
  ["--fails none.json", "error: none.json: There is no such file.\n"],
])("prove %s where there is nothing is an error", async (line, err) => {
  const ran = await projectOf({}).run("prove", ...line.split(" "));
  expect(ran.err).toBe(err);
  expect(ran.status).toBe(2);
});

test("what depends on a sign-in is not said as a fact", async () => {
  const sign = { name: "Sign in", actions: [{ type: "oauth", config: { provider: "google" } }] };
  const on = (path: string) => ({ expressions: [`req.url.path == '${path}'`] });
  const deny = { name: "Deny", ...on("/o"), actions: [{ type: "deny" }] };
  const { write, run } = projectOf({});
  write("a.json", { on_http_request: [{ ...sign, ...on("/o") }] });
  const asked = await run("prove", "--ask", "a.json");
  expect(asked.out).toContain("GET https://example.com/o: forwarded if oauth lets it pass\n");
  expect(asked.out).toContain("GET https://example.com/O: forwarded\n");
  write("b.json", { on_http_request: [sign, deny] });
  const reach = await run("prove", "--reach", "b.json");
  expect(reach.out).toMatch(/Sign in .* https:\/\/example\.com\/\S*\n/);
  expect(reach.out).toMatch(/Deny .* https:\/\/example\.com\/\S* if oauth lets it pass\n/);
});

test("--ask names the first of the rules that let no request pass", async () => {
  const set = [{ type: "set-vars", config: { vars: [{ a: "x" }] } }];
  const { write, run } = projectOf({});
  write("a.json", {
    on_http_request: [
      { name: "Set", actions: set },
      { name: "First", expressions: ["vars.a == 'x'"], actions: [{ type: "deny" }] },
      { name: "Never", expressions: ["vars.b == 'y'"], actions: [{ type: "deny" }] },
    ],
  });
  const { out } = await run("prove", "--ask", "a.json");
  expect(out).toContain('No request reaches the upstream: the rule "First" ends them.');
});

test("assertions about a policy that cannot be read come with a warning", async () => {
  const { write, run } = projectOf({});
  write("a.policy.json", { on_http_request: [{ actions: [{ type: "denyy" }] }] });
  write("a.assertions.json", { assertions: [{ name: "Open", never: "denied" }] });
  const { status, out, err } = await run("prove", "a.assertions.json");
  expect(err).toContain('There is no action "denyy".');
  expect(out).toContain("1 unknown, 0 proved");
  expect(status).toBe(2);
});
