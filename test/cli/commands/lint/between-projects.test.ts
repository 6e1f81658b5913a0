import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../../packages/cli/src/program.ts";
import { userEnvironment } from "../../../../scripts/user-environment.js";
import { testContext } from "../../context.ts";
import { projectOf } from "../../project.ts";

test("between the root of a workspace and its projects, lint says what to do", async () => {
  const { folder } = projectOf({
    "traffic-policy.config.json": { projects: ["services/*"] },
    "services/api/traffic-policy.config.json": {
      targets: { ssh: { kind: "tcp-edge", edge: "e1", policy: "ssh.json" } },
    },
  });
  const context = await testContext(join(folder, "services"), {
    ...userEnvironment(),
    NO_COLOR: "1",
  });
  expect(await run(["lint"], context)).toBe(2);
  expect(context.printed.err).toBe(
    "error: The configuration has no targets.\n  help: Add `targets` to it, run this in the folder of a project that has some, or name policy files.\n",
  );
});
