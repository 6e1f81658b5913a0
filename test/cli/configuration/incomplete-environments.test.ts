import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

const shared = { service: "emulator", environments: { staging: {}, production: {} } };

test.each([
  [
    "an edge",
    { kind: "tcp-edge", policy: "web.json" },
    'staging: "edge" is missing in the target "web".',
    'Add "edge" in environments.staging.targets.web, or set that to false to leave the target out.',
  ],
  [
    "a route",
    { kind: "https-route", edge: "edge_1", policy: "web.json" },
    'staging: The HTTPS route "web" has no "route".',
    'Add "route" in environments.staging.targets.web, or set that to false to leave the target out.',
  ],
])("%s that an environment lacks is asked for where it belongs", async (_, web, message, help) => {
  const configuration = { ...shared, targets: { web } };
  const { status, err } = await projectOf({ "traffic-policy.config.json": configuration }).run(
    "plan",
    "-e",
    "production",
  );
  expect(status).toBe(2);
  expect(err).toContain(`${message}\n  help: ${help}\n`);
});

test("without environments, it is asked for in the target", async () => {
  const { err } = await projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      targets: { web: { kind: "tcp-edge", policy: "web.json" } },
    },
  }).run("plan");
  expect(err).toContain('"edge" is missing in the target "web".\n  help: Add "edge".\n');
});

test("a project without environments is named when a run is for one of them", async () => {
  const project = projectOf({
    "package.json": { workspaces: ["a", "b"] },
    "policy.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
  });
  const target = { kind: "tcp-edge", policy: "../policy.json" };
  for (const name of ["a", "b"]) mkdirSync(join(project.folder, name));
  project.write("a/traffic-policy.config.json", {
    service: "emulator",
    targets: { ssh: target },
    environments: {
      staging: { targets: { ssh: { edge: "edge_1" } } },
      production: { targets: { ssh: { edge: "edge_2" } } },
    },
    defaultEnvironment: "staging",
  });
  project.write("b/traffic-policy.config.json", {
    service: "emulator",
    targets: { ssh: { ...target, edge: "edge_3" } },
  });
  const { status, out, err } = await project.run("plan");
  expect(status).toBe(2);
  expect(out).toContain("a:ssh  create     tcp-edge edge_1\n");
  expect(err).toContain(
    'error: defaultEnvironment names "staging", but the configuration of b has no environments.\n',
  );
  expect((await project.run("plan", "-e", "*")).status).toBe(0);
});

test.each(["rollback", "history"])(
  "%s takes one environment at a time in a workspace, too",
  async (command) => {
    const project = projectOf({ "package.json": { workspaces: ["a", "b"] } });
    for (const name of ["a", "b"]) {
      mkdirSync(join(project.folder, name));
      project.write(`${name}/traffic-policy.config.json`, {
        ...shared,
        targets: {},
      });
    }
    const { status, err } = await project.run(command, "-e", "*");
    expect({ status, err }).toEqual({
      status: 2,
      err: "error: This command works with one environment at a time.\n  help: Name one of staging, production.\n",
    });
  },
);
