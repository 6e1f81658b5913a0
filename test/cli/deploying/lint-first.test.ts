import type { Diagnostic } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { printWarnings } from "../../../packages/cli/src/lint/report.ts";
import { testContext } from "../context.ts";

async function printed(diagnostics: readonly Diagnostic[]): Promise<string> {
  const context = await testContext();
  printWarnings({ diagnostics }, context.terminal);
  return context.printed.err;
}

function finding(
  severity: Diagnostic["severity"],
  line: number,
  message = "It is\u001b odd.",
): Diagnostic {
  const start = { line, column: 2 };
  const location = { file: "web.json", start, end: start };
  return { rule: "a/b", severity, message, path: "", location, docs: "" };
}

test("warnings are a line each, and infos are left to lint", async () => {
  expect(await printed([finding("info", 1), finding("warning", 3), finding("warning", 4)])).toBe(
    "warning: web.json:3:2: It is\\u001b odd. a/b\nwarning: web.json:4:2: It is\\u001b odd. a/b\n" +
      "2 warnings. Run `traffic-policy lint` for details.\n",
  );
  expect(await printed([finding("info", 1)])).toBe("");
});

test("of many the first are shown", async () => {
  const many = Array.from({ length: 35 }, (_, line) => finding("warning", line, `It is ${line}.`));
  const lines = (await printed(many)).split("\n");
  expect(lines).toHaveLength(22);
  expect(lines[20]).toBe(
    "35 warnings, of which 20 are shown. Run `traffic-policy lint` for details.",
  );
});

test("those of many places that say the same are a line together", async () => {
  const equal = Array.from({ length: 2000 }, (_, line) => finding("warning", line + 1));
  expect(await printed([...equal, finding("warning", 1, "It is even.")])).toBe(
    "warning: web.json:1:2: It is\\u001b odd. a/b (2000 times in 1 file)\n" +
      "warning: web.json:1:2: It is even. a/b\n" +
      "2001 warnings. Run `traffic-policy lint` for details.\n",
  );
});
