import { expect, test } from "vitest";
import { run as runCommand } from "../../../../packages/cli/src/program.ts";
import { testContext } from "../../context.ts";
import { projectOf } from "../../project.ts";
import { terraformPlan } from "../../terraform-plan.ts";

const policy = (type: string, status = 403): string =>
  JSON.stringify({ on_http_request: [{ actions: [{ type, config: { status_code: status } }] }] });

const plan = terraformPlan({
  // The mistake is not one of this change.
  old: { before: policy("denyy"), after: policy("denyy") },
  other: { before: policy("deny"), after: policy("denyy") },
  fresh: { after: policy("dennny") },
  gone: { before: policy("denyy") },
  unknown: { before: policy("denyy"), after: undefined, marked: "after_unknown" },
});

test("what a plan changes or adds is linted, and what it leaves is named", async () => {
  const { run } = projectOf({ "plan.json": plan });
  const { out, err, status } = await run("lint", "plan.json", "--since", "state");
  expect(out).toContain("(ngrok_cloud_endpoint.other)");
  expect(out).toContain("(ngrok_cloud_endpoint.fresh)");
  expect(out).not.toContain("(ngrok_cloud_endpoint.old)");
  expect(out).toContain("2 errors, 2 info in 1 file.\n");
  expect(out).toContain("plan.json#ngrok_cloud_endpoint.unknown (known only after apply)");
  expect(out).toContain("plan.json#ngrok_cloud_endpoint.old (the same as in the state)");
  expect({ err, status }).toEqual({ err: "", status: 1 });
  expect(out).toContain(String.raw`\"type\":\"denyy\"`);
});

test.each(["json", "markdown", "github", "unix", "sarif", "junit"])(
  "as %s, too, it is said what was left out",
  async (format) => {
    const { run } = projectOf({ "plan.json": plan });
    const { out, err } = await run("lint", "plan.json", "--since", "state", "--format", format);
    expect(out + err).toContain("the same as in the state");
  },
);

test("nothing that changed is not the same as nothing found", async () => {
  const endpoints = {
    web: { before: policy("denyy"), after: policy("denyy") },
    api: { before: policy("deny"), after: `${policy("deny")}\n` },
  };
  const { run } = projectOf({ "plan.json": terraformPlan(endpoints) });
  expect(await run("lint", "plan.json", "--since", "state")).toEqual({
    status: 0,
    out: "",
    err: "Nothing that differs from the state in plan.json affects a policy. Not linted: plan.json#ngrok_cloud_endpoint.web, plan.json#ngrok_cloud_endpoint.api (the same as in the state).\n",
  });
  const json = await run("lint", "plan.json", "--since", "state", "--format", "json");
  expect(json.err).toContain("Nothing that differs from the state");
  expect(JSON.parse(json.out)).toMatchObject({ files: 0, notChecked: [{}, {}] });
  const named = await run("lint", "plan.json#ngrok_cloud_endpoint.web", "--since", "state");
  expect(named).toMatchObject({ status: 0, out: "" });
  expect(named.err).toContain("Nothing that differs");
});

test("a policy whose endpoint is for another protocol now is linted", async () => {
  const same = policy("deny");
  const after = terraformPlan({ web: { before: same, after: same, url: "tcp://a.example:22" } });
  const text = JSON.stringify(after).replace(/tcp:(?!.*tcp:)/, "https:");
  const { run } = projectOf({ "plan.json": text });
  expect((await run("lint", "plan.json", "--since", "state")).out).toContain("A policy for tcp");
});

test("a sensitive policy is never printed, and counts as changed", async () => {
  const secret = "words-of-the-state";
  const endpoints = {
    web: { before: `a: ${secret}`, after: policy("denyy"), marked: "before_sensitive" },
    api: { before: policy("deny"), after: `a: ${secret}`, marked: "after_sensitive" },
  };
  const { run } = projectOf({ "plan.json": terraformPlan(endpoints) });
  const { out, err } = await run("lint", "plan.json", "--since", "state");
  expect(out).toContain("(ngrok_cloud_endpoint.web)");
  expect(out).toContain("plan.json#ngrok_cloud_endpoint.api (marked as sensitive)");
  expect(out + err).not.toContain(secret);
});

test("a plan is read from standard input", async () => {
  const { folder } = projectOf({});
  const context = await testContext(folder);
  const readAll = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(plan)));
  const terminal = { ...context.terminal, readAll };
  const status = await runCommand(["lint", "-", "--since", "state"], { ...context, terminal });
  await context.terminal.flushed();
  expect(status).toBe(1);
  expect(context.printed.out).toContain("stdin.yaml#ngrok_cloud_endpoint.old (the same as");
});

test.each<[string, string[], string, string]>([
  ["no plan", ["policy.json"], "policy.json: It is not a plan of Terraform", "terraform show"],
  ["a plan without a state", ["first.json"], "The plan has no prior_state", "without a filter"],
  ["another revision", ["plan.json", "--since", "main"], "--since and paths", "git says"],
  ["two questions", ["plan.json", "--changed"], "--changed and --since", "--since includes"],
])("%s is an error that says what to do", async (_what, args, message, help) => {
  const { prior_state: _state, ...first } = plan as { prior_state: object };
  const files = { "plan.json": plan, "first.json": first, "policy.json": policy("deny") };
  const { run } = projectOf(files);
  const { status, out, err } = await run("lint", "--since", "state", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toContain(help);
});

test("without files, it is a revision of git", async () => {
  const { run } = projectOf({ "plan.json": plan });
  expect((await run("lint", "--since", "state")).err).toContain("not in a git repository");
});
