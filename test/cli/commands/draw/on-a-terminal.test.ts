import { expect, test } from "vitest";
import { run } from "../../../../packages/cli/src/program.ts";
import { testContext } from "../../context.ts";
import { projectOf } from "../../project.ts";

const hint = "This is the text of an SVG picture; --out policy.svg writes it to a file.\n";

test.each([
  ["svg", 80, hint],
  ["svg", undefined, ""],
  ["mermaid", 80, ""],
])("of %s in %s columns, how to get a picture is said: %j", async (format, columns, expected) => {
  const { folder } = projectOf({
    "a.json": { on_http_request: [{ actions: [{ type: "deny" }] }] },
  });
  const context = await testContext(folder, { NO_COLOR: "1" }, columns);
  await run(["draw", "a.json", "--format", format], context);
  await context.terminal.flushed();
  expect(context.printed.err).toBe(expected);
});
