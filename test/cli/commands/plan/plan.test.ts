import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userEnvironment } from "../../../../scripts/user-environment.js";
import { type Project, projectOf } from "../../project.ts";

const targets = {
  ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
  web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
};

const ssh = {
  inbound: [
    {
      name: "Norway",
      expressions: ["has(conn.geo.country_code)", "conn.geo.country_code == 'NO'"],
      actions: [{ type: "log", config: { metadata: { a: "b" } } }, { type: "deny" }],
    },
  ],
};

const web = {
  inbound: [
    {
      name: "Teapot",
      actions: [
        {
          type: "custom-response",
          config: {
            status_code: 418,
            content: "<p>I am a teapot, and this takes its space.</p>".repeat(2),
          },
        },
      ],
    },
  ],
};

function started(files: Readonly<Record<string, object>> = {}): Project {
  const config = { service: "emulator", targets };
  return projectOf({
    "traffic-policy.config.json": config,
    "ssh.json": ssh,
    "web.json": web,
    ...files,
  });
}

test("--verbose shows what added and removed rules say", async () => {
  const { run, write } = started();
  const { out } = await run("plan", "--verbose");
  expect(out).toBe(`Plan for the emulator:
ssh  create     tcp-edge edge_1
  + inbound rule "Norway" (added)
      when  has(conn.geo.country_code)
      and   conn.geo.country_code == 'NO'
      do    log {"metadata":{"a":"b"}}
      then  deny

web  create     https-route edge_2/route_1
  + inbound rule "Teapot" (added)
      always
      do    custom-response {
              "status_code": 418,
              "content": "<p>I am a teapot, and this takes its space.</p><p>I am a teapot, and this takes its space.</p>"
            }

2 to create.
`);
  expect((await run("plan")).out).not.toContain("conn.geo");
  const deployed = await run("deploy", "--yes", "--verbose");
  expect(deployed.out.startsWith(out)).toBe(true);
  const other = { inbound: [{ name: "Slow", actions: [{ type: "compress-response" }] }] };
  write("ssh.json", other);
  const changed = await run("plan", "--verbose", "--target", "ssh", "--no-lint");
  expect(changed.out).toContain('  - inbound rule "Norway" (removed)\n      when  has(');
  expect(changed.out).toContain(
    '  + inbound rule "Slow" (added)\n      always\n      do    compress',
  );
  const back = await run("rollback", "ssh", "--dry-run", "--verbose", "--disable");
  expect(back.out).toContain("Rollback plan for the emulator:");
});

test("a rule that is more than expressions and actions is shown as JSON", async () => {
  const odd = { inbound: [{ ...ssh.inbound[0], comment: "more" }] };
  const { run } = started({ "ssh.json": odd });
  const { out } = await run("plan", "--verbose", "--no-lint", "--target", "ssh");
  expect(out).toContain('        "comment": "more"');
});

const formats = ["pretty", "json", "markdown"];

test.each(formats)("a saved plan is shown as when it was made: %s", async (format) => {
  const wild = { inbound: [{ ...ssh.inbound[0], actions: [{ type: "teleport" }] }] };
  const { run, folder } = started({ "ssh.json": wild });
  await run("deploy", "--yes", "--target", "ssh");
  const made = await run("plan", "--format", format, "--out", "plan.json");
  expect(made).toMatchObject({ status: 0, err: expect.stringContaining("warning:") });
  rmSync(join(folder, "traffic-policy.config.json"));
  const shown = await run("plan", "plan.json", "--format", format);
  const err = made.err.replace("plan.json was written.\n", "");
  expect(shown).toEqual({ status: 0, out: made.out, err });
  const status = await run("plan", "plan.json", "--format", format, "--exit-code");
  expect(status).toMatchObject({ status: 1, out: made.out });
});

test.each(formats)("one that was not linted still says so: %s", async (format) => {
  const { run } = started();
  const made = await run("plan", "--no-lint", "--format", format, "--out", "plan.json");
  expect((await run("plan", "plan.json", "--format", format)).out).toBe(made.out);
  const { out } = await run("deploy", "plan.json", "--yes");
  expect(out).toContain("The policies were not linted.\n");
});

test.each(formats)("one that exceeds a limit still says so: %s", async (format) => {
  const { run, write } = started();
  await run("deploy", "--yes");
  write("ssh.json", "{}");
  const made = await run("plan", "--format", format, "--out", "plan.json");
  expect(made.out).toContain("--force ssh");
  expect((await run("plan", "plan.json", "--format", format)).out).toBe(made.out);
});

test("the commit that it was made from is in the plan, and in the history of what it overwrites", async () => {
  const { run, folder } = started();
  const env = { ...userEnvironment(), GIT_CONFIG_GLOBAL: "/dev/null" };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
      cwd: folder,
      env,
    }).toString();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "First");
  const id = git("rev-parse", "HEAD").trim();
  const { out } = await run("plan", "--out", "plan.json");
  expect(out).toMatch(`Plan for the emulator, from commit ${id.slice(0, 12)}:\n`);
  const { out: json } = await run("plan", "plan.json", "--format", "json");
  expect(JSON.parse(json)).toMatchObject({ commit: { id, dirty: false } });
  git("commit", "--quiet", "--allow-empty", "--message", "Second");
  const deployed = await run("deploy", "plan.json", "--yes");
  expect(deployed.out).toMatch(`Plan for the emulator, from commit ${id.slice(0, 12)}, made at `);
  const history = JSON.parse((await run("history", "--format", "json")).out) as {
    entries: object[];
  };
  expect(history.entries).toHaveLength(2);
  for (const entry of history.entries) {
    expect(entry).toMatchObject({
      action: "deploy",
      user: "anna",
      host: "desk",
      commit: { id, dirty: false },
    });
  }
});

test("a saved plan takes nothing that would change it, and only a saved plan is taken", async () => {
  const { run, folder, write } = started();
  await run("plan", "--out", "plan.json");
  for (const more of [["--target", "ssh"], ["--no-lint"], ["--out", "other.json"]]) {
    expect(await run("plan", "plan.json", ...more)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^error: A saved plan is shown exactly as it was saved\.\n/),
    });
  }
  expect(await run("plan", "ssh")).toMatchObject({
    status: 2,
    err: "error: ssh: There is no such file.\n  help: Did you mean --target ssh?\n",
  });
  expect((await run("plan", "ssh.yaml")).err).toMatch(
    /^error: ssh\.yaml is not a saved plan\.\n {2}help: `plan --out plan\.json` saves one\./,
  );
  expect((await run("plan", "ssh.json")).err).toMatch(/^error: ssh\.json: This is not a saved/);
  expect((await run("plan", "none.json")).err).toMatch(/^error: none\.json: /);
  const edited = readFileSync(join(folder, "plan.json"), "utf8").replace("NO", "SE");
  write("plan.json", edited);
  expect(await run("plan", "plan.json")).toMatchObject({
    status: 2,
    err: expect.stringContaining("The saved plan was edited: its checksum does not match."),
  });
  write("plan.json", '{"version": 2}');
  expect((await run("plan", "plan.json")).err).toMatch(
    "plan.json: The saved plan has version 2, but this program supports version 3.",
  );
});
