import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { FixReport } from "@traffic-policy/report";
import { configuration, project, run } from "./command.ts";

/** A safe fix at `req.Method`, an unsafe one at `'post'`. */
const web = `# posts
inbound:
  - name: No posts   # from anyone
    expressions:
      - req.Method == 'post'
    actions: [{ type: deny }]
`;
const safelyFixed = web.replace("req.Method", "req.method");
const fixed = safelyFixed.replace("'post'", "'POST'");

interface Report {
  readonly diagnostics: readonly Diagnostic[];
  readonly fixes: FixReport;
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

describe("what is written", () => {
  test("--fix makes the safe fixes, and reports what is left", async () => {
    const cwd = project({ "web.yaml": web });
    const { status, out, err } = await run(["lint", "--fix", "web.yaml"], { cwd });
    expect(read(cwd, "web.yaml")).toBe(safelyFixed);
    expect(out).toContain("   fix: Write 'POST' (unsafe, with --fix-unsafe)\n");
    expect(out).toMatch(
      /\n1 warning in 1 file\.\n1 finding fixed in 1 file\.\n1 can be fixed with --fix-unsafe\.\n$/,
    );
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  test("--fix-unsafe makes all fixes, with --fix or alone", async () => {
    for (const options of [["--fix-unsafe"], ["--fix", "--fix-unsafe"]]) {
      const cwd = project({ "web.yaml": web });
      const { status, out } = await run(["lint", ...options, "web.yaml"], { cwd });
      expect(read(cwd, "web.yaml")).toBe(fixed);
      expect(out).toBe("No findings in 1 file.\n2 findings fixed in 1 file.\n");
      expect(status).toBe(0);
    }
  });

  test("without --fix nothing is written, and the report says what can be fixed", async () => {
    const cwd = project({ "web.yaml": web });
    const { out } = await run(["lint", "web.yaml"], { cwd });
    expect(read(cwd, "web.yaml")).toBe(web);
    expect(out).toContain("   fix: Write req.method (safe, with --fix)\n");
    expect(out).toMatch(/\n1 can be fixed with --fix, 1 more with --fix-unsafe\.\n$/);
  });

  test("an error that is left is a finding as ever", async () => {
    const cwd = project({ "web.yaml": web.replace("'post'", "'post' && req.nonsense") });
    const { status, out } = await run(["lint", "--fix", "web.yaml"], { cwd });
    expect(out).toContain("1 finding fixed in 1 file.\n");
    expect(status).toBe(1);
  });

  test("a fix that waits for another one gets its turn", async () => {
    const expression = "req.Path.matches('^/api/') && req.Path.matches('^/api/')";
    const policy = (text: string): string =>
      JSON.stringify({
        inbound: [{ name: "a", expressions: [text], actions: [{ type: "deny" }] }],
      });
    const cwd = project({ "a.json": policy(expression) });
    const { out } = await run(["lint", "--fix", "a.json"], { cwd });
    expect(read(cwd, "a.json")).toBe(policy("req.url.path.startsWith('/api/')"));
    expect(out).toMatch(/^No findings in 1 file\.\n/);
  });

  test("mode, link, byte order mark and line breaks stay", async () => {
    const text = `\ufeff${web.replaceAll("\n", "\r\n")}`;
    const cwd = project({ "policies/web.yaml": text });
    chmodSync(join(cwd, "policies/web.yaml"), 0o640);
    symlinkSync("policies/web.yaml", join(cwd, "link.yaml"));
    await run(["lint", "--fix", "link.yaml", "policies/web.yaml"], { cwd });
    expect(read(cwd, "policies/web.yaml")).toBe(text.replace("req.Method", "req.method"));
    expect(statSync(join(cwd, "policies/web.yaml")).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(cwd, "link.yaml")).isSymbolicLink()).toBe(true);
  });

  test("a file without a fix is not written at all", async () => {
    const cwd = project({ "a.json": '{"inbound": [{"actions": []}]}\n' });
    const before = statSync(join(cwd, "a.json"));
    await run(["lint", "--fix-unsafe", "a.json"], { cwd });
    const { ino, mtimeMs } = statSync(join(cwd, "a.json"));
    expect({ ino, mtimeMs }).toEqual({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  test("as JSON the report says what was fixed, and what was not and why", async () => {
    const shared = `inbound:
  - name: one
    expressions: [&old "req.Method == 'GET'"]
    actions: [{ type: deny }]
  - name: two
    expressions: [*old, "req.Method == 'GET' || conn.client_ip == '192.0.2.1'"]
    actions: [{ type: log, config: { metadata: {} } }]
`;
    const cwd = project({ "a.yaml": shared });
    const { out } = await run(["lint", "--fix", "--format", "json", "a.yaml"], { cwd });
    const { fixes, diagnostics } = JSON.parse(out) as Report;
    expect(fixes).toMatchObject({ fixed: 1, files: [{ file: "a.yaml", fixed: 1 }] });
    expect(fixes.files[0]).not.toHaveProperty("text");
    expect(fixes.left.length).toBeGreaterThan(0);
    for (const left of fixes.left) {
      expect(left).toMatchObject({
        rule: "expression/renamed-variable",
        location: { file: "a.yaml" },
        reason: "an alias refers to the same value",
      });
      expect(diagnostics.map(({ path }) => path)).toContain(left.path);
    }
  });

  test.each(["unix", "github", "gitlab", "sarif", "junit"])(
    "beside %s stderr says it",
    async (format) => {
      const cwd = project({ "web.yaml": web });
      const { out, err } = await run(["lint", "--fix", "--format", format, "web.yaml"], { cwd });
      expect(err).toBe("1 finding fixed in 1 file.\n");
      expect(out).not.toContain("fixed in");
    },
  );
});

describe("--fix-dry-run", () => {
  test.each([
    ["alone", [], safelyFixed],
    ["with --fix", ["--fix"], safelyFixed],
    ["with --fix-unsafe", ["--fix-unsafe"], fixed],
  ])("%s prints what git can apply", async (_how, options, expected) => {
    const files = { "policies/web.yaml": web, "crlf.yaml": web.replaceAll("\n", "\r\n").trimEnd() };
    const cwd = project(files);
    const args = ["lint", "--fix-dry-run", ...options, "crlf.yaml", "policies/web.yaml"];
    const { status, out, err } = await run(args, { cwd });
    expect(status).toBe(1);
    expect(err).toContain(" would be fixed in 2 files.\n");
    expect(read(cwd, "policies/web.yaml")).toBe(web);
    execFileSync("git", ["apply", "--unsafe-paths", "-"], { cwd, input: out });
    expect(read(cwd, "policies/web.yaml")).toBe(expected);
    expect(read(cwd, "crlf.yaml")).toBe(expected.replaceAll("\n", "\r\n").trimEnd());
  });

  test("prints nothing when there is nothing to change", async () => {
    const cwd = project({ "web.yaml": fixed });
    const { status, out, err } = await run(["lint", "--fix-dry-run", "web.yaml"], { cwd });
    expect({ status, out }).toEqual({ status: 0, out: "" });
    expect(err).toBe("No findings in 1 file.\n");
  });

  test("has the diff in the report with --format json", async () => {
    const cwd = project({ "web.yaml": web });
    const args = ["lint", "--fix-dry-run", "--format", "json", "web.yaml"];
    const { fixes } = JSON.parse((await run(args, { cwd })).out) as Report;
    expect(fixes.files[0]?.diff).toBe(
      (await run(["lint", "--fix-dry-run", "web.yaml"], { cwd })).out,
    );
    expect(read(cwd, "web.yaml")).toBe(web);
  });
});

describe("--stdin-filename", () => {
  const args = ["lint", "--stdin-filename", "not-there.yaml"];

  test("the fixed text goes to stdout, the report to stderr", async () => {
    const { status, out, err } = await run([...args, "--fix"], { input: web, cwd: project({}) });
    expect({ status, out }).toEqual({ status: 0, out: safelyFixed });
    expect(err).toContain("1 finding fixed in 1 file.\n");
  });

  test.each([
    ["nothing to fix", fixed, 0],
    ["a syntax error", "inbound: [", 1],
  ])("a text with %s comes back as it is", async (_what, text, status) => {
    const result = await run([...args, "--fix"], { input: text, cwd: project({}) });
    expect({ status: result.status, out: result.out }).toEqual({ status, out: text });
  });

  test("with --format json the text is in the report", async () => {
    const cwd = project({});
    const { out, err } = await run([...args, "--fix", "--format", "json"], { input: web, cwd });
    expect((JSON.parse(out) as Report).fixes.files).toEqual([
      { file: "not-there.yaml", fixed: 1, text: safelyFixed },
    ]);
    expect(err).toBe("");
  });

  test("with --fix-dry-run the diff goes to stdout", async () => {
    const { out } = await run([...args, "--fix-dry-run"], { input: web, cwd: project({}) });
    expect(out).toMatch(/^--- a\/not-there\.yaml\n\+\+\+ b\/not-there\.yaml\n@@ /);
  });

  test("a file of that name is not written", async () => {
    const cwd = project({ "web.ts": "export default { inbound: [] };" });
    const text = `export default { inbound: [{ name: "a", expressions: ["req.Method == 'GET'"], actions: [{ type: "deny" }] }] };`;
    const { out } = await run(["lint", "--fix", "--stdin-filename", "web.ts"], {
      input: text,
      cwd,
    });
    expect(out).toBe(text.replace("req.Method", "req.method"));
    expect(read(cwd, "web.ts")).toBe("export default { inbound: [] };");
  });
});

describe("what is not fixed", () => {
  const json =
    '{"inbound": [{"name": "a", "expressions": ["req.Method == \'GET\'"], "actions": [{"type": "deny"}]}]}';

  test.each([
    [
      "what a comment ignores",
      {
        "a.yaml": web.replace(
          "      - req",
          "      # traffic-policy-ignore-next-line expression/renamed-variable -- old\n      - req",
        ),
      },
      [],
    ],
    [
      "what a comment in code ignores",
      {
        "a.ts": `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
// traffic-policy-ignore-next-line expression/renamed-variable -- old
const readers = cel\`req.Method == 'GET'\`;
export default policy().inbound(rule("a").when(readers).do(deny()));
`,
      },
      [],
    ],
    [
      "what the configuration ignores",
      {
        "a.json": json,
        "traffic-policy.config.json": configuration({
          lint: {
            ignoreFindings: [{ file: "a.json", rule: "expression/renamed-variable", why: "old" }],
          },
        }),
      },
      [],
    ],
    [
      "a file that the configuration ignores",
      {
        "a.json": json,
        "traffic-policy.config.json": configuration({ lint: { ignore: ["a.*"] } }),
      },
      [],
    ],
    ["a rule that is off", { "a.json": json }, ["--rule", "expression/renamed-variable=off"]],
    ["a warning with --quiet", { "a.json": json }, ["--quiet"]],
  ])("%s", async (_what, files: Record<string, string>, options) => {
    const [file = ""] = Object.keys(files);
    const cwd = project(files);
    const { status } = await run(["lint", "--fix", ...options, file], { cwd });
    expect(read(cwd, file)).toBe(files[file]);
    expect(status).toBe(0);
  });

  test("what the baseline knows, while what is new is fixed", async () => {
    const cwd = project({ "a.json": json });
    const baseline = ["--baseline", "known.json"];
    await run(["lint", ...baseline, "--update-baseline", "a.json"], { cwd });
    await run(["lint", "--fix", ...baseline, "a.json"], { cwd });
    expect(read(cwd, "a.json")).toBe(json);
    const more = json.replace('"actions"', '"Actions"').replace("GET", "get");
    const other = project({ "a.json": more, "known.json": read(cwd, "known.json") });
    const { out } = await run(["lint", "--fix-unsafe", ...baseline, "a.json"], { cwd: other });
    expect(read(other, "a.json")).toBe(json);
    expect(out).toContain("1 finding of the baseline left out.\n");
  });

  test("what could be something else that is ignored by its place", async () => {
    const duplicate = {
      name: "a",
      expressions: ["conn.client_ip == '192.0.2.1'"],
      actions: [{ type: "deny" }],
    };
    const old = { ...duplicate, expressions: ["req.Method == 'GET'"] };
    const text = JSON.stringify({
      inbound: [duplicate, { ...duplicate, name: "b" }, { ...old, name: "c" }],
    });
    const lint = {
      ignoreFindings: [
        { file: "a.json", rule: "expression/renamed-variable", path: "/inbound/2", why: "old" },
      ],
    };
    const cwd = project({ "a.json": text, "traffic-policy.config.json": configuration({ lint }) });
    await run(["lint", "--fix-unsafe", "a.json"], { cwd });
    expect(JSON.parse(read(cwd, "a.json"))).toEqual({
      inbound: [duplicate, { ...old, name: "c" }],
    });
  });
});

describe("when something is wrong", () => {
  test.each([
    ["broken.json", '{"inbound": '],
    ["broken.yaml", "inbound: ["],
    ["broken.ts", "throw new Error('no');"],
    ["not-utf-8.json", Buffer.from('{"caf\xe9": 1}', "latin1")],
  ])("%s is left alone, and the others are fixed", async (name, text) => {
    const cwd = project({ "web.yaml": web, [name]: text });
    const result = await run(["lint", "--fix", name, "missing.json", "web.yaml"], { cwd });
    expect(read(cwd, "web.yaml")).toBe(safelyFixed);
    expect(readFileSync(join(cwd, name))).toEqual(Buffer.from(text));
    expect(result.err).toContain("missing.json: There is no such file.\n");
    expect(result.status).toBe(2);
  });

  test.each([
    ["broken.json", '{"inbound": '],
    ["broken.yaml", "inbound: ["],
  ])("a mistake in %s alone is a finding", async (name, text) => {
    const cwd = project({ "web.yaml": web, [name]: text });
    const { status } = await run(["lint", "--fix", name, "web.yaml"], { cwd });
    expect(status).toBe(1);
  });

  test("a file that is read-only is left alone, with a sentence", async () => {
    const cwd = project({ "web.yaml": web, "other.yaml": web });
    chmodSync(join(cwd, "web.yaml"), 0o444);
    const { status, out, err } = await run(["lint", "--fix", "web.yaml", "other.yaml"], { cwd });
    expect(err).toBe(
      "error: web.yaml: The file is read-only, so it was not changed.\n  help: Make it writable, or change it by hand.\n",
    );
    expect(status).toBe(2);
    expect(read(cwd, "web.yaml")).toBe(web);
    expect(read(cwd, "other.yaml")).toBe(safelyFixed);
    expect(out).toContain("1 finding fixed in 1 file.\n");
    expect(out).toContain("  --> web.yaml:5:9\n");
  });

  test("a file that somebody changes in the meantime is left alone, with a sentence", async () => {
    const change = `
      import { writeFileSync } from "node:fs";
      writeFileSync(new URL("web.yaml", import.meta.url), "inbound: []\\n");
      export default { inbound: [] };`;
    const cwd = project({ "web.yaml": web, "change.ts": change });
    const { status, err } = await run(["lint", "--fix", "web.yaml", "change.ts"], { cwd });
    expect(err).toBe(
      "error: web.yaml: The file has changed in the meantime, so it was not written.\n  help: Run the command again.\n",
    );
    expect(status).toBe(2);
    expect(read(cwd, "web.yaml")).toBe("inbound: []\n");
  });
});

test("the parser of code is loaded for JavaScript only when there is something to show", async () => {
  const env = {
    NODE_OPTIONS: `--import ${new URL("fixtures/tell-addons.js", import.meta.url).href}`,
  };
  const good = "export default { inbound: [{ name: 'a', actions: [{ type: 'deny' }] }] };";
  const cwd = project({ "web.yaml": web, "a.mjs": good });
  const { err } = await run(["lint", "--fix", "web.yaml"], { cwd, env });
  expect(err).toBe("native add-ons: 0\n");
  const plain = await run(["lint", "a.mjs"], { cwd, env });
  expect((await run(["lint", "--fix", "a.mjs"], { cwd, env })).err).toBe(plain.err);
  const found = project({ "a.mjs": "export default { enabled: true, inbound: [] };" });
  const shown = await run(["lint", "a.mjs"], { cwd: found, env });
  expect(addons(shown.err)).toBeGreaterThan(addons(plain.err));
});

function addons(err: string): number {
  return Number(/native add-ons: (\d+)/.exec(err)?.[1]);
}
