import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

test("what a target is for may differ between environments", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      environments: {
        staging: { targets: { a: { kind: "tcp-edge", edge: "e1", policy: "a.json" } } },
        production: {
          targets: { a: { kind: "https-route", edge: "e2", route: "r", policy: "a.json" } },
        },
      },
    },
    "a.json": { inbound: [{ expressions: ["req.method == 'GET'"], actions: [{ type: "deny" }] }] },
  });
  const { out, status } = await run("lint");
  expect(out).toContain("expression/unavailable (staging)");
  expect(status).toBe(1);
  expect((await run("lint", "-e", "production")).status).toBe(0);
});

test("files of other folders are linted by the configuration that is nearest to them", async () => {
  const policy = { inbound: [{ actions: [{ type: "deny" }] }] };
  const rule = (severity: string): object => ({
    targets: {},
    lint: { rules: { "document/rule-name": severity } },
  });
  const { run } = projectOf({
    "traffic-policy.config.json": rule("error"),
    "a.policy.json": policy,
    "one/traffic-policy.config.json": rule("off"),
    "one/b.policy.json": policy,
    "two/traffic-policy.config.json": {
      ...rule("warning"),
      extends: "../traffic-policy.config.json",
    },
    "two/c.policy.json": policy,
    "three/traffic-policy.config.json": { lnt: {} },
    "three/d.policy.json": policy,
  });
  const { out, err, status } = await run("lint", ".", "--format", "unix");
  const named = out.split("\n").filter((line) => line.includes("document/rule-name"));
  expect(named.map((line) => line.replace(/:\d+:\d+: (\w+):.*/, " $1"))).toEqual([
    "a.policy.json error",
    "two/c.policy.json warning",
  ]);
  expect(err).toContain('three/traffic-policy.config.json:1:2: Unknown key "lnt".');
  expect(status).toBe(2);
});
