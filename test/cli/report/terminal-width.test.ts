import { tmpdir } from "node:os";
import { textWidth } from "@traffic-policy/report";
import { formats } from "@traffic-policy/report/formats";
import { describe, expect, test } from "vitest";
import { run } from "../../../packages/cli/src/program.ts";
import { testContext } from "../context.ts";
import { projectOf } from "../project.ts";

describe("the width of the terminal", () => {
  const policy = { inbound: [{ name: "a", expressions: ["req.nope == 'a'"], actions: [] }] };
  const printed = async (
    columns: number | undefined,
    env: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<string> => {
    const { folder } = projectOf({ "a.json": policy });
    const context = await testContext(folder, { NO_COLOR: "1", ...env }, columns);
    await run(["lint", "a.json", ...args], context);
    await context.terminal.flushed();
    return context.printed.out + context.printed.err;
  };
  const longest = (text: string): number => Math.max(...text.split("\n").map(textWidth));

  test.each([
    [120, { COLUMNS: "60" }, 120],
    [0, { COLUMNS: "60" }, 60],
    [0, { COLUMNS: "wide" }, 80],
    [0, {}, 80],
    [10, {}, 40],
  ])("of %i columns, with %o, is %i", async (columns, env, expected) => {
    const context = await testContext(tmpdir(), env, columns);
    expect(context.terminal.style.width).toBe(expected);
    expect(context.terminal.errStyle.width).toBe(expected);
  });

  test("limits nothing in a pipe, whatever COLUMNS says", async () => {
    const wide = await printed(undefined, {});
    expect(await printed(undefined, { COLUMNS: "60" })).toBe(wide);
    expect(longest(wide)).toBeGreaterThan(60);
  });

  test.each(Object.keys(formats).filter((format) => format !== "pretty"))(
    "changes nothing in the format %s",
    async (format) => {
      const wide = await printed(undefined, {}, "--format", format);
      expect(await printed(40, {}, "--format", format)).toBe(wide);
    },
  );
});
