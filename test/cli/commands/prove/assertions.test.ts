import { expect, test } from "vitest";
import { type Project, projectOf } from "../../project.ts";

const policy = `inbound:
  - name: Admin
    expressions:
      - req.url.path.startsWith('/admin')
      - "!inCidrRange(conn.client_ip, '192.0.2.0/24')"
    actions: [{ type: deny, config: { status_code: 403 } }]
  - name: Tenant
    expressions: ["req.headers['x-tenant'].exists(v, v == 'a')"]
    actions: [{ type: log, config: { metadata: { tenant: a } } }]
`;

const web = (assertions: string, more = ""): Project =>
  projectOf({
    "web.policy.yaml": policy,
    "web.assertions.yaml": `${more}assertions:\n${assertions}`,
  });

test("a proof is a line; what is refuted has the exchange, a command line of curl, and a case", async () => {
  const { status, out, err } = await web(`  - name: Nobody from elsewhere gets to the admin pages
    when:
      request: { path: { matches: ^/admin } }
      connection: { clientIp: [198.51.100.0/24, "2001:db8::/32"] }
    always: denied
  - name: The admin pages are closed
    when: req.url.path.startsWith('/admin') && 'x-tenant' in req.headers
    always: { outcome: denied, status: 403 }
  - name: Nothing of a tenant fails
    when: { request: { headers: { x-tenant: a } } }
    never: failed
`).run("prove");
  expect(err).toBe("");
  expect(out).toBe(`✗ web.assertions.yaml  for web.policy.yaml  1 refuted, 2 proved
  ✓ Nobody from elsewhere gets to the admin pages
  ✗ The admin pages are closed  refuted  web.assertions.yaml:7:5
      always {"outcome":"denied","status":403}, when req.url.path.startsWith('/admin') && 'x-tenant' in req.headers
      outcome
        expected  "denied"
        received  "forwarded"
      status
        expected  403
        received  200
      for  GET https://example.com/admin from 192.0.2.1: forwarded
        inbound
          not matched  Admin  web.policy.yaml:2
                       ✗ !inCidrRange(conn.client_ip, '192.0.2.0/24')   conn.client_ip is "192.0.2.1"
          not matched  Tenant  web.policy.yaml:7
                       ✗ req.headers['x-tenant'].exists(v, v == 'a')   req.headers["x-tenant"] is ["x"]
      curl (without the connection and response of the case)
        curl -H 'x-tenant: x' -H 'user-agent:' -H 'accept:' 'https://example.com/admin'
      case
        - name: The admin pages are closed
          connection:
            clientIp: 192.0.2.1
          request:
            url: https://example.com/admin
            headers:
              x-tenant: x
          response:
            status: 200
          expect:
            outcome: denied
            status: 403
  ✓ Nothing of a tenant fails

1 refuted, 2 proved in 1 file.
`);
  expect(status).toBe(1);
});

test("a case of what is refuted fails as it is pasted", async () => {
  const project = web("  - { name: It is closed, always: denied }\n");
  const { out } = await project.run("prove");
  const [, source = ""] = /\n {6}case\n([^]*?)\n\n/.exec(out) ?? [];
  project.write("web.cases.yaml", `cases:\n${source.replaceAll(/^ {6}/gm, "")}\n`);
  const { status, out: tested } = await project.run("test");
  expect(tested).toMatch(/^ {2}failed {2}It is closed/m);
  expect(status).toBe(1);
});

test("all proved is 0; a proof that says nothing, or depends on an answer, says so", async () => {
  const { status, out } = await web(`  - name: What nothing is
    when: ["req.method == 'GET'", "req.method == 'POST'"]
    always: denied
  - name: It is never answered by anything else
    when: "!(req.url.path.startsWith('/admin'))"
    never: denied
`).run("prove");
  expect(out).toBe(`✓ web.assertions.yaml  for web.policy.yaml  2 proved
  ✓ What nothing is
      It says nothing, because no exchange satisfies its condition: req.method == 'GET' and req.method == 'POST'.
  ✓ It is never answered by anything else

2 proved in 1 file.
`);
  expect(status).toBe(0);
  const failing = await web(
    "  - { name: A, when: \"!('x-tenant' in req.headers)\", never: forwarded }\n",
  ).run("prove");
  expect(failing.out).toMatch(
    /proved\n {2}✓ A\n {6}With other answers to open questions \(see simulate --options\), it is not proved: onExpressionError=no-match\.\n/,
  );
  const answered = await web(
    "  - { name: A, when: \"!('x-tenant' in req.headers)\", never: forwarded, options: { onExpressionError: no-match } }\n",
  ).run("prove");
  expect(answered.status).toBe(1);
  expect(answered.out).toContain("          options:\n            onExpressionError: no-match\n");
});

const token = `inbound:
  - name: Token
    actions: [{ type: jwt-validation }]
  - name: Rest
    actions: [{ type: deny }]
`;

test("what is unknown is 2 with its reason, unless something else is refuted", async () => {
  const { run, write } = projectOf({
    "web.policy.yaml": token,
    "web.assertions.yaml":
      "assertions: [{ name: It is denied, always: { status: 403, by: deny } }]",
  });
  const { status, out } = await run("prove");
  expect(out).toMatch(
    /\n {2}\? It is denied {2}unknown {2}web\.assertions\.yaml:1:14\n {6}always \{"status":403,"by":"deny"\}\n {6}Only the service knows what "jwt-validation" does; say it in "stubs" of the assertion\.\n/,
  );
  expect(out).toMatch(/1 unknown, 0 proved in 1 file\.\n$/);
  expect(status).toBe(2);
  write(
    "web.assertions.yaml",
    "stubs: { jwt-validation: next }\nassertions: [{ name: It is denied, always: { status: 403, by: deny } }]",
  );
  expect((await run("prove")).status).toBe(0);
  write(
    "web.assertions.yaml",
    "assertions: [{ name: It is denied, always: { status: 403, by: deny } }, { name: B, when: req.method == 'A', never: denied, stubs: { jwt-validation: next } }]",
  );
  const both = await run("prove");
  expect(both.out).toMatch(/1 refuted, 1 unknown, 0 proved in 1 file\.\n$/);
  expect(both.status).toBe(1);
});

test("connections of TCP are proved, too", async () => {
  const { status, out } = await projectOf({
    "ssh.policy.yaml":
      "inbound: [{ name: Office, expressions: [\"!inCidrRange(conn.client_ip, '192.0.2.0/24')\"], actions: [{ type: deny }] }]",
    "ssh.assertions.yaml": `protocol: tcp
assertions:
  - { name: The office gets in, when: { connection: { clientIp: 192.0.2.0/25 } }, always: forwarded }
  - { name: Nobody else, when: { connection: { clientIp: 192.0.0.0/8 } }, never: forwarded }
`,
  }).run("prove");
  expect(out).toContain(`  ✓ The office gets in
  ✗ Nobody else  refuted  ssh.assertions.yaml:4:5
      never forwarded, when inCidrRange(conn.client_ip, '192.0.0.0/8')
      for  a connection from 192.0.2.`);
  expect(out).not.toContain("curl");
  expect(status).toBe(1);
});

test("--filter asks about some of them, by their names", async () => {
  const project = web("  - { name: First, always: denied }\n  - { name: Second, never: closed }\n");
  const { status, out } = await project.run("prove", "--filter", "SEC");
  expect(out).toMatch(/ {2}✓ Second\n\n1 proved in 1 file\.\n$/);
  expect(status).toBe(0);
  expect(await project.run("prove", "--filter", "third")).toEqual({
    status: 2,
    out: "",
    err: 'error: No assertion has "third" in its name.\n  help: --filter matches part of an assertion\'s name, ignoring case.\n',
  });
});

test.each([
  ["when: req.metod == 'A'", "3:11", "There is no variable req.metod."],
  ["when: \"true && req.method = 'A'\"", "3:31", "= is not CEL."],
  ["when: [req.method]", "3:12", "The condition is of type string, not bool."],
  ["wen: true", "3:5", 'Unknown key "wen".'],
  ["never: failed", "3:5", 'There are both "always" and "never".'],
  [
    "stubs: { deny: next, jwt-validation: next }",
    "3:26",
    'The policy has no action "jwt-validation".',
  ],
  ["environments: [production]", "3:20", 'There is no environment "production".'],
  ["options: { denyStatus: yes }", "3:28", '"yes" is not a valid answer for denyStatus.'],
])("of %s, the place is named and what to do", async (line, place, message) => {
  const project = web(`  - name: A\n    ${line}\n    always: denied\n`);
  const { status, out, err } = await project.run("prove");
  expect(err).toContain(`error: web.assertions.yaml:${place}: ${message}`);
  expect(err).toMatch(/\n {2}help: /);
  expect(out).toBe("1 file could not be proved.\n");
  expect(status).toBe(2);
});

test.each([
  [
    "always: { matched: [Admim] }",
    "3:25",
    'The policy has no rule "Admim".\n  help: Did you mean "Admin"?',
  ],
  ["never: { by: { rule: Nobody } }", "3:26", 'The policy has no rule "Nobody".'],
])("of %s, the rule is looked for in the policy", async (line, place, message) => {
  const { status, err } = await web(`  - name: A\n    ${line}\n`).run("prove");
  expect(err).toContain(`error: web.assertions.yaml:${place}: ${message}`);
  expect(status).toBe(2);
});

test("an assertion about a request has nothing to do with a policy for TCP", async () => {
  const { err } = await web(
    "  - { name: A, when: { request: { method: GET } }, always: denied }\n",
    "protocol: tcp\n",
  ).run("prove");
  expect(err).toBe(
    'error: web.assertions.yaml:3:24: There is a request, but the policy is for tcp, which sees only connections.\n  help: Remove it; "connection" describes the client.\n',
  );
});

test("no assertion files are an error, with how they are called and what needs none", async () => {
  const { run } = projectOf({ "web.policy.yaml": policy });
  const help =
    "  help: The assertions of web.policy.ts are in web.assertions.ts, web.assertions.yaml or web.assertions.json next to it. --reach, --fails and --ask need none.\n";
  expect(await run("prove")).toEqual({
    status: 2,
    out: "",
    err: `error: There is no assertion file in this folder or below it.\n${help}`,
  });
  expect((await run("prove", "web.policy.yaml")).err).toBe(
    `error: web.policy.yaml: There is no assertion file next to it.\n${help.replace("web.policy.ts", "web.policy.yaml")}`,
  );
});

test("a policy with errors is reported, and the others are proved", async () => {
  const project = web("  - { name: A, never: closed }\n");
  project.write("broken.policy.yaml", "inbound: [");
  project.write("broken.assertions.yaml", "assertions: [{ name: A, never: closed }]");
  const { status, out, err } = await project.run("prove");
  expect(err).toContain("broken.policy.yaml:1:10: ");
  expect(out).toMatch(/1 proved in 1 file\. 1 file could not be proved\.\n$/);
  expect(status).toBe(2);
});

test("each environment is asked for by itself, and named where they differ", async () => {
  const targets = (edge: string): object => ({
    web: { kind: "https-route", edge, route: "r", policy: "web.policy.yaml" },
  });
  const { run } = projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      environments: { staging: { targets: targets("s") }, production: { targets: targets("p") } },
    },
    "web.policy.yaml": policy,
    "web.assertions.yaml":
      "policy: web\nassertions: [{ name: A, never: closed, environments: [staging] }, { name: B, never: closed }]",
  });
  const production = await run("prove", "-e", "production");
  expect(production.err).toBe("");
  expect(production.out).toMatch(/ {2}✓ B\n\n1 proved in 1 file\./);
  expect((await run("prove")).out).toMatch(/2 proved in 1 file\./);
});

test("what happens only because of a limit is shown with how often that took place before", async () => {
  const config = {
    name: "All",
    algorithm: "sliding_window",
    capacity: 3,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  };
  const { out } = await projectOf({
    "web.policy.json": { inbound: [{ actions: [{ type: "rate-limit", config }] }] },
    "web.assertions.json": { assertions: [{ name: "Nobody waits", always: "forwarded" }] },
  }).run("prove");
  expect(out).toContain(
    "      for  GET https://example.com/ after 3 of the same: answered with 429\n",
  );
});
