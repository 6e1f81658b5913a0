import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runtimeTable } from "../../scripts/runtimes/rows.ts";

test("the page about other runtimes has the table that check:runtimes holds them to", () => {
  const page = readFileSync(new URL("../../docs/without-node.md", import.meta.url), "utf8");
  expect(page).toContain(runtimeTable());
});
