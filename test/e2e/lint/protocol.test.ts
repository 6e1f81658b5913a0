import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { lint } from "./findings.ts";

/** It reads a request, which only a policy for http can. */
const posts = JSON.stringify({
  inbound: [{ name: "a", expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] }],
});
const unavailable = (file: string): string =>
  `${file}:1:${posts.indexOf("req.method") + 1} error expression/unavailable`;

const typescript = (protocol: string): string => `
import { conn, deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "${protocol}" }).inbound(
  rule("a").when(conn.clientIp.eq("192.0.2.1")).do(deny()),
);
`;

const edge = { kind: "tcp-edge", edge: "edge_1" };
const route = { kind: "https-route", edge: "edge_2", route: "route_1" };

describe("what exists where is checked for the protocol", () => {
  test.each([
    ["nothing, when nobody says", [], []],
    ["of --protocol tcp", ["--protocol", "tcp"], [unavailable("a.json")]],
    ["of --protocol http", ["--protocol", "http"], []],
  ])("%s", async (_what, args, findings) => {
    expect(
      (await lint(["a.json", ...args], { cwd: project({ "a.json": posts }) })).findings,
    ).toEqual(findings);
  });

  test("of the target that holds the policy", async () => {
    const targets = { ssh: { ...edge, policy: "ssh.json" }, web: { ...route, policy: "web.json" } };
    const cwd = project({
      "ssh.json": posts,
      "web.json": posts,
      "other.json": posts,
      "traffic-policy.config.json": configuration({ targets }),
    });
    const found = await lint(["ssh.json", "web.json", "other.json"], { cwd });
    expect(found.findings).toEqual([unavailable("ssh.json")]);
  });

  test("of every target that holds it, each finding once", async () => {
    const targets = { ssh: { ...edge, policy: "a.json" }, web: { ...route, policy: "a.json" } };
    const text = posts.replace("'POST'", "'post'");
    const cwd = project({
      "a.json": text,
      "traffic-policy.config.json": configuration({ targets }),
    });
    expect((await lint([], { cwd })).findings).toEqual([
      unavailable("a.json"),
      `a.json:1:${text.indexOf("'post'") + 1} warning expression/method-case`,
    ]);
  });

  test("that the policy says", async () => {
    const text = `
import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "tcp" }).inbound(
  rule("a").when(cel\`req.method == 'POST'\` as never).do(deny()),
);
`;
    const found = await lint(["a.ts"], { cwd: project({ "a.ts": text }) });
    expect(found.findings).toEqual(["a.ts:4:22 error expression/unavailable"]);
  });
});

describe("contradictions: one sentence, exit status 2, and the others are linted", () => {
  const help = "  help: A TCP edge holds policies for tcp, an HTTPS route policies for http.\n";

  test("the policy and --protocol", async () => {
    const cwd = project({ "a.ts": typescript("tcp"), "b.json": posts });
    const { status, out, err } = await run(["lint", "a.ts", "b.json", "--protocol", "http"], {
      cwd,
    });
    expect(err).toBe(
      `error: a.ts: The protocol of the policy is ambiguous: the policy says tcp, but --protocol says http.\n${help}`,
    );
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("the policy and its target", async () => {
    const cwd = project({
      "a.ts": typescript("http"),
      "traffic-policy.config.json": configuration({
        targets: { ssh: { ...edge, policy: "a.ts" } },
      }),
    });
    const { status, err } = await run(["lint"], { cwd });
    expect(err).toBe(
      `error: a.ts: The protocol of the policy is ambiguous: the policy says http, but the target "ssh" is a TCP edge.\n${help}`,
    );
    expect(status).toBe(2);
  });

  test("--protocol and the target", async () => {
    const cwd = project({
      "a.json": posts,
      "traffic-policy.config.json": configuration({
        targets: { web: { ...route, policy: "a.json" } },
      }),
    });
    const { status, err } = await run(["lint", "--protocol", "tcp"], { cwd });
    expect(err).toBe(
      `error: a.json: The protocol of the policy is ambiguous: --protocol says tcp, but the target "web" is an HTTPS route.\n${help}`,
    );
    expect(status).toBe(2);
  });

  test("no contradiction for a policy that is exported beside the one of the target", async () => {
    const text = `${typescript("http")}\nexport const ssh = policy({ protocol: "tcp" }).inbound(rule("b").do(deny()));\n`;
    const cwd = project({
      "a.ts": text,
      "traffic-policy.config.json": configuration({
        targets: { web: { ...route, policy: "a.ts" } },
      }),
    });
    expect(await lint([], { cwd })).toMatchObject({ findings: [], status: 0, err: "" });
  });

  test("a protocol that does not exist", async () => {
    const { status, err } = await run(["lint", "a.json", "--protocol", "udp"], {
      cwd: project({ "a.json": posts }),
    });
    expect(err).toContain('"udp" is not a valid value for --protocol.\n');
    expect(err).toContain("Allowed choices are http, tcp, tls.");
    expect(status).toBe(2);
  });
});
