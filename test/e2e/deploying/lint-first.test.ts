import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Deploying } from "./service.ts";

const unknown = JSON.stringify({
  inbound: [{ name: "typo", actions: [{ type: "teleport", config: { status_code: 403 } }] }],
});
const guarded = JSON.stringify({
  inbound: [{ name: "lan", expressions: ["conn.client_port > 1023"], actions: [{ type: "deny" }] }],
});
const files = { "ssh.json": guarded, "web.json": unknown };
const told = `warning: web.json:1:47: Unknown action type "teleport". action/unknown-type
1 warning. Run \`traffic-policy lint\` for details.
`;
const tooMany = "error: There are more warnings than --max-warnings allows: 1 instead of 0.\n";

/** What an output for other programs tells of lint. */
function rules({ out }: { readonly out: string }): unknown {
  const { diagnostics } = JSON.parse(out) as {
    diagnostics?: readonly { readonly severity: string; readonly rule: string }[];
  };
  return diagnostics?.map(({ severity, rule }) => `${severity} ${rule}`);
}

test.each([
  ["plan", ["plan"]],
  ["deploy", ["deploy", "--yes"]],
  ["build", ["build"]],
])("%s tells of warnings, a line each, and goes on", async (_what, args) => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run(...args)).toMatchObject({ status: 0, err: told });
  expect(await deploying.run(...args, "--max-warnings", "1")).toMatchObject({
    status: 0,
    err: expect.stringContaining(told),
  });
  const json = await deploying.run(...args, "--format", "json");
  expect(rules(json)).toEqual(["warning action/unknown-type"]);
  const silent = await deploying.run(...args, "--format", "json", "--no-lint");
  expect(rules(silent)).toBeUndefined();
});

test.each([
  ["plan", ["plan", "--out", "made"], "There is no plan: a policy did not pass lint.\n"],
  ["deploy", ["deploy", "--yes"], "Nothing was deployed: a policy did not pass lint.\n"],
  ["build", ["build", "--out", "made"], "Nothing was written: a policy did not pass lint.\n"],
])("%s does nothing when there are more warnings than it may", async (_what, args, nothing) => {
  const deploying = await Deploying.start(files);
  const { status, out, err } = await deploying.run(...args, "--max-warnings", "0");
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(err).toMatch(/^warning: Unknown action type "teleport"\. action\/unknown-type\n {2}-->/);
  expect(err.endsWith(tooMany + nothing)).toBe(true);
  expect(existsSync(join(deploying.cwd, "made"))).toBe(false);
  expect(deploying.takeRequests()).toBe("none");
});

test("a deploy that warnings stop tells other programs of them", async () => {
  const deploying = await Deploying.start(files);
  const args = ["deploy", "--yes", "--max-warnings", "0", "--format", "json"];
  const stopped = await deploying.run(...args);
  expect(stopped.status).toBe(1);
  expect(rules(stopped)).toEqual(["warning action/unknown-type"]);
});

test("only the policies of the targets that are asked for are counted", async () => {
  const deploying = await Deploying.start(files);
  const args = ["deploy", "--yes", "--max-warnings", "0", "--target", "ssh"];
  expect(await deploying.run(...args)).toMatchObject({ status: 0, err: "" });
});

test("without lint, and for a saved plan, nothing is counted, and that is told", async () => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("plan", "--no-lint", "--max-warnings", "0")).toMatchObject({
    status: 2,
    err: expect.stringContaining("--max-warnings and --no-lint cannot be used together."),
  });
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  expect(await deploying.run("deploy", "plan.json", "--max-warnings", "0")).toMatchObject({
    status: 2,
    err: expect.stringContaining("A saved plan is applied exactly as it was saved."),
  });
});
