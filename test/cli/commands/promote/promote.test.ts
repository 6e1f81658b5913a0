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

test("a key that the first environment refuses is told as such", async () => {
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
