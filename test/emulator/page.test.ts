import { readFileSync } from "node:fs";
import { checkFaultScript } from "@traffic-policy/emulator";
import { expect, test } from "vitest";
import { faultSchemas } from "../../packages/emulator/src/faults/fault.ts";
import { operationNames } from "../../packages/emulator/src/operations/operations.ts";

const page = readFileSync(new URL("../../docs/emulator.md", import.meta.url), "utf8");

test("the page tells of every fault and its keys", () => {
  for (const [kind, { properties }] of Object.entries(faultSchemas)) {
    expect(page).toMatch(new RegExp(`^\\| \`${kind}\` +\\|`, "m"));
    for (const key of Object.keys(properties)) expect(page).toMatch(new RegExp(`[\`"]${key}["\`]`));
  }
});

test("the page tells of every operation", () => {
  for (const name of operationNames) expect(page).toContain(`\`${name}\``);
});

test("the faults that it shows can happen", () => {
  const file = new URL("../../docs/examples/emulator/faults.json", import.meta.url);
  expect(checkFaultScript(JSON.parse(readFileSync(file, "utf8"))).faults).toHaveLength(3);
});
