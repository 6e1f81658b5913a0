import { relative } from "node:path";
import { expect, test } from "vitest";
import { relativePath } from "../../packages/cli/src/relative-path.ts";

const folder = process.cwd();

test.each([
  "",
  "/",
  "/a.json",
  "/a/b.json",
  "/..a/.b/c..",
  "//a.json",
  "/a//b.json",
  "/./a.json",
  "/a/../b.json",
  "/a/..",
  "/../a.json",
  "x/a.json",
])("the working directory and %j give what Node's own function gives", (rest) => {
  expect(relativePath(folder + rest)).toBe(relative(folder, folder + rest) || ".");
});
