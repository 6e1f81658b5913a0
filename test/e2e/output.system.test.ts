import { describe, expect, test } from "vitest";
import { project, run, terminal } from "./command.ts";
import { clean } from "./lint/findings.ts";

const files = {
  "a.json": clean,
  "throws-later.cjs": 'setImmediate(() => { throw new Error("late"); });\n',
};

describe("output that cannot be written: one sentence, exit status 2", () => {
  test.each([["--version"], ["--help"], ["lint --help"], ["explain"], ["lint a.json"]])(
    "%s, to a device that is full",
    async (line) => {
      const { status, err } = await run(line.split(" "), {
        cwd: project(files),
        redirect: ">/dev/full",
      });
      expect(err).toBe("error: The output cannot be written (ENOSPC).\n");
      expect(status).toBe(2);
    },
  );

  test("to a file that was opened for reading", async () => {
    const { status, err } = await run(["lint", "a.json"], {
      cwd: project(files),
      redirect: "1<a.json",
    });
    expect(err).toBe("error: The output cannot be written (EBADF).\n");
    expect(status).toBe(2);
  });

  test("what is told beside the results is missed, too", async () => {
    const args = ["lint", "a.json", "--baseline", "known.json", "--update-baseline"];
    const { status, out } = await run(args, { cwd: project(files), redirect: "2>/dev/full" });
    expect(out).toContain("No findings in 1 file.\n");
    expect(status).toBe(2);
    expect((await run(["explain"], { cwd: project(files), redirect: "2>/dev/full" })).status).toBe(
      0,
    );
  });
});

test("a mistake that nobody waits for ends the command with a report of it", async () => {
  const { status, err } = await run(["emulator", "--port", "0"], {
    cwd: project(files),
    env: { NODE_OPTIONS: "--require ./throws-later.cjs" },
  });
  expect(err).toMatch(
    /^error: This is a bug in traffic-policy; please report it\.\nError: late\n {4}at /m,
  );
  expect(status).toBe(2);
});

describe("a patch with what a terminal obeys", () => {
  // A name of an earlier era, in a file whose lines end with a carriage return, too.
  const file =
    "# \u009b2J\u202e\r\ninbound:\r\n  - expressions: [\"req.Method == 'a'\"]\r\n    actions: [{ type: deny }]\r\n";
  const args = ["lint", "--fix-dry-run", "a.yaml"];

  test("reaches a pipe as it is, so that it can be applied", async () => {
    const { out } = await run(args, { cwd: project({ "a.yaml": file }) });
    expect(out).toContain("\r\n");
    expect(out).toContain(" # \u009b2J\u202e\r\n");
  });

  test("is shown on a terminal", async () => {
    const shown = await terminal(args, { cwd: project({ "a.yaml": file }) });
    // What a terminal adds to each line.
    expect(shown.replaceAll("\r\n", "\n")).toContain(" # \\u009b2J\\u202e\\r\n");
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u009b\u202e]/);
  });
});
