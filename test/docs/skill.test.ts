import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyCommand } from "../../scripts/every-command.ts";

const skill = readFileSync(new URL("../../packages/cli/skill/SKILL.md", import.meta.url), "utf8");

test("the skill names commands and options that there are, and ends in a proof", async () => {
  const commands = await everyCommand();
  const lines = [...skill.matchAll(/`traffic-policy (\S+)([^`]*)`/g)];
  const wrong = lines.filter(([, name = "", rest = ""]) => {
    const found = commands.find(({ words }) => words.join(" ") === name);
    const known = found?.command.options.map(({ long }) => long);
    return (
      [...rest.matchAll(/--[\w-]+/g)].some(([flag]) => known?.includes(flag) !== true) || !found
    );
  });
  expect(wrong.map(([line]) => line)).toEqual([]);
  expect(lines.map(([, name]) => name).slice(0, 5)).toEqual(
    "explain lint simulate audit prove".split(" "),
  );
});

test("the skill is short, and says in one line when to use it", () => {
  expect(skill.split("\n").length).toBeLessThan(50);
  expect(skill).toMatch(/^---\nname: traffic-policy\ndescription: .{50,1000}\n---\n/);
});
