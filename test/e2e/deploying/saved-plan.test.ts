import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
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

test("a plan is written over no file but an earlier plan, and through no link out of the folder", async () => {
  const deploying = await planned();
  await deploying.run("deploy", "--yes");
  deploying.writeFile("ssh.json", policy("sweden"));
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  expect(readFileSync(join(deploying.cwd, "plan.json"), "utf8")).toContain("sweden");

  symlinkSync(tmpdir(), join(deploying.cwd, "link"));
  deploying.writeFile("damaged.json", '{"version": 3, "service": ');
  deploying.takeRequests();
  for (const [file, message] of [
    ["web.json", "The file already exists and is not a saved plan."],
    ["damaged.json", "The file already exists and is not a saved plan."],
    ["link/plan.json", "link is a link that leads out of this folder."],
  ] as const) {
    const { status, err } = await deploying.run("plan", "--out", file);
    expect([status, err.split("\n")[0]]).toEqual([2, `error: ${file}: ${message}`]);
  }
  expect(deploying.takeRequests()).toBe("none");
  expect(readFileSync(join(deploying.cwd, "web.json"), "utf8")).toBe(files["web.json"]);
  expect(existsSync(join(tmpdir(), "plan.json"))).toBe(false);
});

test("what is unchanged in a saved plan is not taken for so when somebody changed it since", async () => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("deploy", "--yes")).toMatchObject({ status: 0 });
  deploying.writeFile("web.json", policy("spain"));
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  await deploying.write(ssh, files["ssh.json"], false);

  const dry = await deploying.run("deploy", "plan.json", "--dry-run", "--format", "json");
  expect(dry).toMatchObject({ status: 2 });
  expect(JSON.parse(dry.out)).toMatchObject({
    targets: [
      { target: "ssh", outcome: "skipped", verified: false },
      { target: "web", outcome: "skipped", verified: false },
    ],
  });

  deploying.takeRequests();
  const { status, out, err } = await deploying.run("deploy", "plan.json", "--yes");
  expect({ status, err }).toEqual({ status: 2, err: "" });
  expect(out).toContain(
    "ssh  failed     The stored policy has changed since the plan was made. It was not overwritten.\n" +
      "  ~ enabled\n      planned on  true\n      there now   false\n",
  );
  expect(out).toContain("1 failed, 1 skipped.\n");
  expect(deploying.takeRequests()).toBe("1 GET");
  expect(await deploying.stored(ssh)).toMatchObject({ enabled: false });
  expect(await deploying.stored(web)).toMatchObject({ value: expect.stringContaining("france") });

  const json = await deploying.run("deploy", "plan.json", "--yes", "--format", "json");
  expect(json.status).toBe(2);
  expect(JSON.parse(json.out)).toMatchObject({
    targets: [
      { target: "ssh", outcome: "failed", verified: false, error: { changes: [{}] } },
      { target: "web", outcome: "skipped", verified: false },
    ],
  });
});

test("a saved plan that changes nothing asks nothing, and looks whether that is still so", async () => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("deploy", "--yes")).toMatchObject({ status: 0 });
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  deploying.takeRequests();
  const { status, out } = await deploying.run("deploy", "plan.json");
  expect(status).toBe(0);
  expect(out).toContain("2 unchanged.\n");
  expect(deploying.takeRequests()).toBe("2 GET");
  await deploying.write(web, policy("spain"));
  expect(await deploying.run("deploy", "plan.json")).toMatchObject({ status: 2 });
  expect(await deploying.stored(web)).toMatchObject({ value: expect.stringContaining("spain") });
});

test("a saved plan that is refused claims nothing of what it did not read", async () => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("deploy", "--yes")).toMatchObject({ status: 0 });
  deploying.writeFile("web.json", policy());
  expect(await deploying.run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  deploying.takeRequests();
  const refused = await deploying.run("deploy", "plan.json", "--yes", "--format", "json");
  expect(refused.status).toBe(2);
  expect(JSON.parse(refused.out)).toMatchObject({
    targets: [
      { target: "ssh", outcome: "skipped", verified: false },
      { target: "web", outcome: "skipped", verified: false },
    ],
  });
  expect(deploying.takeRequests()).toBe("none");
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
    `error: plan.json: This plan is for ${deploying.emulator.baseUrl}, not for http://127.0.0.1:9/v2.\n`,
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
    "error: plan.json: The target web of this plan now has another place.\n",
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
  deploying.writeFile("newer.json", text.replace('"version": 3', '"version": 4'));
  deploying.writeFile("edited.json", text.replace("norway", "sweden"));
  for (const [args, message] of [
    [["none.json"], "none.json: There is no such file."],
    [["half.json"], "half.json:"],
    [["other.json"], "other.json: "],
    [
      ["newer.json"],
      "newer.json: The saved plan has version 4, but this program supports version 3.",
    ],
    [["edited.json"], "edited.json: The saved plan was edited: its checksum does not match."],
    [["plan.json", "--target", "web"], "A saved plan is applied exactly as it was saved."],
    [["plan.json", "--no-lint"], "A saved plan is applied exactly as it was saved."],
    [["plan.json", "--force", "we*"], '--force names "we*", which is not a target of this plan.'],
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
