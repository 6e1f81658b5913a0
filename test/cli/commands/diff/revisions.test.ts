import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run as runCommand } from "../../../../packages/cli/src/program.ts";
import { admin, mistaken, rewritten } from "../../behaviour-policies.ts";
import { testContext } from "../../context.ts";
import { projectOf } from "../../project.ts";
import { repositoryOf } from "../../repository.ts";

const manifest = (name: string, policy: object): string =>
  `apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\nmetadata: { name: ${name} }\nspec: { policy: ${JSON.stringify(policy)} }\n`;

const phases = (status: number) => ({
  on_http_request: [{ name: "All", actions: [{ type: "deny", config: { status_code: status } }] }],
});

test("what is saved is compared with a revision: policies that differ, are new and are gone", async () => {
  const { run, commit, write, folder } = repositoryOf({
    "web.json": admin,
    "old.json": phases(403),
    "format.yaml": `inbound: ${JSON.stringify(admin.inbound)}`,
    "deployment.yaml": "kind: Deployment\n",
  });
  commit({ "web.json": mistaken });
  write("format.yaml", `# Ours\ninbound: ${JSON.stringify(admin.inbound)}`);
  write("deployment.yaml", "kind: Service\n");
  write("fresh/new.json", phases(404));
  write("node_modules/a/policy.json", phases(404));
  rmSync(join(folder, "old.json"));
  expect(await run("diff", "HEAD~1")).toEqual({
    status: 1,
    out: `Comparison with HEAD~1:
format.yaml     identical
fresh/new.json  new
  + on_http_request rule "All" (added)
      always
      do    deny {"status_code":404}
old.json        removed
  - on_http_request rule "All" (removed)
      always
      do    deny {"status_code":403}
web.json        different
  ~ inbound rule "Admin", expressions[0]
      before  "req.url.path.startsWith('/admin')"
                            ^^^^^^^^^^^^
      after   "req.url.path.matches('^/admin/')"
                            ^^^^^^^^^^      ^
`,
    err: "",
  });
  expect(await run("diff", "HEAD~1", "--exit-zero")).toMatchObject({ status: 0 });
});

test("nothing that differs is a sentence", async () => {
  const { run } = repositoryOf({ "web.json": admin });
  expect(await run("diff", "HEAD")).toEqual({
    status: 0,
    out: "No policy in JSON or YAML differs from HEAD.\n",
    err: "",
  });
  expect((await run("diff", "HEAD..HEAD")).out).toBe(
    "No policy in JSON or YAML differs between HEAD and HEAD.\n",
  );
});

test("two revisions are compared without what is saved", async () => {
  const { run, commit, git, write } = repositoryOf({ "web.json": admin });
  git("tag", "v1");
  commit({ "web.json": mistaken });
  git("tag", "v2");
  write("web.json", rewritten);
  const both = await run("diff", "v1..v2");
  expect(both).toMatchObject({ status: 1, err: "" });
  expect(both.out).toContain("Comparison of v1 with v2:\nweb.json  different\n");
  expect(both.out).toContain("^/admin/");
  expect(await run("diff", "v1", "v2")).toEqual(both);
  const { before, after } = JSON.parse((await run("diff", "v1..v2", "--format", "json")).out);
  expect([before, after]).toEqual([git("rev-parse", "v1"), git("rev-parse", "v2")]);
  expect((await run("diff", "v2..v1", "web.json")).out).toContain("Comparison of v2 with v1:");
});

test("three dots compare with the merge base, and what only the other branch changes is left out", async () => {
  const { run, commit, git, write } = repositoryOf({ "web.json": admin, "wiki.json": admin });
  git("checkout", "-b", "feature");
  commit({ "web.json": mistaken });
  git("checkout", "main");
  commit({ "wiki.json": mistaken });
  git("checkout", "feature");
  write("saved.json", phases(403));
  const { out } = await run("diff", "main...");
  expect(out).toContain("Comparison with the merge base of main and HEAD:\nsaved.json  new\n");
  expect(out).toContain("web.json    different\n");
  expect(out).not.toContain("wiki.json");
  expect((await run("diff", "main...feature")).out).not.toContain("saved.json");
  expect((await run("diff", "main")).out).toContain("wiki.json   different\n");
  git("checkout", "--orphan", "alone");
  git("commit", "--message", "alone");
  expect(await run("diff", "main...")).toEqual({
    status: 2,
    out: "",
    err: 'error: main and "HEAD" have no commit in common.\n  help: Name a branch, a tag or a commit that main comes from.\n',
  });
});

test("files, folders and globs limit it", async () => {
  const { run, commit } = repositoryOf({
    "edge/a.json": admin,
    "edge/b.yaml": "a: 1\n",
    "c.json": admin,
  });
  commit({ "edge/a.json": mistaken, "c.json": mistaken });
  const named = async (...paths: string[]): Promise<string[]> => {
    const { out } = await run("diff", "--format", "json", "HEAD~1", ...paths);
    return (JSON.parse(out) as { policies: { policy: string }[] }).policies.map(
      (one) => one.policy,
    );
  };
  expect(await named("edge")).toEqual(["edge/a.json"]);
  expect(await named("--", "c.json")).toEqual(["c.json"]);
  expect(await named("*.json")).toEqual(["c.json"]);
  expect(await named("edge/b.yaml")).toEqual([]);
});

test.each<[string[], string]>([
  [["HEAD~1", "gone.json"], "gone.json: There is no such file or folder, and none in HEAD~1.\n"],
  [
    ["HEAD~1", "a.policy.ts"],
    "a.policy.ts: No code of a revision is run, so it cannot be compared.\n",
  ],
  [
    ["HEAD~1", "--target", "web"],
    "Revisions are compared without the configuration and the service.\n",
  ],
  [
    ["mian"],
    'There is no file "mian", and git knows no such commit.\n  help: Did you mean "main"?\n',
  ],
  [["HEAD..mian"], 'There is no file "mian", and git knows no such commit.\n'],
  [["mian.json", "web.json"], "mian.json: There is no such file.\n"],
])("diff %j is refused", async (args, message) => {
  const { run, commit } = repositoryOf({ "web.json": admin });
  commit({});
  const { status, out, err } = await run("diff", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${message}`);
});

test("outside of a repository, a name is that of a file", async () => {
  const { run } = projectOf({ "web.json": admin });
  expect((await run("diff", "HEAD~1")).err).toBe("error: HEAD~1: There is no such file.\n");
});

test("a file that is called like a revision is a file", async () => {
  const { run, write } = repositoryOf({ main: "", "web.json": admin });
  write("web.json", mistaken);
  const { err } = await run("diff", "main");
  expect(err).toContain("main is only one file; two are compared.");
  expect(err).toContain("for the commit, write 'main~0'.");
  expect((await run("diff", "main~0")).out).toContain("Comparison with main~0:\nweb.json");
});

test("only the folder in which it is run counts", async () => {
  const { write, folder } = repositoryOf({ "a.json": admin, "edge/b.json": admin });
  write("a.json", mistaken);
  write("edge/b.json", mistaken);
  const context = await testContext(join(folder, "edge"));
  expect(await runCommand(["diff", "HEAD"], context)).toBe(1);
  await context.terminal.flushed();
  expect(context.printed.out).toContain("b.json  different\n");
  expect(context.printed.out).not.toContain("a.json");
});

test("policies in code and in templates are named, and no code is run", async () => {
  const thrown = 'throw new Error("run");\n';
  const { run, commit } = repositoryOf({
    "lib/parts.ts": thrown,
    "ssh.policy.ts": `import "./lib/parts.ts";\n${thrown}`,
    "gone.policy.ts": thrown,
    "src/server.ts": thrown,
    "web.json": admin,
  });
  commit({
    "lib/parts.ts": `\n${thrown}`,
    "gone.policy.ts": undefined,
    "src/server.ts": "",
    "chart.yaml": `{{ if .Values.a }}\n${manifest("a", phases(403))}{{ end }}\n`,
  });
  expect(await run("diff", "HEAD~1")).toEqual({
    status: 0,
    out: "No policy that was compared differs from HEAD~1.\nNot compared: chart.yaml (a template); gone.policy.ts, ssh.policy.ts (no code of a revision is run).\n",
    err: "",
  });
  expect((await run("diff", "HEAD~1", "--format", "markdown")).out).toContain(
    "; <code>gone&#46;policy&#46;ts</code>, <code>ssh&#46;policy&#46;ts</code> (",
  );
});

test("a policy that cannot be read in a revision is an error, and the others are shown", async () => {
  const { run, commit } = repositoryOf({ "a.json": '{"inbound": [', "web.json": admin });
  commit({ "a.json": admin, "web.json": mistaken });
  const { status, out, err } = await run("diff", "HEAD~1");
  expect(status).toBe(2);
  expect(out).toContain("web.json  different\n");
  expect(err).toMatch(/^error: In HEAD~1, a\.json:1:14: .*\n {2}help: .*\n$/);
});

test("a policy that joins documents of other kinds is new", async () => {
  const others = "kind: Deployment\n---\nkind: Service\n";
  const { run, write } = repositoryOf({ "all.yaml": others });
  write("all.yaml", `${others}---\n${manifest("a", phases(403))}`);
  const { status, out } = await run("diff", "HEAD");
  expect(status).toBe(1);
  expect(out).toContain("Comparison with HEAD:\nall.yaml#NgrokTrafficPolicy/a  new\n");
});

test("each policy of a file that holds several is compared", async () => {
  const { run, write } = repositoryOf({
    "all.yaml": `${manifest("a", phases(403))}---\nkind: Service\n---\n${manifest("b", phases(403))}`,
  });
  write("all.yaml", `${manifest("a", phases(403))}---\n${manifest("b", phases(404))}`);
  const { out } = await run("diff", "HEAD");
  expect(out).toMatch(
    /^all\.yaml#NgrokTrafficPolicy\/a {2}identical\nall\.yaml#NgrokTrafficPolicy\/b {2}different\n.*\n {6}before {2}403$/m,
  );
});

test("--semantic says whether requests are handled otherwise", async () => {
  const { run, write } = repositoryOf({ "web.json": admin });
  write("web.json", rewritten);
  expect(await run("diff", "HEAD", "--semantic")).toMatchObject({
    status: 0,
    out: expect.stringContaining("  behaviour: the same for every request (proved)\n") as string,
  });
  write("web.json", mistaken);
  const { status, out } = await run("diff", "HEAD", "--semantic", "--format", "markdown");
  expect(status).toBe(1);
  expect(out).toContain("| **different** | 1; behaviour not the same for 1 group of requests |");
});

test.each(["pretty", "json", "markdown"])("no secret is in %s", async (format) => {
  const secret = "hunter2-hunter2-hunter2";
  const basic = (password: string) => ({
    on_http_request: [
      { actions: [{ type: "basic-auth", config: { credentials: [`anna:${password}`] } }] },
    ],
  });
  const { run, write } = repositoryOf({ "web.json": basic(`${secret}-1`) });
  write("web.json", basic(`${secret}-2`));
  const { status, out, err } = await run("diff", "HEAD", "--format", format);
  expect(status).toBe(1);
  expect(out + err).not.toContain(secret);
});
