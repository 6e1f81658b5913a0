import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { jsonOutputs } from "../../../../packages/cli/src/commands/outputs.generated.ts";
import { type Project, projectOf } from "../../project.ts";

const rule = (name: string, country: string): object => ({
  name,
  expressions: [`conn.geo.country_code == '${country}'`],
  actions: [{ type: "deny" }],
});

const policy = (...rules: readonly object[]): object => ({ inbound: rules });

function configuration(names: readonly string[], service: unknown = "emulator"): object {
  const targets = names.map((name, index): [string, object] => [
    name,
    { kind: "tcp-edge", edge: `edge_${index + 1}`, policy: `./${name}.json` },
  ]);
  return { service, targets: Object.fromEntries(targets) };
}

/** A project whose target `ssh` held nothing, then `first`, and now holds `second`. */
async function deployed(names: readonly string[] = ["ssh"]): Promise<Project> {
  const first = policy(rule("Norway", "NO"), rule("France", "FR"));
  const project = projectOf({
    "traffic-policy.config.json": configuration(names),
    ...Object.fromEntries(names.map((name) => [`${name}.json`, first])),
  });
  expect(await project.run("deploy", "--yes", "--no-lint")).toMatchObject({ status: 0 });
  for (const name of names) project.write(`${name}.json`, policy(rule("Norway", "SE")));
  expect(await project.run("deploy", "--yes", "--no-lint")).toMatchObject({ status: 0 });
  return project;
}

async function entriesOf({
  run,
}: Project): Promise<{ entry: string; target: string; file: string }[]> {
  const { out } = await run("history", "--format", "json");
  return (JSON.parse(out) as { entries: { entry: string; target: string; file: string }[] })
    .entries;
}

/** As the service stores them. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]));
}

test("the latest entry of a target is compared with what the service holds now", async () => {
  const project = await deployed();
  const [{ entry = "", file = "" } = {}] = await entriesOf(project);
  const time = entry.replace(/-\d+$/, "");
  const { status, out, err } = await project.run("history", "show", "ssh");
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toBe(`ssh, until ${time}
  entry        ${entry}
  place        tcp-edge edge_1
  service      emulator
  overwritten  ${time} by a deploy of anna on desk
  from         no known commit
  file         ${file}

Compared with what the service holds now:
  ~ inbound rule "Norway", expressions[0]
      then   "conn.geo.country_code == 'NO'"
                                        ^^
      later  "conn.geo.country_code == 'SE'"
                                        ^^
  - inbound rule "France" (removed later)
      when  conn.geo.country_code == 'FR'
      do    deny

It held:
enabled
${JSON.stringify(sortedKeys(policy(rule("Norway", "NO"), rule("France", "FR"))), undefined, 2)}
`);
  for (const name of [entry, file, time]) {
    expect((await project.run("history", "show", name)).out).toBe(out);
  }
});

test("an earlier one is compared with the next one, and nobody is asked", async () => {
  const project = await deployed();
  project.write(
    "traffic-policy.config.json",
    configuration(["ssh"], { baseUrl: "https://a.example" }),
  );
  const [latest, first] = await entriesOf(project);
  const { out } = await project.run("history", "show", first?.entry ?? "");
  expect(out)
    .toContain(`Compared with what it held next, until ${latest?.entry.slice(0, 24)} (entry ${latest?.entry}):
  + inbound rule "Norway" (added later)
      when  conn.geo.country_code == 'NO'
      do    deny
`);
  expect(out).toContain("\nIt held:\nno policy\n");
});

test("the latest one is shown also when the service cannot be asked, and says so", async () => {
  const project = await deployed();
  project.write(
    "traffic-policy.config.json",
    configuration(["ssh"], { baseUrl: "https://a.example" }),
  );
  const unknown = await project.run("history", "show", "ssh");
  expect(unknown).toMatchObject({ status: 0, err: "" });
  expect(unknown.out).toContain(
    "\nNot compared: What the service holds now is unknown. There is no API key.\n",
  );
  const { out } = await project.run("history", "show", "ssh", "--no-diff");
  expect(out).not.toContain("ompared");
  expect(out).toContain("It held:\nenabled\n{");
});

test("JSON says the same, as its schema says", async () => {
  const { schema } = jsonOutputs.find(({ name }) => name === "history-entry") ?? {};
  const validate = new Ajv2020({ strictTypes: false }).compile(schema ?? false);
  const project = await deployed();
  const [latest, first] = await entriesOf(project);
  for (const [name, ...more] of [
    [latest?.entry ?? ""],
    [first?.entry ?? ""],
    ["ssh", "--no-diff"],
  ] as const) {
    const { out } = await project.run("history", "show", name, ...more, "--format", "json");
    expect(validate(JSON.parse(out)), JSON.stringify(validate.errors)).toBe(true);
  }
  const { out } = await project.run("history", "show", "ssh", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({
    target: "ssh",
    action: "deploy",
    user: "anna",
    host: "desk",
    stored: { enabled: true, value: expect.stringContaining("'NO'") as string },
    compared: {
      with: "service",
      state: "enabled",
      changes: [{ kind: "changed" }, { kind: "removed" }],
    },
  });
});

test("a target that is called show has its entries listed, too", async () => {
  const project = await deployed(["show", "ssh"]);
  expect((await entriesOf(project)).map(({ target }) => target)).toEqual(
    ["show", "show", "ssh", "ssh"].toSorted(),
  );
  const { out } = await project.run("history", "list", "show");
  expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual(["target", "show", "show", ""]);
  expect((await project.run("history", "ssh", "show")).out.split("\n")).toHaveLength(6);
  expect((await project.run("history", "show", "show")).out).toMatch(/^show, until /);
});

test("of several entries with one time, the target decides", async () => {
  const project = await deployed(["a", "b"]);
  const time = "2026-01-01T00:00:00.000Z";
  for (const { file } of await entriesOf(project)) {
    const path = join(project.folder, file);
    const {
      checksum: _checksum,
      action: _a,
      user: _u,
      host: _h,
      ...entry
    } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    // Version 1, which has no checksum.
    writeFileSync(path, JSON.stringify({ ...entry, version: 1, time }));
  }
  const several = await project.run("history", "show", time);
  expect(several.status).toBe(2);
  expect(several.err).toMatch(/^error: Several entries of the history have the time 2026-01-01/);
  const { out } = await project.run("history", "show", "b");
  expect(out).toContain(`overwritten  ${time}\n`);
  expect(out).toContain("from         no known commit\n");
});

test("what is not there is refused in a sentence", async () => {
  const project = await deployed();
  for (const name of ["none", "2020-01-01", "2020-01-01T00:00:00.000Z-000001", "../x"]) {
    const { status, err } = await project.run("history", "show", name);
    expect(status).toBe(2);
    expect(err).toMatch(/^error: The history has no entry "[^"]*"\.\n {2}help: /);
  }
  expect((await project.run("history", "show")).err).toMatch(
    /^error: `traffic-policy history show` needs a <entry>/,
  );
  expect((await project.run("history", "shw")).err).toContain("The history has no target");
  const folder = join(project.folder, ".traffic-policy/history/ssh");
  for (const file of readdirSync(folder)) writeFileSync(join(folder, file), "{}");
  expect(await project.run("history", "show", "ssh")).toMatchObject({
    status: 2,
    err: expect.stringContaining("This is not an entry of the history, or it is damaged."),
  });
});

test("what an entry says is not obeyed by a terminal", async () => {
  const project = await deployed();
  const [{ file = "" } = {}] = await entriesOf(project);
  const path = join(project.folder, file);
  const {
    checksum: _checksum,
    action: _a,
    user: _u,
    host: _h,
    ...entry
  } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const value = "{\u001b[31m\u202e\n::error::x";
  const hostile = { ...entry, version: 1, service: "s\u001b[2J", stored: { enabled: true, value } };
  writeFileSync(path, JSON.stringify(hostile));
  const { out, err } = await project.run("history", "show", "ssh");
  // oxlint-disable-next-line no-control-regex
  expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]|^::/m);
});
