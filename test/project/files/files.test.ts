import { relative } from "node:path";
import { expect, test } from "vitest";
import { Files } from "@traffic-policy/project";

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
  expect(new Files(folder).nameOf(folder + rest)).toBe(relative(folder, folder + rest) || ".");
});
