import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { projectOf } from "../project.ts";

test("variables that name a service do not count for environments, which have their own", async () => {
  const versionHeader = { name: "Edge-Version", value: "3" };
  const emulator = await createEmulator({ versionHeader, tcpEdges: ["edge_1"] });
  onTestFinished(() => emulator.close());
  const { runIn } = projectOf({
    "traffic-policy.config.json": {
      environments: {
        production: {
          service: { baseUrl: emulator.baseUrl, versionHeader },
          targets: { ssh: { kind: "tcp-edge", edge: "edge_1", policy: "ssh.json" } },
        },
      },
    },
    "ssh.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
  });
  const variables = {
    TRAFFIC_POLICY_API_KEY: "any",
    TRAFFIC_POLICY_BASE_URL: "http://127.0.0.1:9",
    TRAFFIC_POLICY_VERSION_HEADER: "Service-Version: 2",
  };
  const { status, out } = await runIn(variables, "plan");
  expect(out).toContain(`Plan for production at ${emulator.baseUrl}:\nssh  create `);
  expect(status).toBe(0);
});
