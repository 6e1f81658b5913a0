import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Deploying, policy, sshAndWeb } from "./service.ts";

const files = { "ssh.json": policy("norway"), "web.json": policy("france") };
const { ssh, web } = sshAndWeb;

const mode = (path: string): number => statSync(path).mode & 0o777;

/** The entries of a target, the oldest first. */
function entriesOf(
  cwd: string,
  target: string,
): { file: string; stored: { value: string } | null }[] {
  const folder = join(cwd, ".traffic-policy/history", target);
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const file = join(folder, name);
      return { file, stored: JSON.parse(readFileSync(file, "utf8")).stored };
    });
}

test("what is overwritten is kept for its owner alone, and not in git", async () => {
  const deploying = await Deploying.start(files);
  await deploying.run("deploy", "--yes");
  deploying.writeFile("ssh.json", policy("sweden"));
  await deploying.run("deploy", "--yes");

  const history = join(deploying.cwd, ".traffic-policy/history");
  expect(mode(history)).toBe(0o700);
  expect(mode(join(history, "ssh"))).toBe(0o700);
  const entries = entriesOf(deploying.cwd, "ssh");
  expect(entries.map(({ stored }) => stored?.value.includes("norway") ?? null)).toEqual([
    null,
    true,
  ]);
  expect(entries.map(({ file }) => mode(file))).toEqual([0o600, 0o600]);
  expect(readFileSync(join(deploying.cwd, ".traffic-policy/.gitignore"), "utf8")).toBe("*\n");
});

test("nothing is written to a target whose policy cannot be kept", async () => {
  const deploying = await Deploying.start(files);
  mkdirSync(join(deploying.cwd, ".traffic-policy/history"), { recursive: true });
  writeFileSync(join(deploying.cwd, ".traffic-policy/history/ssh"), "a file in the way");
  const { status, out } = await deploying.run("deploy", "--yes", "--on-failure", "continue");
  expect(status).toBe(2);
  expect(out).toMatch(/^ssh {2}failed .*history\/ssh: It is not a folder\.$/m);
  expect(out).toMatch(/^web {2}applied /m);
  expect(await deploying.stored(ssh)).toBeNull();
});

test("rollback goes to a time or an entry, and --to takes them as history lists them", async () => {
  const deploying = await Deploying.start({ ...files, "ssh.json": policy("first") });
  for (const name of ["first", "second", "third"]) {
    deploying.writeFile("ssh.json", policy(name));
    await deploying.run("deploy", "--yes", "--target", "ssh");
  }
  const listed = JSON.parse((await deploying.run("history", "--format", "json")).out) as {
    entries: { entry: string; state: string; file: string }[];
  };
  expect(listed.entries.map(({ state }) => state)).toEqual(["enabled", "enabled", "absent"]);
  const [heldSecond, heldFirst] = listed.entries;
  const holds = async (name: string): Promise<void> =>
    expect(await deploying.stored(ssh)).toMatchObject({ value: expect.stringContaining(name) });

  await deploying.run("rollback", "ssh", "--yes", "--to", heldFirst?.entry ?? "");
  await holds("first");
  await deploying.run("rollback", "ssh", "--yes", "--to", heldSecond?.file ?? "");
  await holds("second");
  await deploying.run("rollback", "s*", "--yes", "--to", "2020-01-01");
  // At that time there was none, which the service cannot express.
  await holds("second");
  const none = await deploying.run("rollback", "ssh", "--yes", "--to", "2999-01-01");
  expect(none.err).toContain("error: No history for ssh since 2999-01-01.\n");
  const wrong = await deploying.run("rollback", "ssh", "--yes", "--to", "2026-02-31");
  expect(wrong.err).toContain(
    'error: "2026-02-31" is neither a time nor an entry of the history.\n',
  );
  expect([none.status, wrong.status]).toEqual([2, 2]);
});

test("without names, rollback takes back what the last run overwrote, and nothing else", async () => {
  const deploying = await Deploying.start(files);
  await deploying.run("deploy", "--yes");
  deploying.writeFile("ssh.json", policy("sweden"));
  await deploying.run("deploy", "--yes");
  const before = await deploying.stored(web);
  const { status, out } = await deploying.run("rollback", "--yes", "--format", "json");
  expect(status).toBe(0);
  expect(JSON.parse(out).targets).toEqual([{ target: "ssh", outcome: "applied", verified: true }]);
  expect(await deploying.stored(ssh)).toMatchObject({ value: expect.stringContaining("norway") });
  expect(await deploying.stored(web)).toEqual(before);
});

test("an entry about another place or service is refused, and of others those of this service count", async () => {
  const deploying = await Deploying.start(files);
  await deploying.run("deploy", "--yes");
  deploying.writeFile("web.json", policy("spain"));
  await deploying.run("deploy", "--yes");
  const [, entry] = entriesOf(deploying.cwd, "web");
  const text = readFileSync(entry?.file ?? "", "utf8");
  const later = "2999-01-01T00:00:00.000Z";
  writeFileSync(
    join(deploying.cwd, ".traffic-policy/history/web/2999-01-01T00-00-00.000Z.json"),
    // Only those of an earlier version have no checksum, and nothing of who overwrote it.
    JSON.stringify({
      ...JSON.parse(text),
      version: 1,
      checksum: undefined,
      action: undefined,
      user: undefined,
      host: undefined,
      time: later,
      service: "https://other.example",
    }),
  );
  const other = await deploying.run("rollback", "web", "--yes", "--to", later);
  expect(other).toMatchObject({ status: 2, out: "" });
  expect(other.err).toContain(
    `error: The entry ${later} of web is for the service https://other.example, not for ${deploying.emulator.baseUrl}.\n`,
  );
  expect((await deploying.run("rollback", "web", "--yes")).status).toBe(0);
  expect(await deploying.stored(web)).toMatchObject({ value: expect.stringContaining("france") });

  deploying.configure({ ssh, web: { ...web, route: "route_9" } });
  const moved = await deploying.run("rollback", "web", "--yes");
  expect(moved).toMatchObject({ status: 2, out: "" });
  expect(moved.err).toMatch(
    /^error: The entry \S+ of web is for https-route edge_2\/route_1, but the target is now https-route edge_2\/route_9\.\n/,
  );
});

test("a broken entry does not hide the others, and is not gone back to", async () => {
  const deploying = await Deploying.start(files);
  await deploying.run("deploy", "--yes");
  const folder = join(deploying.cwd, ".traffic-policy/history/web");
  writeFileSync(join(folder, "2026-01-01T00-00-00.000Z-000003.json"), '{"version": 1');
  writeFileSync(join(folder, "2026-01-02T00-00-00.000Z.json"), "");
  const { status, out, err } = await deploying.run("history");
  expect(status).toBe(2);
  expect(out.match(/no policy/g)).toHaveLength(2);
  expect(err).toMatch(
    /^error: .*2026-01-01T00-00-00.000Z-000003.json: This is not an entry of the history, or it is damaged\.\n/,
  );
  const back = await deploying.run("rollback", "web", "--yes", "--force", "web");
  expect(back).toMatchObject({ status: 2, out: "" });
  expect(back.err).toContain("This is not an entry of the history, or it is damaged.");
});

test("history of what was never deployed is empty", async () => {
  const deploying = await Deploying.start(files);
  expect(await deploying.run("history", "ssh")).toEqual({
    status: 0,
    out: "",
    err: "The history is empty.\n",
  });
  expect((await deploying.run("history", "sshh")).err).toBe(
    'error: The history has no target "sshh".\n  help: Did you mean "ssh"?\n',
  );
  const back = await deploying.run("rollback", "--yes");
  expect(back.status).toBe(2);
  expect(back.err).toContain("error: No history for ssh, web.\n");
});
