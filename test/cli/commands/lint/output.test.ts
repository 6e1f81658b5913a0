import { jsonOf } from "@traffic-policy/report/formats/json";
import { expect, test } from "vitest";
import type { LintOutput } from "../../../../packages/cli/src/commands/lint/output.ts";

// The linter is a library and knows no schema of the command: the types are compared here.
test("what the linter prints as JSON has the type of the command's schema", () => {
  const output: LintOutput = jsonOf({ files: ["a.json"], diagnostics: [], failures: [] });
  expect(output.files).toBe(1);
});
