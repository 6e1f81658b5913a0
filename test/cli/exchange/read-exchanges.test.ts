import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readExchanges } from "../../../packages/cli/src/exchange/given-exchange.ts";
import { askedExchanges } from "../../../packages/cli/src/exchange/asked-exchanges.ts";
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

test.each([
  ["access.log", '127.0.0.1 - - [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200 5\n'],
  ["two.jsonl", '{"request":{"url":"https://e/a"}}\n{"request":{"url":"https://e/b"}}\n'],
])("of %s it is told what --exchange takes", async (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  await expect(readExchanges(file, await testContext(folder))).rejects.toMatchObject({
    message: `${name}: This is neither an exchange nor a HAR file.`,
    help: expect.stringMatching(
      /^--exchange takes .*\(\.har\)\. For a log, use `traffic-policy impact`\.$/,
    ),
  });
});

test("a recording without entries is nothing to simulate", async () => {
  const file = join(folder, "empty.har");
  writeFileSync(file, '{"log": {"entries": []}}');
  const context = await testContext(folder);
  await expect(askedExchanges({ exchange: file }, context)).rejects.toThrow(
    "The HAR file has no entries.",
  );
});

test("what is no HAR file is told with its place", async () => {
  await expect(read({ request })).rejects.toThrow(/a\.har:4:4: "response" is missing\./);
});
