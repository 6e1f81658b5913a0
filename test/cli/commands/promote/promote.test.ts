import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { type Project, projectOf } from "../../project.ts";

function started(): Project {
  return projectOf({
    "traffic-policy.config.json": {
      targets: { ssh: { kind: "tcp-edge", policy: "./ssh.json" } },
      environments: {
        staging: { service: { emulator: "test" }, targets: { ssh: { edge: "edge_1" } } },
        production: { service: { emulator: "real" }, targets: { ssh: { edge: "edge_2" } } },
      },
    },
    "ssh.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
  });
}

test.each([
  ["stagng", "production", '<from> names "stagng", which is not an environment.', "staging"],
  ["staging", "prod", '<to> names "prod", which is not an environment.', "production"],
])("promote %s %s says which argument is no environment", async (from, to, message, meant) => {
  const { status, err } = await started().run("promote", from, to);
  expect(err).toBe(`error: ${message}\n  help: Did you mean "${meant}"?\n`);
  expect(status).toBe(2);
});

test("a key that the first environment refuses is reported as that", async () => {
  const emulator = await createEmulator({ apiKey: "right", tcpEdges: ["edge_1"] });
  onTestFinished(() => emulator.close());
  const { runIn } = projectOf({
    "traffic-policy.config.json": {
      targets: { ssh: { kind: "tcp-edge", policy: "./ssh.json" } },
      environments: {
        staging: {
          service: { baseUrl: emulator.baseUrl, apiKeyVariable: "STAGING_KEY" },
          targets: { ssh: { edge: "edge_1" } },
        },
        production: { service: { emulator: "real" }, targets: { ssh: { edge: "edge_2" } } },
      },
    },
    "ssh.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
  });
  const { err } = await runIn(
    { STAGING_KEY: "wrong" },
    "promote",
    "staging",
    "production",
    "--yes",
  );
  expect(err).toContain("What staging holds could not be read. The service refused the API key");
  expect(err).toContain("  help: Check that the key is complete, still valid, and");
});

test("a saved plan says that it promotes, and from where", async () => {
  const { run } = started();
  await run("deploy", "-e", "staging", "--yes");
  const title = 'Plan to promote staging to production at the emulator "real"';
  const { out, status } = await run("promote", "staging", "production", "--out", "plan.json");
  expect(status).toBe(0);
  expect(out).toContain(`${title}:\n`);
  expect((await run("plan", "plan.json")).out).toBe(out);
  expect(JSON.parse((await run("plan", "plan.json", "--format", "json")).out)).toMatchObject({
    environment: "production",
    promotedFrom: "staging",
  });
  expect((await run("plan", "plan.json", "--format", "markdown")).out).toContain(
    "To promote <code>staging</code> to <code>production</code> at <code>the emulator",
  );
  expect((await run("deploy", "plan.json", "--yes")).out).toContain(`${title}, made at `);
});
