import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Deploying, policy, sshAndWeb } from "./service.ts";

const files = { "ssh.json": policy("norway"), "web.json": policy("france") };
const { ssh, web } = sshAndWeb;

/** A project whose plan is saved. */
async function planned(): Promise<Deploying> {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  return deploying;
}

test("a saved plan is carried out with the policies of then, and only its owner can read it", async () => {
  const deploying = await planned();
  expect(statSync(join(deploying.cwd, "plan.json")).mode & 0o777).toBe(0o600);
  deploying.writeFile("ssh.json", policy("sweden"));
  expect(await deploying.run("deploy", "plan.json", "--yes")).toMatchObject({ status: 0 });
  expect(await deploying.stored(ssh)).toMatchObject({ value: expect.stringContaining("norway") });
});

test("a plan for another service or for other targets is refused, and nothing is sent", async () => {
  const deploying = await planned();
  deploying.takeRequests();

  const elsewhere = await deploying.run(
    "deploy",
    "plan.json",
    "--yes",
    "--base-url",
    "http://127.0.0.1:9/v2",
  );
  expect(elsewhere).toMatchObject({ status: 2, out: "" });
  expect(elsewhere.err).toContain(
    `error: plan.json: This plan is for ${deploying.emulator.baseUrl}, and not for http://127.0.0.1:9/v2.\n`,
  );

  deploying.configure({ ssh });
  const gone = await deploying.run("deploy", "plan.json", "--yes");
  expect(gone).toMatchObject({ status: 2, out: "" });
  expect(gone.err).toBe(
    "error: plan.json: The target web of this plan is no longer in the configuration.\n  help: Make a new plan.\n",
  );

  deploying.configure({ ssh, web: { ...web, route: "route_9" } });
  const moved = await deploying.run("deploy", "plan.json", "--yes");
  expect(moved).toMatchObject({ status: 2, out: "" });
  expect(moved.err).toContain(
    "error: plan.json: The target web of this plan is another place there now.\n",
  );

  expect(deploying.takeRequests()).toBe("none");
});

test("the same service in another spelling is the same", async () => {
  const deploying = await planned();
  const { status } = await deploying.run(
    "deploy",
    "plan.json",
    "--yes",
    "--base-url",
    `${deploying.emulator.baseUrl}/`,
  );
  expect(status).toBe(0);
});

test("what is no plan is told, and nothing is sent", async () => {
  const deploying = await planned();
  deploying.takeRequests();
  const text = readFileSync(join(deploying.cwd, "plan.json"), "utf8");
  deploying.writeFile("half.json", text.slice(0, 100));
  deploying.writeFile("other.json", "{}");
  deploying.writeFile("newer.json", text.replace('"version": 1', '"version": 2'));
  for (const [args, message] of [
    [["none.json"], "none.json: There is no such file."],
    [["half.json"], "half.json:"],
    [["other.json"], "other.json: "],
    [["newer.json"], "newer.json: "],
    [["plan.json", "--target", "web"], "A saved plan is carried out as it was saved."],
    [["plan.json", "--no-lint"], "A saved plan is carried out as it was saved."],
    [["plan.json", "--force", "we*"], '--force names "we*", which is no target of this plan.'],
  ] as const) {
    const { status, out, err } = await deploying.run("deploy", ...args, "--yes");
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(`error: ${message}`);
    expect(err).not.toContain("mistake in traffic-policy");
  }
  expect(deploying.takeRequests()).toBe("none");
});

test("options that make no sense are told", async () => {
  const deploying = await Deploying.start(files);
  for (const args of [
    ["--max-changes", "many"],
    ["--max-changes", "101%"],
    ["--max-changes", "1.5"],
    ["--concurrency", "0"],
    ["--concurrency", "1001"],
    ["--on-failure", "retry"],
    ["--tag", "production"],
  ]) {
    const { status, out, err } = await deploying.run("deploy", "--yes", ...args);
    expect({ args, status, out }).toEqual({ args, status: 2, out: "" });
    expect(err).toMatch(/^error: /);
  }
  const unwritable = await deploying.run("plan", "--out", "no/such/folder/plan.json");
  expect(unwritable.status).toBe(2);
  expect(unwritable.err).toBe(
    "error: no/such/folder/plan.json: The plan cannot be written (ENOENT).\n",
  );
  expect(deploying.takeRequests()).toBe("2 GET");
});
