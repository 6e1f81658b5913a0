import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { clean, lint, mistaken } from "./findings.ts";

const typescript = (name: string): string => `
import { deny, policy, rule } from "@traffic-policy/policy-builder";
const name: string = ${JSON.stringify(name)};
export default policy({ protocol: "tcp" }).inbound(rule(name).do(deny()));
`;

describe("files", () => {
  test.each(["ts", "mts", "js", "mjs"])("code in a .%s file", async (ending) => {
    const text = ending.endsWith("ts")
      ? "const actions: unknown[] = [];\nexport default { inbound: [{ name: 'a', actions }] };\n"
      : "export default { inbound: [{ name: 'a', actions: [] }] };\n";
    const found = await lint([`a.${ending}`], { cwd: project({ [`a.${ending}`]: text }) });
    const line = ending.endsWith("ts") ? 2 : 1;
    expect(found.findings).toEqual([`a.${ending}:${line}:41 error document/rule-actions`]);
    expect(found.status).toBe(1);
  });

  test.each([
    ["json", mistaken(), "1:35"],
    ["yaml", "inbound:\n  - name: a\n    actions: []\n", "3:14"],
    ["yml", "inbound:\n  - name: a\n    actions: []\n", "3:14"],
  ])("data in a .%s file", async (ending, text, place) => {
    const found = await lint([`a.${ending}`], { cwd: project({ [`a.${ending}`]: text }) });
    expect(found.findings).toEqual([`a.${ending}:${place} error document/rule-actions`]);
  });

  test("one that is named twice, in two ways, is linted once", async () => {
    const cwd = project({ "p/a.json": mistaken() });
    const found = await lint(["p/a.json", "./p/../p/a.json", "p/*.json"], { cwd });
    expect(found.findings).toHaveLength(1);
    expect(found.files).toBe(1);
  });

  test("a name that looks like a glob is a file when there is one", async () => {
    const cwd = project({ "[a].json": mistaken(), "a.json": clean });
    const found = await lint(["[a].json"], { cwd });
    expect(found.findings).toEqual(["[a].json:1:35 error document/rule-actions"]);
  });

  test("a name with spaces and other letters", async () => {
    const cwd = project({
      "my policies/é%20#1.json": mistaken(),
      "my policies/é%20#1.ts": typescript("a"),
    });
    const found = await lint(["my policies/é%20#1.json", "my policies/é%20#1.ts"], { cwd });
    expect(found.findings).toEqual(["my policies/é%20#1.json:1:35 error document/rule-actions"]);
    expect(found.files).toBe(2);
  });

  test("a byte order mark is no part of the policy, nor of its columns", async () => {
    const cwd = project({
      "a.json": `\ufeff${mistaken()}`,
      "b.yaml": "\ufeffinbound:\n  - name: a\n    actions: []\n",
      "c.yaml": "\ufeffinbound: []\n",
    });
    const found = await lint(["a.json", "b.yaml", "c.yaml"], { cwd });
    expect(found.findings).toEqual([
      "a.json:1:35 error document/rule-actions",
      "b.yaml:3:14 error document/rule-actions",
      "c.yaml:1:1 warning document/empty",
    ]);
  });

  test("one in another folder is named from the working directory", async () => {
    const cwd = project({ "a/x.json": mistaken(), "b/y.json": clean });
    const found = await lint(["../a/x.json"], { cwd: join(cwd, "b") });
    expect(found.findings).toEqual(["../a/x.json:1:35 error document/rule-actions"]);
  });
});

describe("folders", () => {
  test("the files in it whose names say that they hold a policy, by name", async () => {
    const cwd = project({
      "p/b.policy.json": mistaken(),
      "p/deep/down/a.policy.yaml": "inbound:\n  - name: a\n    actions: []\n",
      "p/c.policy.ts": typescript("a"),
      "p/package.json": "{}",
      "p/node_modules/x/d.policy.json": mistaken(),
    });
    const found = await lint(["p"], { cwd });
    expect(found.findings).toEqual([
      "p/b.policy.json:1:35 error document/rule-actions",
      "p/deep/down/a.policy.yaml:3:14 error document/rule-actions",
    ]);
    expect(found.files).toBe(3);
  });

  test("the targets of the configuration in it, whatever they are called", async () => {
    const cwd = project({
      "p/ssh.json": mistaken(),
      "web.json": mistaken(),
      "traffic-policy.config.json": configuration({
        targets: {
          ssh: { kind: "tcp-edge", edge: "e", policy: "p/ssh.json" },
          web: { kind: "tcp-edge", edge: "e", policy: "web.json" },
        },
      }),
    });
    expect((await lint(["p"], { cwd })).findings).toEqual([
      "p/ssh.json:1:35 error document/rule-actions",
    ]);
  });

  test("one without a policy is told, as the working directory too", async () => {
    const cwd = project({ "p/package.json": "{}" });
    const { status, err } = await run(["lint", "p", "."], { cwd });
    expect(err).toMatch(
      /^error: p: There is no policy file in this folder\.\n {2}help: .*web\.policy\.ts/,
    );
    expect(err).toContain("error: .: There is no policy file in this folder.\n");
    expect(status).toBe(2);
  });
});

describe("globs", () => {
  const files = {
    "a.json": mistaken(),
    "p/b.yaml": "inbound:\n  - name: a\n    actions: []\n",
    "p/c.json": mistaken(),
    "p/notes.md": "",
    "node_modules/x/d.json": mistaken(),
  };

  test("find what can hold a policy, outside of node_modules", async () => {
    const found = await lint(["**/*"], { cwd: project(files) });
    expect(found.findings).toEqual([
      "a.json:1:35 error document/rule-actions",
      "p/b.yaml:3:14 error document/rule-actions",
      "p/c.json:1:35 error document/rule-actions",
    ]);
  });

  test("have alternatives and exceptions", async () => {
    const found = await lint(["p/*.{json,yml}", "!(a).json"], { cwd: project(files) });
    expect(found.findings).toEqual(["p/c.json:1:35 error document/rule-actions"]);
    expect(found.err).toMatch(/^error: No policy file matches !\(a\)\.json\.\n/);
    expect(found.status).toBe(2);
  });
});

describe("standard input", () => {
  test.each([
    ["x.json", mistaken(), "x.json:1:35"],
    ["x.yaml", "inbound:\n  - name: a\n    actions: []\n", "x.yaml:3:14"],
    [
      "x.ts",
      'import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";\nconst name: string = "a";\nexport default policy().inbound(rule(name).when(cel`1 +`).do(deny()));\n',
      "x.ts:3:55",
    ],
  ])("as if it were %s", async (name, input, place) => {
    const found = await lint(["--stdin-filename", name], { cwd: project({}), input });
    expect(found.findings.map((text) => text.split(" ")[0])).toEqual([place]);
    expect(found.status).toBe(1);
  });

  test("as one policy of it", async () => {
    const input = ["a", "b"]
      .map(
        (name) =>
          `apiVersion: ngrok.com/v1\nkind: TrafficPolicy\nmetadata: { name: ${name} }\nspec: { policy: { on_http_request: [{ name: a, actions: [] }] } }\n`,
      )
      .join("---\n");
    const args = ["--stdin-filename", "x.yaml#TrafficPolicy/b"];
    const found = await lint(args, { cwd: project({}), input });
    expect(found.findings).toEqual(["x.yaml:9:57 error document/rule-actions"]);
  });

  test("stands in the place of the file of that name: what an editor has not saved", async () => {
    const cwd = project({
      "x.json": mistaken(),
      "y.ts": "throw new Error();",
      "part.ts": 'export const name: string = "a";\n',
    });
    expect(await lint(["--stdin-filename", "x.json"], { cwd, input: clean })).toMatchObject({
      findings: [],
      files: 1,
    });
    const input =
      'import { name } from "./part.ts";\nexport default { inbound: [{ name, actions: [] }] };\n';
    const found = await lint(["--stdin-filename", "y.ts"], { cwd, input });
    expect(found.findings).toEqual(["y.ts:2:36 error document/rule-actions"]);
    expect(found.diagnostics[0]?.message).toBe('The rule "a" has no actions.');
  });

  test("its text is shown, not the file's", async () => {
    const cwd = project({ "x.json": clean });
    const { out } = await run(["lint", "--stdin-filename", "x.json"], {
      cwd,
      input: mistaken("typed"),
    });
    expect(out).toContain('  1 | {"inbound":[{"name":"typed","actions":[]}]}\n');
  });

  test("is linted as the configuration says of a file of that name", async () => {
    const cwd = project({
      "traffic-policy.config.json": configuration({
        targets: { ssh: { kind: "tcp-edge", edge: "e", policy: "x.json" } },
        lint: { ignore: ["old"] },
      }),
    });
    const input = JSON.stringify({
      inbound: [{ name: "a", expressions: ["req.method == 'GET'"], actions: [{ type: "deny" }] }],
    });
    const target = await lint(["--stdin-filename", "x.json"], { cwd, input });
    expect(target.findings).toEqual(["x.json:1:41 error expression/unavailable"]);
    const ignored = await lint(["--stdin-filename", "old/x.json"], { cwd, input });
    expect(ignored).toMatchObject({ findings: [], files: 0, status: 0 });
  });

  test("that is not UTF-8, beside files, or of another kind is a failure", async () => {
    const cwd = project({});
    const latin = await lint(["--stdin-filename", "x.json"], {
      cwd,
      input: Buffer.from([0x7b, 0xe9]),
    });
    expect(latin).toMatchObject({
      status: 2,
      err: expect.stringContaining("error: x.json: It is not UTF-8.\n"),
    });
    const both = await lint(["--stdin-filename", "x.json", "y.json"], { cwd, input: clean });
    expect(both).toMatchObject({
      status: 2,
      err: expect.stringContaining("Files and standard input cannot be linted together."),
    });
    const text = await lint(["--stdin-filename", "x.txt"], { cwd, input: clean });
    expect(text).toMatchObject({
      status: 2,
      err: expect.stringContaining("error: x.txt: This kind of file cannot hold a policy."),
    });
    const code = await lint(["--stdin-filename", "main.tf"], { cwd, input: clean });
    expect(code.err).toContain("help: Of Terraform, a plan or a state is read: `terraform show");
  });
});

describe("modules", () => {
  const shared = `
import { deny, rule } from "@traffic-policy/policy-builder";
import type { Condition } from "@traffic-policy/policy-builder";
interface Named { readonly name: string }
export const refuse = ({ name }: Named, ...conditions: Condition[]) => rule(name).when(...conditions).do(deny());
`;

  test.each(["./parts/shared.ts", "./parts/shared.js", "./parts/shared"])(
    "a policy imports another TypeScript file as %s",
    async (specifier) => {
      const cwd = project({
        "parts/shared.ts": shared,
        "a.policy.ts": `
import { cel, policy } from "@traffic-policy/policy-builder";
import { refuse } from ${JSON.stringify(specifier)};
export default policy({ protocol: "http" }).inbound(refuse({ name: "a" }, cel\`req.metod == 'GET'\` as never));
`,
      });
      const found = await lint(["a.policy.ts"], { cwd });
      expect(found.findings).toEqual(["a.policy.ts:4:79 error expression/unknown-name"]);
    },
  );

  test("every exported policy is linted, the default export first", async () => {
    const cwd = project({
      "a.ts": `
import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
export const ssh = policy({ protocol: "tcp" }).inbound(
  rule("ssh").when(cel\`conn.client_pi == ''\` as never).do(deny()),
);
export const unrelated: number = 1;
export const { plain } = { plain: { inbound: [{ name: "not a policy", actions: [] }] } };
export default policy({ protocol: "http" }).inbound(
  rule("web").when(cel\`req.metod == ''\` as never).do(deny()),
);
`,
    });
    const found = await lint(["a.ts"], { cwd });
    expect(found.diagnostics.map(({ message }) => message)).toEqual([
      "There is no variable req.metod.",
      "There is no variable conn.client_pi.",
    ]);
    expect(found.files).toBe(1);
  });

  test("policies under names only, without a default export", async () => {
    const cwd = project({
      "a.ts": `
import { policy, rule } from "@traffic-policy/policy-builder";
export const one = policy().inbound(rule("one").do());
export const same = one;
`,
    });
    const found = await lint(["a.ts"], { cwd });
    expect(found.findings).toEqual(["a.ts:3:37 error document/rule-actions"]);
  });

  test("what two policies share is told once, where it is written", async () => {
    const cwd = project({
      "shared.ts": `
import { cel, deny, rule } from "@traffic-policy/policy-builder";
export const crawlers = rule("c").when(cel\`req.metod == ''\` as never).do(deny());
`,
      "a.ts":
        'import { policy } from "@traffic-policy/policy-builder";\nimport { crawlers } from "./shared.ts";\nexport default policy().inbound(crawlers);\n',
      "b.ts":
        'import { policy } from "@traffic-policy/policy-builder";\nimport { crawlers } from "./shared.ts";\nexport default policy().inbound(crawlers);\n',
    });
    const found = await lint(["a.ts", "b.ts"], { cwd });
    expect(found.findings).toEqual(["shared.ts:3:44 error expression/unknown-name"]);
    expect(found.files).toBe(2);
  });

  test("what a policy prints is no part of the report", async () => {
    const cwd = project({
      "a.ts":
        'console.log("one");\nconsole.info("two");\nprocess.stdout.write("three\\n");\nexport default { inbound: [{ name: "a", actions: [] }] };\n',
    });
    const found = await lint(["a.ts"], { cwd });
    expect(found.findings).toEqual(["a.ts:4:41 error document/rule-actions"]);
    expect(found.err).toBe("one\ntwo\nthree\n");
  });

  test("a TypeScript policy is not type-checked", async () => {
    const cwd = project({
      "a.ts":
        'const wrong: number = "text";\nexport default { inbound: [{ name: String(wrong), actions: [] }] };\n',
    });
    expect((await lint(["a.ts"], { cwd })).findings).toHaveLength(1);
  });
});

test("a policy behind a symbolic link is told under the name it was given", async () => {
  const cwd = project({ "real/a.json": mistaken() });
  symlinkSync(join(cwd, "real/a.json"), join(cwd, "link.json"));
  expect((await lint(["link.json"], { cwd })).findings).toEqual([
    "link.json:1:35 error document/rule-actions",
  ]);
});

test("without arguments and without a configuration there is nothing to lint", async () => {
  const { status, out, err } = await run(["lint"], { cwd: project({ "a.json": clean }) });
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(
    /^error: There is no traffic-policy\.config\.ts here or in a folder above\.\n {2}help: .*name policy files/,
  );
});
