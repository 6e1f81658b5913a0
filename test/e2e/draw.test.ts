import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, run, runAlone } from "./command.ts";

const files = {
  "traffic-policy.config.json": JSON.stringify({
    targets: { ssh: { kind: "tcp-edge", policy: "./ssh.policy.ts" } },
    environments: {
      staging: { service: "emulator", targets: { ssh: { edge: "edge_1" } } },
      production: { service: "emulator", targets: { ssh: { edge: "edge_2" } } },
    },
  }),
  "ssh.policy.ts":
    "export default ({ name }: { name: string }) => ({ inbound: [{ name: `Nobody in ${name}`, actions: [{ type: 'deny' }] }] });",
};

test("a policy in code is drawn for its environment", async () => {
  const cwd = project(files);
  const { status, out } = await run(["draw", "ssh", "-e", "staging"], { cwd });
  expect(status).toBe(0);
  expect(out).toContain("<title>ssh (staging)</title>");
  expect(out).toContain(">Nobody in staging</text>");
  const unclear = await run(["draw", "ssh"], { cwd });
  expect(unclear).toMatchObject({ status: 2, out: "" });
  expect(unclear.err).toContain("staging");
});

test("all targets are drawn for one environment", async () => {
  const cwd = project(files);
  const { status, err } = await run(["draw", "-e", "production", "--out", "all/"], { cwd });
  expect({ status, err }).toEqual({ status: 0, err: "all/ssh.svg was written.\n" });
});

test("the exchange is read from standard input once, for all policies", async () => {
  const policy =
    '{"inbound": [{"expressions": ["req.method == \'PUT\'"], "actions": [{"type": "deny"}]}]}';
  const cwd = project({ "a.json": policy, "b.json": policy });
  const { status, err } = await run(["draw", "a.json", "b.json", "--curl", "-", "--out", "all"], {
    cwd,
    input: "curl -X PUT https://a.example/",
  });
  expect({ status, err }).toEqual({
    status: 0,
    err: [
      "a.json:",
      "This depends on open questions about the service (see simulate --options):",
      "  denyStatus=403   with another value it may differ",
      "b.json:",
      "This depends on open questions about the service (see simulate --options):",
      "  denyStatus=403   with another value it may differ",
      "all/a.svg was written.",
      "all/b.svg was written.",
      "",
    ].join("\n"),
  });
});

test("on a disk that is nearly full, a picture is whole or not there", async () => {
  const policy = JSON.stringify({
    inbound: Array.from({ length: 30 }, () => ({ actions: [{ type: "deny" }] })),
  });
  const cwd = project({ "a.json": policy });
  const args = ["draw", "a.json", "--out", "a.svg"];
  const { status, err } = await runAlone(args, { cwd, fileBlocks: 8 });
  expect(status).toBe(2);
  expect(err).toContain("a.svg: The file cannot be written (EFBIG).");
  expect(existsSync(join(cwd, "a.svg"))).toBe(false);
});
