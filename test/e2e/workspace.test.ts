import { expect, test } from "vitest";
import { project, run } from "./command.ts";

const policy = JSON.stringify({ inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] });
const configuration = (edge: string): string =>
  JSON.stringify({
    service: "emulator",
    targets: { ssh: { kind: "tcp-edge", edge, policy: "ssh.json" } },
  });
const files = {
  "services/a/traffic-policy.config.json": configuration("edge_1"),
  "services/a/ssh.json": policy,
  "services/b/traffic-policy.config.json": configuration("edge_2"),
  "services/b/ssh.json": policy,
};

test.each([
  { workspace: "pnpm", name: "pnpm-workspace.yaml", text: "# ours\npackages:\n  - services/*\n" },
  { workspace: "npm", name: "package.json", text: '{ "workspaces": ["services/*"] }' },
])("the projects of a workspace of $workspace are planned and linted", async ({ name, text }) => {
  const cwd = project({ ...files, [name]: text });
  const { status, out, err } = await run(["plan"], { cwd });
  expect(err).toBe("");
  expect(out).toContain("services/a:ssh  create");
  expect(out).toContain("services/b:ssh  create");
  expect(status).toBe(0);
  expect((await run(["lint"], { cwd })).out).toBe("No findings in 2 files.\n");
});

test("a pnpm-workspace.yaml that is no YAML is reported with its place", async () => {
  const cwd = project({ ...files, "pnpm-workspace.yaml": "packages: [\n" });
  const { status, err } = await run(["plan"], { cwd });
  expect(err).toMatch(/^error: pnpm-workspace\.yaml:\d+:\d+: /);
  expect(status).toBe(2);
});
