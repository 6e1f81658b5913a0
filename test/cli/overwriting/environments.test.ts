import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

const policy = (name: string): object => ({ inbound: [{ name, actions: [{ type: "deny" }] }] });
const at = (edge: string): object => ({
  service: { emulator: edge },
  targets: { ssh: { edge } },
});

test("who overwrites the policy of an environment reads which one it is, and how to go back there", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      targets: { ssh: { kind: "tcp-edge", policy: "./ssh.json" } },
      environments: { staging: at("edge_1"), production: at("edge_2") },
      defaultEnvironment: "staging",
    },
    "ssh.json": policy("Nobody"),
    "other.json": policy("Nobody else"),
  });
  await run("deploy", "--environment", "production", "--yes");
  const update = ["edges", "update", "edge_2", "--policy", "other.json", "--yes"];
  const { err } = await run(...update, "--environment", "production");
  expect(err).toContain('Plan for production at the emulator "edge_2":\n');
  const [, command = ""] = /`traffic-policy ([^`]+)` restores it\.$/m.exec(err) ?? [];
  expect(command).toBe("rollback ssh --environment production");
  const { status, out } = await run(...command.split(" "), "--yes");
  expect(out).toContain('Rollback plan for production at the emulator "edge_2":\n');
  expect(status).toBe(0);
});
