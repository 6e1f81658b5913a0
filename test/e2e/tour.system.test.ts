import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/start.js", import.meta.url));

test("the tour of npm start shows both targets in sync, then the one deliberate difference", async () => {
  const { status, out, err } = await new Promise<{
    status: number | null;
    out: string;
    err: string;
  }>((settle) => {
    const child = execFile(process.execPath, [script], (_error, stdout, stderr) => {
      settle({ status: child.exitCode, out: stdout, err: stderr });
    });
  });
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out.split("\n").length).toBeLessThan(55);
  const [before = "", after = ""] = out.split("behind our back");
  expect(before).toMatch(/web {2}applied .*\n.*ssh {2}applied /);
  expect(before).toMatch(/web {2}identical .*\n.*ssh {2}identical /);
  expect(before).toMatch(/^ +5 proved in 2 files\.$/m);
  expect(after).toMatch(/web {2}different .*\n(?:.*\n)*.*ssh {2}identical /);
  expect(after.match(/^ +~ /gm)).toHaveLength(1);
  expect(after).toMatch(
    /on_http_request rule "Crawlers", .*status_code\n +stored {2}418\n +local {3}403\n/,
  );
  // Examples of such commands are run by test/e2e/examples.system.test.ts.
  expect(out.trimEnd().split("\n").at(-1)).toBe(
    "cd docs/examples && npx traffic-policy playground policies/web.policy.ts",
  );
});
