import { expect, test } from "vitest";
import { projectOf, type Project } from "../project.ts";

function started(): Project {
  return projectOf({
    "policy.json": { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] },
    "traffic-policy.config.json": {
      service: "emulator",
      targets: {
        ssh: { kind: "tcp-edge", policy: "policy.json" },
        web: { kind: "https-route", policy: "policy.json" },
      },
      environments: {
        staging: {
          targets: { ssh: { edge: "edge_s" }, web: { edge: "edge_s", route: "route_s" } },
        },
        production: { targets: { ssh: { edge: "edge_p" }, web: false } },
      },
    },
  });
}

test("a saved plan of all environments is applied to all of them", async () => {
  const { run } = started();
  const made = await run("plan", "-e", "*", "--out", "plan.json");
  expect(made.status).toBe(0);
  expect(made.out).toContain("Plan for staging and production at the emulator:\n");
  expect((await run("plan", "plan.json")).out).toBe(made.out);
  const { status, out } = await run("deploy", "plan.json", "--yes");
  expect(status).toBe(0);
  expect(out).toContain("Plan for staging and production at the emulator, made at ");
  for (const name of ["ssh@staging", "web@staging", "ssh@production"]) {
    expect(out).toMatch(new RegExp(`^${name} +applied`, "m"));
  }
  expect((await run("diff", "-e", "*")).status).toBe(0);
  expect(await run("deploy", "plan.json", "-e", "staging", "--yes")).toMatchObject({
    status: 2,
    err: expect.stringContaining("This plan is for staging and production, not for staging."),
  });
});

test("so is one whose targets are all in one of them", async () => {
  const { run } = started();
  await run("plan", "-e", "*", "--target", "web@staging", "--out", "plan.json");
  const { status, out } = await run("deploy", "plan.json", "--yes");
  expect(status).toBe(0);
  expect(out).toContain("Plan for staging at the emulator, made at ");
  expect(out).toMatch(/^web@staging +applied/m);
});

test("one of a single environment is applied to that, whatever the variable says", async () => {
  const { run, runIn } = started();
  await run("plan", "-e", "production", "--out", "plan.json");
  const variable = { TRAFFIC_POLICY_ENVIRONMENT: "staging" };
  const { status, out } = await runIn(variable, "deploy", "plan.json", "--yes");
  expect(status).toBe(0);
  expect(out).toContain("Plan for production at the emulator, made at ");
  expect(out).toMatch(/^ssh +applied/m);
});
