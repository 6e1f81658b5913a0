import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

const staging = { service: { emulator: "test" }, targets: { web: { edge: "e1", route: "r1" } } };
const production = { service: { emulator: "real" }, targets: { web: { edge: "e2", route: "r1" } } };

test.each([
  {
    targets: { wbe: { edge: "e2", route: "r1" } },
    message: 'production: There is no shared target "wbe".',
    help: 'Did you mean "web"?',
  },
  {
    targets: { ...production.targets, wbe: false },
    message: 'production: There is no shared target "wbe".',
    help: 'Did you mean "web"?',
  },
  {
    targets: { ...production.targets, other: false },
    message: 'production: There is no shared target "other".',
    help: "Remove it.",
  },
  {
    targets: { web: { route: "r1" } },
    message: 'production: "edge" is missing in the target "web".',
    help: 'Add "edge" in environments.production.targets.web, or set that to false to leave the target out.',
  },
  {
    targets: {},
    message: 'production: "edge" is missing in the target "web".',
    help: 'Add "edge" in environments.production.targets.web, or set that to false to leave the target out.',
  },
  {
    targets: { web: { edge: "e2" } },
    message: 'production: The HTTPS route "web" has no "route".',
    help: 'Add "route" in environments.production.targets.web, or set that to false to leave the target out.',
  },
])("an environment with $targets is refused: $message", async ({ targets, message, help }) => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      targets: { web: { kind: "https-route", policy: "./web.json" } },
      environments: { staging, production: { ...production, targets } },
    },
    "web.json": { inbound: [] },
  });
  const { status, err } = await run("plan", "--environment", "staging");
  expect(err.replace(/^(error: )traffic-policy\.config\.json:\d+:\d+: /, "$1")).toBe(
    `error: ${message}\n  help: ${help}\n`,
  );
  expect(status).toBe(2);
});

test.each([["lint"], ["test"]])(
  "%s says when a variable limits it to one environment, and not when the option does",
  async (command) => {
    const { run, runIn } = projectOf({
      "traffic-policy.config.json": {
        targets: { web: { kind: "https-route", policy: "./web.json" } },
        environments: { staging, production },
      },
      "web.json": { inbound: [] },
      "web.cases.json": {
        cases: [
          { name: "All", request: { url: "https://a.example/" }, expect: { outcome: "forwarded" } },
        ],
      },
    });
    const note = "Only for the environment staging, as TRAFFIC_POLICY_ENVIRONMENT says.\n";
    const variable = await runIn({ TRAFFIC_POLICY_ENVIRONMENT: "staging" }, command);
    expect(variable).toMatchObject({ status: 0, err: note });
    expect(await run(command, "--environment", "staging")).toMatchObject({ status: 0, err: "" });
    expect(await run(command)).toMatchObject({ status: 0, err: "" });
  },
);

test("a target that only some environments have is built for these, and missing in the others", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      targets: {
        web: { kind: "https-route", policy: "./web.json" },
        ssh: { kind: "tcp-edge", policy: "./web.json" },
      },
      environments: {
        staging: { ...staging, targets: { ...staging.targets, ssh: false } },
        production: { ...production, targets: { ...production.targets, ssh: { edge: "e3" } } },
      },
    },
    "web.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
  });
  const all = await run("build", "--environment", "*", "--target", "ssh");
  expect(all).toMatchObject({ status: 0, err: "" });
  expect(all.out).toBe("ssh  written    dist/policies/production/ssh.json\n");
  for (const command of ["build", "plan"]) {
    const one = await run(command, "--environment", "staging", "--target", "ssh");
    expect(one.err).toBe(
      'error: The environment staging has no target "ssh".\n  help: It has: web.\n',
    );
    expect(one.status).toBe(2);
  }
});
