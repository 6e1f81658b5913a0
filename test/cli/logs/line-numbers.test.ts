import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { withLineNumbers } from "../../../packages/cli/src/logs/line-numbers.ts";
import { project } from "../../e2e/command.ts";

test("lines are found again in the files that they are in, also compressed, and in their order", async () => {
  const folder = project({});
  const long = "é".repeat(300);
  writeFileSync(join(folder, "a.log"), `\uFEFFfirst\r\nb\n\nwrong\n${long}\n`);
  writeFileSync(join(folder, "b.log.gz"), gzipSync("b\nwrong\nwrong\n"));
  const skipped = ["wrong", "first", "wrong", "é".repeat(200), "nowhere"].map((text) => ({
    text,
    reason: "It is wrong.",
  }));
  const files = ["b.log.gz", "a.log"].map((name) => join(folder, name));
  const placed = await withLineNumbers(skipped, files);
  expect(placed.map(({ text, file, line }) => [text.slice(0, 7), file?.at(-1), line])).toEqual([
    ["first", "g", 1],
    ["wrong", "g", 4],
    ["ééééééé", "g", 5],
    ["wrong", "z", 2],
    ["nowhere", undefined, undefined],
  ]);
  expect(await withLineNumbers([], files)).toEqual([]);
});
