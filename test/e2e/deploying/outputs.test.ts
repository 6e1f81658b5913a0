import { describe, expect, test, vi } from "vitest";
import { Deploying, edges, policy, sshAndWeb } from "./service.ts";
import { golden, Transcript } from "./transcript.ts";

const { ssh, web } = sshAndWeb;

const files = { "ssh.json": policy("norway", "sweden"), "web.json": policy("france") };

/** The policy for ssh with another expression in its first rule, and other rules behind it. */
const changed = policy("norway", "denmark").replace("NO", "FI");

const read = "GET /edges/tcp/{id}";
const patch = "PATCH /edges/tcp/{id}";

// Many commands, one after the other.
vi.setConfig({ testTimeout: 120_000 });

describe.each([
  { colours: "with colours", env: { FORCE_COLOR: "1" }, ending: "ansi" },
  { colours: "without colours", env: {}, ending: "txt" },
])("what is printed $colours:", ({ env, ending }) => {
  test("a first deploy, one that changes nothing, a saved plan twice, and back", async () => {
    const deploying = await Deploying.start(files, { env });
    const transcript = new Transcript(deploying);

    await transcript.run("plan", "--exit-code");
    await transcript.run("deploy");
    expect(await deploying.stored(ssh)).toBeNull();
    await transcript.run("deploy", "--yes");
    await transcript.run("deploy");
    transcript.note("Both policies are changed.");
    deploying.writeFile("ssh.json", changed);
    deploying.writeFile("web.json", policy("france", "spain"));
    await transcript.run("plan", "--out", "plan.json");
    await transcript.run("deploy", "plan.json", "--dry-run");
    await transcript.run("deploy", "plan.json", "--yes");
    await transcript.run("deploy", "plan.json", "--yes");
    await transcript.run("history", "web");
    await transcript.run("rollback", "--yes");
    await transcript.run("history", "web", "--format", "json");
    await transcript.run("plan", "--format", "json", "--target", "web");
    await transcript.run("deploy", "--yes", "--format", "json");
    await expect(transcript.text).toMatchFileSnapshot(golden(`life.${ending}`));
  });

  test("going back behind a first deploy, on both kinds of target", async () => {
    const deploying = await Deploying.start(files, { env });
    const transcript = new Transcript(deploying);
    await deploying.run("deploy", "--yes");

    await transcript.run("rollback", "--yes");
    await transcript.run("rollback", "--yes", "--disable");
    expect(await deploying.stored(web)).not.toBeNull();
    await transcript.run("rollback", "--yes", "--disable", "--force", "web");
    expect(await deploying.stored(web)).toBeNull();
    expect(await deploying.stored(ssh)).toMatchObject({ enabled: false });
    transcript.note("And back again.");
    await transcript.run("rollback", "--yes");
    expect(await deploying.stored(ssh)).toMatchObject({ enabled: true });
    await expect(transcript.text).toMatchFileSnapshot(golden(`first.${ending}`));
  });

  test("somebody else writes between plan and deploy", async () => {
    const deploying = await Deploying.start(files, { env });
    const transcript = new Transcript(deploying);
    await deploying.run("deploy", "--yes");
    deploying.writeFile("ssh.json", changed);
    deploying.writeFile("web.json", policy("france", "spain"));
    await deploying.run("plan", "--out", "plan.json");
    await deploying.write(ssh, policy("norway", "iceland").replace("NO", "SE"));
    const theirs = await deploying.stored(ssh);

    await transcript.run("deploy", "plan.json", "--dry-run");
    await transcript.run("deploy", "plan.json", "--dry-run", "--format", "json");
    await transcript.run("deploy", "plan.json", "--yes", "--concurrency", "1");
    await transcript.run("deploy", "plan.json", "--yes", "--on-failure", "continue");
    expect(await deploying.stored(ssh)).toEqual(theirs);
    await transcript.run("deploy", "plan.json", "--yes", "--format", "json");
    transcript.note("A new plan has seen it.");
    await transcript.run("deploy", "--yes");
    await expect(transcript.text).toMatchFileSnapshot(golden(`drift.${ending}`));
  });

  test("somebody else writes while a deploy is under way", async () => {
    const theirs = policy("norway", "iceland");
    let spoiled: Promise<void> | undefined;
    const deploying = await Deploying.start(files, {
      env,
      onRequest: ({ operation }, own) => {
        if (operation === spoiledAt) spoiled ??= own.write(ssh, theirs);
      },
    });
    let spoiledAt: string | undefined;
    const transcript = new Transcript(deploying);
    await deploying.run("deploy", "--yes");
    deploying.writeFile("ssh.json", changed);

    transcript.note(
      "Before the target is read again: the plan is one request, and this is the next.",
    );
    deploying.emulator.setFaults({
      faults: [{ fault: "delay", milliseconds: 500, on: read, after: 1, times: 1 }],
    });
    spoiledAt = read;
    await transcript.run("deploy", "--yes", "--target", "ssh");
    await spoiled;
    expect(await deploying.stored(ssh)).toMatchObject({
      value: expect.stringContaining("iceland"),
    });

    transcript.note("After the write, before it is read back.");
    spoiled = undefined;
    spoiledAt = patch;
    deploying.emulator.setFaults({
      faults: [{ fault: "delay", milliseconds: 500, afterWork: true, on: patch, times: 1 }],
    });
    await transcript.run("deploy", "--yes", "--target", "ssh");
    await spoiled;
    await expect(transcript.text).toMatchFileSnapshot(golden(`race.${ending}`));
  });

  test("limits", async () => {
    const deploying = await Deploying.start(
      { "edge.json": policy("norway"), "ssh.json": policy("sweden"), "web.json": policy("france") },
      { env, targets: { ...sshAndWeb, ...edgesAfter(2, 10) } },
    );
    const transcript = new Transcript(deploying);

    transcript.note("All of twelve targets are new.");
    await transcript.run(
      "deploy",
      "--yes",
      "--target",
      "edge-*",
      "--target",
      "web",
      "--max-changes",
      "10",
    );
    await transcript.run("deploy", "--yes", "--max-changes", "100%");
    transcript.note("One policy becomes empty, another is disabled.");
    deploying.writeFile("ssh.json", "{}");
    deploying.configure({ ...sshAndWeb, web: { ...web, enabled: false }, ...edgesAfter(2, 10) });
    await transcript.run("plan");
    await transcript.run("deploy", "--yes", "--force", "ssh");
    await transcript.run(
      "deploy",
      "--yes",
      "--force",
      "ssh",
      "--format",
      "json",
      "--target",
      "ssh",
      "--target",
      "web",
    );
    await transcript.run(
      "deploy",
      "--yes",
      "--force",
      "ssh",
      "--force",
      "web",
      "--target",
      "ssh",
      "--target",
      "web",
    );
    await expect(transcript.text).toMatchFileSnapshot(golden(`limits.${ending}`));
  });

  test("what the service does wrong", async () => {
    const deploying = await Deploying.start(
      { "edge.json": policy("norway") },
      { env, targets: edges(3) },
    );
    const transcript = new Transcript(deploying);
    const fail = (...faults: Parameters<Deploying["emulator"]["setFaults"]>[0]["faults"]): void =>
      deploying.emulator.setFaults({ faults });
    const one = ["deploy", "--yes", "--concurrency", "1"];

    transcript.note("The second write is refused, and the others are not tried.");
    fail({ fault: "rate-limit", seconds: 0, on: patch, after: 1 });
    await transcript.run(...one);
    transcript.note("The same, and the others are tried.");
    await transcript.run(...one, "--on-failure", "continue");
    transcript.note("The second of two is refused, and the first is put back.");
    deploying.writeFile("edge.json", policy("sweden"));
    fail({ fault: "rate-limit", seconds: 0, on: patch, after: 1, times: 4 });
    await transcript.run(...one, "--on-failure", "rollback");
    transcript.note("No answer to a write, and none to the question what became of it.");
    fail(
      { fault: "reset-after-work", on: patch, times: 1 },
      { fault: "failure", status: 503, on: "GET /edges/tcp/{id}", after: 2 },
    );
    await transcript.run(...one, "--target", "edge-1");
    transcript.note("Targets cannot be read.");
    fail({ fault: "failure", status: 500 });
    await transcript.run("plan", "--out", "plan.json");
    await transcript.run("deploy", "--yes", "--format", "json");
    await expect(transcript.text).toMatchFileSnapshot(golden(`failures.${ending}`));
  });

  test("many targets", async () => {
    const deploying = await Deploying.start(
      { "edge.json": policy("norway"), "ssh.json": policy("france"), "web.json": policy("spain") },
      { env, targets: { ...sshAndWeb, ...edgesAfter(2, 28) } },
    );
    const transcript = new Transcript(deploying);
    await transcript.run("deploy", "--yes", "--max-changes", "100%");
    deploying.writeFile("ssh.json", policy("france", "italy"));
    await transcript.run("deploy", "--yes");
    await expect(transcript.text).toMatchFileSnapshot(golden(`many.${ending}`));
  });

  test("policies that do not pass lint", async () => {
    const wrong = { ...files, "ssh.json": '{"inbound": [{"name": "open", "actions": []}]}' };
    const deploying = await Deploying.start(wrong, { env });
    const transcript = new Transcript(deploying);
    await transcript.run("plan");
    await transcript.run("deploy", "--yes");
    await transcript.run("deploy", "--yes", "--format", "json");
    expect(await deploying.stored(web)).toBeNull();
    await transcript.run("plan", "--no-lint");
    await transcript.run("deploy", "--yes", "--no-lint");
    await expect(transcript.text).toMatchFileSnapshot(golden(`lint.${ending}`));
  });
});

/** As many TCP edges, after some that have their names already. */
function edgesAfter(first: number, count: number): ReturnType<typeof edges> {
  return Object.fromEntries(Object.entries(edges(first + count)).slice(first));
}
