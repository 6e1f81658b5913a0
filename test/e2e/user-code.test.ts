import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiKey, configuration, project, run } from "./command.ts";

const policy = JSON.stringify({ inbound: [{ name: "Closed", actions: [{ type: "deny" }] }] });

test("a configuration in code is run by whatever looks for one, with the environment and the rights of the command", async () => {
  const cwd = project({
    "policies/a.json": policy,
    "traffic-policy.config.js": `
      import { writeFileSync } from "node:fs";
      writeFileSync("seen", process.env.TRAFFIC_POLICY_API_KEY);
      export default ${configuration({ targets: {} })};`,
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  // Found from a folder below, by the lint of a file of data.
  await run(["lint", "a.json"], { cwd: join(cwd, "policies"), env });
  expect(readFileSync(join(cwd, "policies/seen"), "utf8")).toBe(apiKey);
});

test("nothing in a policy or a configuration of data is run", async () => {
  const code = "require('node:fs').writeFileSync('seen', '')";
  const cwd = project({
    "a.json": JSON.stringify({ inbound: [{ name: code, expressions: [code], actions: [] }] }),
    "b.yaml": `inbound:\n  - name: !!js/function "function () { ${code} }"\n    actions: []\n`,
    "traffic-policy.config.json": configuration({ targets: { [code]: {} } }),
  });
  for (const file of ["a.json", "b.yaml"]) await run(["lint", file], { cwd });
  expect(() => readFileSync(join(cwd, "seen"))).toThrow("ENOENT");
});
