import { expect, test } from "vitest";
import { lensAt } from "../../packages/vscode/src/lens-at.ts";

const lens = (line: number, command: string) => ({
  range: { start: { line } },
  command: { command },
});

const lenses = [lens(0, "simulate"), lens(0, "prove"), lens(20, "simulate"), lens(40, "simulate")];

test.each([
  [0, 0],
  [19, 0],
  [20, 20],
  [39, 20],
  [99, 40],
])("with the cursor in line %i it is the lens in line %i", (cursor, line) => {
  expect(lensAt(lenses, ["simulate"], cursor)).toEqual(lens(line, "simulate"));
});

test("above all of them it is the first, and of another kind there is none", () => {
  expect(lensAt([lens(7, "prove")], ["assertions", "prove"], 3)).toEqual(lens(7, "prove"));
  expect(lensAt(lenses, ["test"], 3)).toBeUndefined();
});
