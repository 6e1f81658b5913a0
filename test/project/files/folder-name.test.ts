import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { folderName } from "../../../packages/project/src/files/folder-name.ts";
import { seeded } from "../../seeded.ts";

test.each([
  ["web", "web"],
  ["eu/web", "eu%2Fweb"],
  ["..", "%2E."],
  [".git", "%2Egit"],
  ["a b*", "a%20b%2A"],
  ["CON:1", "CON%3A1"],
  ["", "%"],
])("the folder of %j is called %j", (target, folder) => {
  expect(folderName(target)).toBe(folder);
});

test("any name becomes one plain name of a folder, and other names become others", () => {
  seeded(
    fc.property(anyText({ maxLength: 300 }), anyText(), (one, other) => {
      const name = folderName(one);
      expect(name).toMatch(/^[\w%~-][\w.%~-]{0,216}$/);
      fc.pre(one.toWellFormed() !== other.toWellFormed());
      expect(folderName(other)).not.toBe(name);
    }),
    500,
  );
});
