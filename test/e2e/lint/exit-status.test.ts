import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";
import { clean, mistaken, nameless } from "./findings.ts";

const warn = ["--rule", "document/rule-name=warning"];
const files = { "error.json": mistaken(), "clean.json": clean, "nameless.json": nameless };

async function status(...args: string[]): Promise<number | null> {
  return (await run(["lint", ...args], { cwd: project(files) })).status;
}

describe("the exit status", () => {
  test.each([
    [0, "no finding", ["clean.json"]],
    [0, "a hint", ["nameless.json"]],
    [0, "a warning", ["nameless.json", ...warn]],
    [1, "an error", ["error.json"]],
    [1, "an error among clean files", ["clean.json", "error.json"]],
    [2, "a file that is not there", ["gone.json"]],
    [2, "a file that is not there, and an error", ["gone.json", "error.json"]],
  ])("%i: %s", async (expected, _what, args) => {
    expect(await status(...args)).toBe(expected);
  });
});

describe("--max-warnings", () => {
  test.each([
    ["as many as are allowed", "1", 0],
    ["more", "0", 1],
  ])("%s", async (_what, most, expected) => {
    const args = ["nameless.json", ...warn, "--max-warnings", most];
    const result = await run(["lint", ...args], { cwd: project(files) });
    expect(result.status).toBe(expected);
    expect(result.err).toBe(
      expected === 0
        ? ""
        : "error: There are more warnings than --max-warnings allows: 1 instead of 0.\n",
    );
    expect(result.out).toContain("1 warning in 1 file.\n");
  });

  test("hints do not count, and errors are errors all the same", async () => {
    expect(await status("nameless.json", "--max-warnings", "0")).toBe(0);
    expect(await status("error.json", "--max-warnings", "9")).toBe(1);
  });

  test("a file that cannot be linted is worse", async () => {
    expect(await status("gone.json", "nameless.json", ...warn, "--max-warnings", "0")).toBe(2);
  });

  test.each(["-1", "1.5", "many", ""])("%j is no number of warnings", async (text) => {
    const result = await run(["lint", "clean.json", `--max-warnings=${text}`], {
      cwd: project(files),
    });
    expect(result.err).toContain("It must be a whole number.");
    expect(result.status).toBe(2);
  });
});

describe("--quiet", () => {
  test("reports errors only", async () => {
    const args = ["lint", "error.json", "nameless.json", ...warn, "--quiet", "--format", "unix"];
    const { out } = await run(args, { cwd: project(files) });
    expect(out).toBe(
      'error.json:1:35: error: The rule "a" has no actions. [document/rule-actions]\n',
    );
  });

  test("the warnings that it hides still count", async () => {
    const args = ["lint", "nameless.json", ...warn, "--quiet", "--max-warnings", "0"];
    const result = await run(args, { cwd: project(files) });
    expect(result).toEqual({
      status: 1,
      out: "No findings in 1 file.\n",
      err: "error: There are more warnings than --max-warnings allows: 1 instead of 0.\n",
    });
  });
});
