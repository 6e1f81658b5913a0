import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readModule } from "@traffic-policy/api";
import { expect, onTestFinished, test } from "vitest";
import { createTerminal } from "../../../packages/cli/src/create-terminal.ts";
import {
  beforeOverwriting,
  type Overwriting,
} from "../../../packages/cli/src/overwriting/before-overwriting.ts";

test.each([
  ["{", "The stored policy is not a JSON document: An object is not closed."],
  ["inbound: [{name: a, actions: []}]", "The stored policy is YAML, not JSON."],
])("what is stored is shown and kept also when it is no JSON: %s", async (value, note) => {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let told = "";
  const terminal = Object.assign(Object.create(await createTerminal()) as Overwriting["terminal"], {
    err: (text: string) => void (told += text),
  });
  const stored = { enabled: true, value };
  await beforeOverwriting(
    { kind: "tcp-edge", edge: "edge_1" },
    { stored: readModule(stored), next: { enabled: true, value: '{"inbound":[]}' } },
    {
      connection: { service: "emulator", description: "the emulator" } as Overwriting["connection"],
      configuration: { folder, targets: {} } as unknown as Overwriting["configuration"],
      options: { yes: true, format: "pretty" },
      terminal,
    },
  );
  expect(told).toContain(`  note: ${note}\n`);
  expect(told).toMatch(/\nWhat was there is kept in [^\n]+\n$/);
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
