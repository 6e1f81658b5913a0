import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";
import { terraformPlan } from "../../terraform-plan.ts";

const policy = (status: number): string =>
  JSON.stringify({
    on_http_request: [
      { name: "Deny", actions: [{ type: "deny", config: { status_code: status } }] },
    ],
  });

const plan = terraformPlan({
  same: { before: policy(403), after: `on_http_request: ${policy(403).slice(19, -1)}` },
  other: { before: policy(403), after: policy(404) },
  fresh: { after: policy(404) },
  gone: { before: policy(403) },
  unknown: { before: policy(403), after: undefined, marked: "after_unknown" },
});

test("planned policies are compared with those in the state, without a service and a key", async () => {
  const { run } = projectOf({ "plan.json": plan });
  expect(await run("diff", "state", "plan.json")).toEqual({
    status: 1,
    out: `Comparison with the state in plan.json:
plan.json#ngrok_cloud_endpoint.same   identical
plan.json#ngrok_cloud_endpoint.other  different
  ~ on_http_request rule "Deny", actions[0].config.status_code
      before  403
      after   404
plan.json#ngrok_cloud_endpoint.gone   removed
  - on_http_request rule "Deny" (removed)
      always
      do    deny {"status_code":403}
plan.json#ngrok_cloud_endpoint.fresh  new
  + on_http_request rule "Deny" (added)
      always
      do    deny {"status_code":404}
Not compared: plan.json#ngrok_cloud_endpoint.unknown (known only after apply).
`,
    err: "",
  });
  expect(await run("diff", "state", "plan.json", "--exit-zero")).toMatchObject({ status: 0 });
  const json = JSON.parse((await run("diff", "state", "plan.json", "--format", "json")).out);
  expect(json).toMatchObject({
    before: "state",
    policies: [{}, { state: "different" }, { state: "removed" }, { state: "new" }],
    notCompared: [{ file: "plan.json#ngrok_cloud_endpoint.unknown" }],
  });
  const comment = await run("diff", "state", "plan.json", "--format", "markdown");
  expect(comment.out).toContain("1 different, 1 new, 1 removed, 1 identical.\n");
  expect(comment.out).toContain("(known only after apply).\n");
});

test("one policy of a plan can be named", async () => {
  const { run } = projectOf({ "plan.json": plan });
  const same = await run("diff", "state", "plan.json#ngrok_cloud_endpoint.same");
  expect(same).toMatchObject({ status: 0, err: "" });
  expect(same.out).toMatch(/^[^\n]*\nplan\.json#ngrok_cloud_endpoint\.same {2}identical\n$/);
  const gone = await run("diff", "state", "plan.json#ngrok_cloud_endpoint.gone");
  expect(gone.out).toContain("gone  removed\n");
  const wrong = await run("diff", "state", "plan.json#ngrok_cloud_endpoint.sane");
  expect(wrong).toMatchObject({ status: 2, out: "" });
  expect(wrong.err).toContain("Did you mean");
});

test("what a difference does is proved", async () => {
  const { run } = projectOf({ "plan.json": plan });
  const args = ["diff", "state", "plan.json#ngrok_cloud_endpoint.other", "--semantic"];
  expect((await run(...args)).out).toContain("  behaviour: not the same for 1 group of requests\n");
});

test.each(["before_sensitive", "after_sensitive"])(
  "a policy that is sensitive on either side is never printed: %s",
  async (marked) => {
    const [one, other] = ["words-of-the-state", "words-of-the-plan"];
    const endpoints = { web: { before: `a: ${one}`, after: `a: ${other}`, marked } };
    const { run } = projectOf({ "plan.json": terraformPlan(endpoints) });
    for (const format of ["pretty", "json", "markdown"]) {
      const { out, err, status } = await run("diff", "state", "plan.json", "--format", format);
      expect(status).toBe(0);
      expect(out).toContain("marked as sensitive");
      expect(out + err).not.toContain(one);
      expect(out + err).not.toContain(other);
    }
  },
);

test.each([
  ["a number in the place of a policy", { after: 5 as unknown as string }, "1.2"],
  ["another version", { after: "{}" }, "2.0"],
])("what else a plan has is never printed: %s", async (_what, web, version) => {
  const neighbour = "words-of-somebody-else";
  const all = {
    ...terraformPlan({ web: { before: policy(403), ...web } }),
    format_version: version,
  };
  const { run } = projectOf({ "plan.json": { ...all, variables: { key: { value: neighbour } } } });
  for (const args of [["state", "plan.json"], ["plan.json"]]) {
    for (const format of ["pretty", "json", "markdown"]) {
      const { out, err, status } = await run("diff", ...args, "--format", format);
      expect(out + err).not.toContain(neighbour);
      expect(status).toBe(2);
    }
  }
});

test("the first plan has no state, because nothing exists yet: all is new", async () => {
  const { prior_state: _state, ...rest } = terraformPlan({ shop: { after: policy(403) } }) as {
    prior_state: object;
    resource_changes: readonly object[];
  };
  const changes = rest.resource_changes.map((one) => ({ ...one, change: { actions: ["create"] } }));
  const { run } = projectOf({ "plan.json": { ...rest, resource_changes: changes } });
  const { status, out } = await run("diff", "state", "plan.json");
  expect(status).toBe(1);
  expect(out).toMatch(/plan\.json#ngrok_cloud_endpoint\.shop +new/);
  expect((await run("lint", "--since", "state", "plan.json")).out).not.toContain("Not linted");
});

test("a file that is called state is a file", async () => {
  const { run } = projectOf({ state: "", "plan.json": plan });
  expect((await run("diff", "state", "plan.json")).err).not.toContain("prior_state");
});

test.each<[string, string[], string, string]>([
  [
    "no plan",
    ["policy.json"],
    "policy.json: It is not a plan of Terraform",
    "terraform show -json",
  ],
  ["a state", ["state.json"], "state.json: It is not a plan of Terraform", "terraform plan -out"],
  ["a plan without a state", ["first.json"], "first.json: The plan has no prior_state", "a filter"],
  ["no such file", ["gone.json"], "gone.json: There is no such file", ""],
  ["a target", ["plan.json", "--target", "a"], "A plan and its state are compared", "--target"],
])("%s is an error that says what to do", async (_what, args, message, help) => {
  const { prior_state: state, ...first } = plan as { prior_state: object };
  const { run } = projectOf({
    "plan.json": plan,
    "first.json": first,
    "state.json": state,
    "policy.json": policy(403),
  });
  const { status, out, err } = await run("diff", "state", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toContain(help);
});
