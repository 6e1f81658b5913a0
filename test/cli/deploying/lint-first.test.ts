import type { Diagnostic } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { printWarnings } from "../../../packages/cli/src/report/lint.ts";
import { testContext } from "../context.ts";

async function printed(diagnostics: readonly Diagnostic[]): Promise<string> {
  const context = await testContext();
  printWarnings({ files: [], diagnostics, failures: [] }, context.terminal);
  return context.printed.err;
}

function finding(severity: Diagnostic["severity"], line: number): Diagnostic {
  const start = { line, column: 2 };
  const location = { file: "web.json", start, end: start };
  return { rule: "a/b", severity, message: "It is\u001b odd.", path: "", location, docs: "" };
}

test("warnings are a line each, and infos are left to lint", async () => {
  expect(await printed([finding("info", 1), finding("warning", 3), finding("warning", 4)])).toBe(
    "warning: web.json:3:2: It is\\u001b odd. a/b\nwarning: web.json:4:2: It is\\u001b odd. a/b\n" +
      "2 warnings. Run `traffic-policy lint` for details.\n",
  );
  expect(await printed([finding("info", 1)])).toBe("");
});

test("of many the first are shown", async () => {
  const lines = (await printed(Array.from({ length: 35 }, () => finding("warning", 1)))).split(
    "\n",
  );
  expect(lines).toHaveLength(22);
  expect(lines[20]).toBe(
    "35 warnings, of which 20 are shown. Run `traffic-policy lint` for details.",
  );
});
