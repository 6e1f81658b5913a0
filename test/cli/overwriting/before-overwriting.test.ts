import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readModule } from "@traffic-policy/api";
import { expect, onTestFinished, test } from "vitest";
import {
  beforeOverwriting,
  type Overwriting,
} from "../../../packages/cli/src/overwriting/before-overwriting.ts";
import { testContext } from "../context.ts";

test.each([
  ["{", "The stored policy is not a JSON document: An object is not closed."],
  ["inbound: [{name: a, actions: []}]", "The stored policy is YAML, not JSON."],
])("what is stored is shown and kept also when it is no JSON: %s", async (value, note) => {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const context = await testContext();
  const stored = { enabled: true, value };
  await beforeOverwriting(
    { kind: "tcp-edge", edge: "edge_1" },
    { stored: readModule(stored), next: { enabled: true, value: '{"inbound":[]}' } },
    {
      connection: {
        client: { readPolicy: async () => readModule(stored) },
        service: "emulator",
        description: "the emulator",
      } as unknown as Overwriting["connection"],
      configuration: { folder, targets: {} } as unknown as Overwriting["configuration"],
      options: { yes: true, format: "pretty" },
      context,
    },
  );
  const told = context.printed.err;
  expect(told).toContain(`  note: ${note}\n`);
  expect(told).toMatch(/\nThe previous policy is saved in [^\n]+\n$/);
  const history = join(folder, ".traffic-policy/history/edge_1");
  const [file = ""] = readdirSync(history);
  expect(JSON.parse(readFileSync(join(history, file), "utf8"))).toMatchObject({
    target: "edge_1",
    kind: "tcp-edge",
    edge: "edge_1",
    service: "emulator",
    stored,
  });
});
