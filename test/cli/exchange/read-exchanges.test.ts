import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readExchanges } from "../../../packages/cli/src/exchange/given-exchange.ts";
import { testContext } from "../context.ts";

const request = { method: "GET", url: "https://example.com/", headers: [] };
const response = { status: 200, headers: [] };

const folder = mkdtempSync(join(tmpdir(), "recording-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(...entries: object[]) {
  const file = join(folder, "a.har");
  writeFileSync(file, JSON.stringify({ log: { entries } }, null, 1));
  return readExchanges(file, await testContext(folder));
}

test("parts of a recording are found in its file", async () => {
  const content = await read({ request, response }, { request, response });
  const second = content.kind === "har" ? content.entries[1] : undefined;
  const line = (pointer: string) => Number(second?.place(pointer).split(":")[1]);
  expect(second?.place("/request/url")).toMatch(/a\.har:\d+:\d+$/);
  expect(line("/request/url")).toBeGreaterThan(line("/time"));
  expect(line("/response/headers/a")).toBeGreaterThan(line("/request/url"));
});

test("what is no HAR file is told with its place", async () => {
  await expect(read({ request })).rejects.toThrow(/a\.har:4:4: "response" is missing\./);
});
