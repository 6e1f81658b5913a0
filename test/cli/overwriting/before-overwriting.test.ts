import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTerminal } from "../../../packages/cli/src/create-terminal.ts";
import {
  beforeOverwriting,
  type Overwriting,
} from "../../../packages/cli/src/overwriting/before-overwriting.ts";

test("what is stored is kept and may be overwritten also when it is no JSON", async () => {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let told = "";
  const terminal = Object.assign(Object.create(await createTerminal()) as Overwriting["terminal"], {
    err: (text: string) => void (told += text),
  });
  const stored = { enabled: true, value: "on_http_request: []" };
  await beforeOverwriting(
    { kind: "tcp-edge", edge: "edge_1" },
    { stored, next: { enabled: true, value: '{"inbound":[]}' } },
    {
      connection: { service: "emulator", description: "the emulator" } as Overwriting["connection"],
      configuration: { folder, targets: {} } as unknown as Overwriting["configuration"],
      options: { yes: true, format: "pretty" },
      terminal,
    },
  );
  expect(told).toMatch(
    /^What is stored is no JSON document\.\nWhat was there is kept in [^\n]+\n$/,
  );
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
