import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { userEnvironment } from "../../scripts/user-environment.js";
import { filesBelow } from "../files-below.ts";
import { gitlabErrors } from "../report/gitlab-schema.ts";
import { sarifErrors } from "../report/sarif-schema.ts";
import { project, run, runOnTerminal, terminal } from "./command.ts";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const command = join(workspace, "packages/cli/bin/traffic-policy.cjs");

/** The packages that a package.json of `init` names, where npm would put them. */
function install(folder: string): void {
  const modules = join(folder, "node_modules");
  const bin = join(modules, ".bin");
  mkdirSync(join(modules, "@traffic-policy"), { recursive: true });
  mkdirSync(join(modules, "@types"));
  mkdirSync(bin);
  const packages = {
    "traffic-policy": "packages/cli",
    "@traffic-policy/policy-builder": "packages/policy-builder",
    "@types/node": "node_modules/@types/node",
    typescript: "node_modules/typescript",
  };
  for (const [name, place] of Object.entries(packages)) {
    symlinkSync(join(workspace, place), join(modules, name));
  }
  symlinkSync(command, join(bin, "traffic-policy"));
  symlinkSync(join(modules, "typescript/bin/tsc"), join(bin, "tsc"));
}

/** Runs a line of a shell as CI or somebody would; the settings of git's user do not count. */
function shell(line: string, cwd: string): Promise<{ status: number | null; output: string }> {
  const { PATH = "", ...env } = userEnvironment();
  const own = {
    ...env,
    PATH: join(cwd, "node_modules/.bin") + delimiter + PATH,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_AUTHOR_NAME: "Somebody",
    GIT_AUTHOR_EMAIL: "somebody@example.com",
    GIT_COMMITTER_NAME: "Somebody",
    GIT_COMMITTER_EMAIL: "somebody@example.com",
    CI: undefined,
  };
  return new Promise((settle) => {
    const child = execFile("sh", ["-c", line], { cwd, env: own }, (_error, out, err) =>
      settle({ status: child.exitCode, output: out + err }),
    );
    child.stdin?.end();
  });
}

async function succeeds(line: string, cwd: string): Promise<void> {
  const { status, output } = await shell(line, cwd);
  expect({ line, status, output }).toEqual({ line, status: 0, output: expect.any(String) });
}

/** All files of a folder with their text, but for what is installed and what git keeps. */
function filesOf(folder: string): Record<string, string> {
  const names = filesBelow(folder, /^(?:node_modules|\.git)$/);
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

/** A prefix that ends with a slash would let /admin through. */
const noAdminPage = `policy: ./policies/web.policy.ts
assertions:
  - name: No admin page is there
    when: req.url.path == '/admin' || req.url.path.startsWith('/admin/')
    always: { status: 404 }
`;

interface Outcome {
  readonly dryRun: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly what: string;
    readonly why?: string;
  }[];
  readonly next: readonly string[];
}

async function init(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const { status, out, err } = await run(
    ["init", "--for", "tcp-edge", "--format", "json", ...args],
    { cwd },
  );
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return JSON.parse(out) as Outcome;
}

function whats({ files }: Outcome): Record<string, string> {
  return Object.fromEntries(files.map(({ path, what }) => [path, what]));
}

/** The lines that its workflow runs, but for the one that installs. */
function workflowLines(folder: string): string[] {
  const file = join(folder, ".github/workflows/traffic-policy.yml");
  const { jobs } = parse(readFileSync(file, "utf8")) as {
    jobs: { policies: { steps: { run?: string }[] } };
  };
  return jobs.policies.steps.flatMap(({ run: line }) =>
    line === undefined || /\b(ci|install|corepack)\b/.test(line) ? [] : [line],
  );
}

/** That all that was made works: as its workflow, and on the emulator. */
async function expectToWork(folder: string): Promise<void> {
  const lines = workflowLines(folder);
  expect(lines).toHaveLength(3);
  for (const line of [...lines, "traffic-policy deploy --yes", "traffic-policy diff"]) {
    await succeeds(line, folder);
  }
}

/** That a policy with a mistake cannot be committed, and what was made can. */
async function expectToGuard(folder: string): Promise<void> {
  const file = join(folder, "policies/ssh.policy.ts");
  const right = readFileSync(file, "utf8");
  writeFileSync(file, right.replace(".do(deny())", ".do()"));
  await succeeds("git add .", folder);
  const refused = await shell("git commit --message wrong", folder);
  expect(refused.output).toContain("has no actions");
  expect(refused.status).not.toBe(0);
  writeFileSync(file, right);
  await succeeds("git add . && git commit --message right", folder);
  await succeeds("git log --oneline", folder);
}

describe("an empty folder", () => {
  test("becomes a project that works at once; doing it again changes nothing", async () => {
    const folder = join(project({}), "Edge policies");
    mkdirSync(folder);
    await succeeds("git init --quiet", folder);
    const made = await init(folder, "--hook", "git");
    expect(whats(made)).toEqual({
      "traffic-policy.config.ts": "write",
      "policies/ssh.policy.ts": "write",
      "policies/ssh.cases.ts": "write",
      "tsconfig.json": "write",
      "package.json": "write",
      ".gitignore": "write",
      ".git/hooks/pre-commit": "write",
      ".github/workflows/traffic-policy.yml": "write",
    });
    expect(made.next).toEqual([
      "npm install",
      "npx traffic-policy lint",
      "npx traffic-policy test",
      "npx traffic-policy deploy",
    ]);
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
      name: "edge-policies",
      private: true,
    });
    const files = filesOf(folder);
    expect(new Set(Object.values(whats(await init(folder, "--hook", "git"))))).toEqual(
      new Set(["keep"]),
    );
    expect(filesOf(folder)).toEqual(files);

    install(folder);
    const configuration = join(folder, "traffic-policy.config.ts");
    const text = readFileSync(configuration, "utf8");
    const fromEnvironment = 'process.env["EDGE_API"] === "" ? { baseUrl: "" } : "emulator"';
    writeFileSync(configuration, text.replace('"emulator",', `${fromEnvironment},`));
    await expectToWork(folder);
    writeFileSync(configuration, text);
    await expectToGuard(folder);
    await succeeds('git diff --exit-code && test -z "$(git status --porcelain)"', folder);
  });

  test("without git gets no hook, and is told why", async () => {
    const { files } = await init(project({}));
    expect(files.find(({ what }) => what === "skip")).toEqual({
      path: ".git",
      what: "skip",
      why: "This is not a git repository: run `git init`, then this again.",
    });
  });

  test("that does not exist is made", async () => {
    const folder = project({});
    const { next } = await init(folder, "a;b c/d");
    expect(next[0]).toBe("cd 'a;b c/d'");
    expect(existsSync(join(folder, "a;b c/d/traffic-policy.config.ts"))).toBe(true);
  });

  test.each(["policies/ssh.policy.ts", "policies/ssh.cases.ts"])(
    "when %s could not be written, the next run makes all that is missing",
    async (path) => {
      const folder = project({});
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      // A link to nowhere is nothing that is there, and nothing can be written in its place.
      symlinkSync("gone/away", file);
      expect((await run(["init", "--for", "tcp-edge"], { cwd: folder })).status).toBe(2);
      rmSync(file);
      await init(folder);
      install(folder);
      expect(Object.keys(filesOf(folder))).toEqual(
        expect.arrayContaining([
          "policies/ssh.cases.ts",
          "policies/ssh.policy.ts",
          "traffic-policy.config.ts",
        ]),
      );
      expect((await run(["lint"], { cwd: folder })).out).toBe("No findings in 1 file.\n");
    },
  );

  test("writes through no symbolic link that leads out of the folder", async () => {
    const folder = project({
      "outside/package.json": "{}",
      "outside/policies/keep": "",
      "web/.git/HEAD": "",
    });
    const inside = join(folder, "web");
    symlinkSync("../outside/package.json", join(inside, "package.json"));
    symlinkSync("../outside/policies", join(inside, "policies"));
    symlinkSync("../outside/new", join(inside, "tsconfig.json"));
    symlinkSync("../outside", join(inside, ".github"));
    const before = filesOf(join(folder, "outside"));
    const { files } = await init(inside, "--hook", "none");
    expect(filesOf(join(folder, "outside"))).toEqual(before);
    const skipped = files.filter(({ what }) => what === "skip");
    expect(skipped.map(({ path }) => path).toSorted()).toEqual([
      ".github/workflows/traffic-policy.yml",
      "package.json",
      "policies/ssh.cases.ts",
      "policies/ssh.policy.ts",
      "tsconfig.json",
    ]);
    expect(skipped[0]?.why).toBe(
      "policies is a link that leads out of the project: replace it, and run this again.",
    );
  });

  test("is left empty by a dry run, which tells what would be written", async () => {
    const folder = project({});
    const { status, out } = await run(["init", "--dry-run"], { cwd: folder });
    expect(out).toBe(`would write  policies/web.policy.ts
would write  policies/web.cases.ts
would write  traffic-policy.config.ts
would write  tsconfig.json
would write  package.json
would write  .gitignore
would skip   .git  This is not a git repository: run \`git init\`, then this again.
would write  .github/workflows/traffic-policy.yml

Nothing was written.
`);
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("an existing repository", () => {
  const manifest = `{
\t"name": "website",
\t"files": ["dist"],
\t"scripts": {"build": "tsc"},
\t"devDependencies": {
\t\t"typescript": "~5.9.0",
\t\t"zod": "1.0.0"
\t}
}
`;

  test("keeps everything that it has", async () => {
    const before = {
      "package.json": manifest,
      "tsconfig.json": '{"compilerOptions": {"module": "commonjs"}, "include": ["src"]}',
      "src/index.ts": "export const a = 1;\n",
      ".gitignore": "dist\r\nnode_modules\r\n",
      ".github/workflows/build.yml": "on: push\n",
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    };
    const folder = project(before);
    await succeeds("git init --quiet", folder);
    const made = await init(folder);
    expect(whats(made)).toEqual({
      "traffic-policy.config.ts": "write",
      "policies/ssh.policy.ts": "write",
      "policies/ssh.cases.ts": "write",
      "policies/tsconfig.json": "write",
      "package.json": "add",
      ".gitignore": "add",
      ".git/hooks/pre-commit": "skip",
      ".github/workflows/traffic-policy.yml": "write",
    });
    const after = filesOf(folder);
    for (const name of ["tsconfig.json", "src/index.ts", ".github/workflows/build.yml"] as const) {
      expect(after[name]).toBe(before[name]);
    }
    expect(after[".gitignore"]).toBe("dist\r\nnode_modules\r\n.traffic-policy/\r\n");
    expect(after["package.json"]).toBe(`{
\t"name": "website",
\t"files": ["dist"],
\t"scripts": {"build": "tsc", "policies:lint": "traffic-policy lint", "policies:test": "traffic-policy test", "policies:types": "tsc --noEmit -p policies"},
\t"devDependencies": {
\t\t"typescript": "~5.9.0",
\t\t"zod": "1.0.0",
\t\t"@traffic-policy/policy-builder": "0.1.0",
\t\t"traffic-policy": "0.1.0",
\t\t"@types/node": "20.19.43"
\t}
}
`);
    expect(made.next[0]).toBe("pnpm install");
    expect(after[".github/workflows/traffic-policy.yml"]).toContain(
      "pnpm install --frozen-lockfile",
    );
    await init(folder);
    expect(filesOf(folder)).toEqual(after);
  });

  test("of CommonJS gets policies that work beside its own tsconfig.json", async () => {
    const folder = project({
      "package.json": '{\n  "name": "old",\n  "type": "commonjs"\n}\n',
      "tsconfig.json": '{"compilerOptions": {"module": "commonjs"}, "include": ["src"]}',
      "src/index.ts": "export const a = 1;\n",
    });
    expect(whats(await init(folder))).toMatchObject({ "policies/tsconfig.json": "write" });
    install(folder);
    await expectToWork(folder);
  });

  test("keeps a configuration in JSON, and gets no policy that nobody asked for", async () => {
    const configuration = '{"service": "emulator", "targets": {}}';
    const folder = project({ "traffic-policy.config.json": configuration });
    const { files } = await init(folder);
    expect(files[0]).toEqual({ path: "traffic-policy.config.json", what: "keep" });
    expect(existsSync(join(folder, "policies/ssh.policy.ts"))).toBe(false);
  });

  test("has no types to check where nothing is TypeScript", async () => {
    const folder = project({
      "traffic-policy.config.yaml": "service: emulator\n",
      "package.json": "{}",
    });
    await init(folder);
    install(folder);
    const { status, output } = await shell("npm run policies:types", folder);
    expect(output).not.toContain("error TS");
    expect(status).toBe(0);
  });

  test("checks the types of the policies of a workspace that had a configuration before", async () => {
    const folder = project({
      "package.json": '{ "type": "module", "workspaces": ["services/*"] }',
      "traffic-policy.config.json": '{ "environments": { "staging": { "service": "emulator" } } }',
      "services/shop/traffic-policy.config.json":
        '{ "extends": "../../traffic-policy.config.json" }',
      "services/shop/web.policy.ts": "export default (): number => 1;\n",
    });
    await init(folder);
    install(folder);
    await succeeds("npm run policies:types", folder);
    writeFileSync(
      join(folder, "services/shop/web.policy.ts"),
      "export default (): number => '1';\n",
    );
    const { status, output } = await shell("npm run policies:types", folder);
    expect(output).toContain("services/shop/web.policy.ts(1,");
    expect(status).not.toBe(0);
  });

  test.each([
    [".github/workflows/shared/a.yml", "", "write"],
    [".github/workflows", "a file", "skip"],
    [".github", "a file", "skip"],
    ["package.json", '{ "packageManager": 5, "lint-staged": 5 }', "write"],
  ])("has something unusual at %s, which stays", async (path, text, workflow) => {
    const folder = project({ [path]: text });
    const made = whats(await init(folder));
    expect(made[".github/workflows/traffic-policy.yml"]).toBe(workflow);
    expect(readFileSync(join(folder, path), "utf8")).toContain(text.replace(/ \}$/, ""));
  });

  test("keeps a policy of the same name", async () => {
    const folder = project({ "policies/ssh.policy.ts": "// mine\n" });
    expect(whats(await init(folder))["policies/ssh.policy.ts"]).toBe("keep");
    expect(filesOf(folder)["policies/ssh.policy.ts"]).toBe("// mine\n");
  });

  test("with another CI is told what to run there", async () => {
    const { files } = await init(project({ ".gitlab-ci.yml": "test: {}\n" }));
    expect(files.at(-1)).toEqual({
      path: ".gitlab-ci.yml",
      what: "skip",
      why: expect.stringMatching(
        /^It is your own: add `node_modules\/.bin\/traffic-policy lint .`, `node_modules\/.bin\/traffic-policy test` and `npm run policies:types`; file:\S+\/docs\/hooks\.md#gitlab shows a job\.$/,
      ) as string,
    });
  });

  test("that begins further up gets its workflow there, and no hook", async () => {
    const top = project({ "services/edge/package.json": '{"name": "edge"}\n' });
    await succeeds("git init --quiet", top);
    const { files } = await init(join(top, "services/edge"));
    const hook = files.find(({ path }) => path === "hook");
    expect(hook).toMatchObject({
      what: "skip",
      why: expect.stringContaining("docs/hooks.md#a-project-in-a-folder-of-the-repository"),
    });
    const workflow = filesOf(top)[".github/workflows/traffic-policy.yml"] ?? "";
    expect(parse(workflow)).toMatchObject({
      jobs: { policies: { defaults: { run: { "working-directory": "services/edge" } } } },
    });
  });
});

describe("CI is of the kind that the repository has", () => {
  test.each([
    ["https://gitlab.example.com/edge/policies.git", ".gitlab-ci.yml"],
    ["git@gitlab.com:edge/policies.git", ".gitlab-ci.yml"],
    ["https://somebody:secret@github.com/edge/policies", ".github/workflows/traffic-policy.yml"],
    ["ssh://git@git.example.com:2222/gitlab/policies.git", "check-policies.sh"],
    ["../gitlab/policies.git", ".github/workflows/traffic-policy.yml"],
  ])("the origin is %s: %s", async (origin, path) => {
    const folder = project({});
    await succeeds(`git init --quiet && git remote add origin ${origin}`, folder);
    const { files } = await init(folder, "--dry-run");
    expect(files.at(-1)).toEqual({ path, what: "write" });
  });

  test("another system: it is told what to run, and which option writes it", async () => {
    const { files } = await init(project({ Jenkinsfile: "node { }\n" }));
    expect(files.at(-1)).toEqual({
      path: "Jenkinsfile",
      what: "skip",
      why: "It is your own: add `node_modules/.bin/traffic-policy lint .`, `node_modules/.bin/traffic-policy test` and `npm run policies:types`; `--ci script` writes a script that runs them.",
    });
  });

  test.each([
    ["gitlab", ".gitlab-ci.yml", "stages: [build]\n"],
    ["script", "check-policies.sh", "#!/bin/sh\nmake\n"],
    ["github", ".github/workflows/traffic-policy.yml", "on: push\n"],
  ])("--ci %s never overwrites %s", async (ci, path, text) => {
    const folder = project({ [path]: text });
    const { files } = await init(folder, "--ci", ci);
    expect(files.at(-1)).toMatchObject({ path, what: "skip" });
    expect(filesOf(folder)[path]).toBe(text);
  });

  /** A project in a folder of its repository, with a policy that is right or not. */
  async function madeFor(ci: string): Promise<{ top: string; folder: string; spoil: () => void }> {
    const top = project({ "services/edge/.keep": "" });
    await succeeds("git init --quiet", top);
    const folder = join(top, "services/edge");
    await init(folder, "--ci", ci);
    expect(Object.values(whats(await init(folder, "--ci", ci)))).not.toContain("write");
    install(folder);
    const file = join(folder, "policies/ssh.policy.ts");
    const right = readFileSync(file, "utf8");
    return { top, folder, spoil: () => writeFileSync(file, right.replace(".do(deny())", ".do()")) };
  }

  test("GitLab: the lines pass; with a mistake they fail and print it, and it is in the reports", async () => {
    const { top, spoil } = await madeFor("gitlab");
    const { "traffic-policy": job } = parse(readFileSync(join(top, ".gitlab-ci.yml"), "utf8")) as {
      "traffic-policy": {
        before_script: string[];
        script: string[];
        artifacts: { reports: Record<string, string> };
      };
    };
    const [enter = "", installs, ...more] = job.before_script;
    expect(installs).toBe('npm ci --cache "$CI_PROJECT_DIR/.npm" --prefer-offline');
    expect(more).toEqual([]);
    // As GitLab's runner does: one shell that ends with the first line that fails.
    const lines = ["set -e", `export CI_PROJECT_DIR="$PWD"`, enter, ...job.script].join("\n");
    const { codequality = "", junit = "" } = job.artifacts.reports;
    const reportsOf = (): { findings: object[]; tests: string } => {
      const findings = JSON.parse(readFileSync(join(top, codequality), "utf8")) as object[];
      expect(gitlabErrors(findings)).toEqual([]);
      return { findings, tests: readFileSync(join(top, junit), "utf8") };
    };
    await succeeds(lines, top);
    expect(reportsOf()).toMatchObject({
      findings: [],
      tests: expect.stringContaining('tests="2" failures="0"') as string,
    });
    spoil();
    const { status, output } = await shell(lines, top);
    expect(status).not.toBe(0);
    expect(output).toContain('The rule "Only from the office" has no actions.');
    expect(reportsOf().findings).toMatchObject([
      { location: { path: "services/edge/policies/ssh.policy.ts" } },
    ]);
  });

  test("the script, called from anywhere: it passes; with a mistake it fails and prints it, and it is in the reports", async () => {
    const { top, folder, spoil } = await madeFor("script");
    const file = join(folder, "check-policies.sh");
    const text = readFileSync(file, "utf8");
    expect(text).toContain("\nnpm ci\n");
    // The packages are there already.
    writeFileSync(file, text.replace("\nnpm ci\n", "\n"));
    await succeeds("services/edge/check-policies.sh", top);
    const report = (name: string): string =>
      readFileSync(join(folder, ".traffic-policy/reports", name), "utf8");
    expect(sarifErrors(JSON.parse(report("lint.sarif")) as object)).toEqual([]);
    expect(report("test.xml")).toContain('tests="2" failures="0"');
    spoil();
    const { status, output } = await shell("services/edge/check-policies.sh", top);
    expect(status).not.toBe(0);
    expect(output).toContain('The rule "Only from the office" has no actions.');
    for (const name of ["lint.xml", "lint.sarif"]) expect(report(name)).toContain("no actions");
  });
});

describe("the hook is of the kind that the repository has", () => {
  const repository = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const folder = project(files);
    await succeeds("git init --quiet", folder);
    return folder;
  };

  test.each([
    ["lefthook", { "lefthook.yml": "pre-commit:\n  parallel: true\n" }, "lefthook.yml"],
    ["lefthook", { "package.json": '{ "devDependencies": { "lefthook": "2" } }' }, "package.json"],
    ["lint-staged", { "package.json": '{ "lint-staged": { "*.md": "true" } }' }, "package.json"],
    ["lint-staged", { "lint-staged.config.js": "export default {};\n" }, "lint-staged.config.js"],
    ["husky", { ".husky/pre-commit": "echo first\n" }, ".husky/pre-commit"],
  ])("%s, in %j: it is told which lines to add", async (name, given, path) => {
    const folder = await repository(given);
    const { files } = await init(folder);
    const why = new RegExp(`^Add the lines for ${name} from file:\\S+/docs/hooks\\.md#${name}\\.$`);
    expect(files).toContainEqual({ path, what: "skip", why: expect.stringMatching(why) as string });
    const { "package.json": _manifest, ...configurations } = given as Record<string, string>;
    expect(filesOf(folder)).toMatchObject(configurations);
    expect(existsSync(join(folder, ".git/hooks/pre-commit"))).toBe(false);
  });

  test.each([
    [
      { "lefthook.yml": readFileSync(join(workspace, "docs/examples/hooks/lefthook.yml"), "utf8") },
      "lefthook.yml",
    ],
    [
      { ".husky/pre-commit": "node_modules/.bin/traffic-policy lint --staged\n" },
      ".husky/pre-commit",
    ],
  ])("%j: policies are linted already", async (given, path) => {
    const { files } = await init(await repository(given));
    expect(files).toContainEqual({ path, what: "keep" });
  });

  test("pre-commit", async () => {
    const before = `repos:
-   repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v5.0.0
    hooks:
    -   id: trailing-whitespace  # everywhere
`;
    const folder = await repository({ ".pre-commit-config.yaml": before });
    const { next } = await init(folder);
    const text = filesOf(folder)[".pre-commit-config.yaml"] ?? "";
    expect(text.startsWith(before)).toBe(true);
    expect(parse(text)).toMatchObject({
      repos: [{ rev: "v5.0.0" }, { repo: "local", hooks: [{ id: "traffic-policy-lint" }] }],
    });
    expect(next).toContain("pre-commit install");
  });

  test("git alone, where a hook is already: its commands stay, and still decide", async () => {
    const folder = await repository({});
    const hook = join(folder, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/bash\ntest ! -e forbidden || exit 1\n", { mode: 0o755 });
    await init(folder, "--hook", "git");
    install(folder);
    await expectToGuard(folder);
    writeFileSync(join(folder, "forbidden"), "");
    await succeeds("git add forbidden", folder);
    expect((await shell("git commit --message forbidden", folder)).status).not.toBe(0);
  });

  test.each([
    "#!/bin/sh\nif test -e skip; then\n  exit 0\nfi\n",
    "#!/bin/sh\nexec true\n",
    "#!/bin/sh\ntrue && exit 0\n",
  ])("git alone, where the hook is %j: the policies are linted before it ends", async (text) => {
    const folder = await repository({ skip: "" });
    const hook = join(folder, ".git/hooks/pre-commit");
    writeFileSync(hook, text, { mode: 0o755 });
    await init(folder, "--hook", "git");
    expect(readFileSync(hook, "utf8")).toContain(text.replace("#!/bin/sh\n", ""));
    install(folder);
    await expectToGuard(folder);
  });

  test.each([
    ["#!/usr/bin/env python3\nprint('hello')\n", 0o755, "It cannot be extended safely: "],
    ["#!/bin/sh\ntrue\n", 0o644, "Git does not run it: make it executable, "],
  ])("git alone, where the hook is %j: it is left alone", async (text, mode, why) => {
    const folder = await repository({});
    const hook = join(folder, ".git/hooks/pre-commit");
    writeFileSync(hook, text, { mode });
    const { files } = await init(folder, "--hook", "git");
    expect(files).toContainEqual({
      path: ".git/hooks/pre-commit",
      what: "skip",
      why: expect.stringContaining(why),
    });
    expect(readFileSync(hook, "utf8")).toBe(text);
  });

  test.each([
    ["y", true],
    ["", false],
  ])("none: on a terminal it asks, and %j is an answer", async (answer, written) => {
    const cwd = await repository({});
    const shown = await terminal(["init", "--for", "tcp-edge"], { cwd, answers: [answer] });
    expect(shown).toContain("Lint policies before each commit, by a hook in .git/hooks? [y/N] ");
    expect(existsSync(join(cwd, ".git/hooks/pre-commit"))).toBe(written);
    expect(existsSync(join(cwd, "policies"))).toBe(true);
  });

  test.each([
    ["Ctrl-C", ["--for", "tcp-edge"], "[y/N] ", "\u0003"],
    ["Ctrl-D", [], "Number [1] ", "\u0004"],
  ])("%s at a question cancels, and nothing is written", async (_key, args, prompt, character) => {
    const cwd = await repository({});
    const before = filesOf(cwd);
    const { shown, status } = await runOnTerminal(["init", ...args], {
      cwd,
      prompt,
      answers: [character],
    });
    expect(shown).toContain("Nothing was written: cancelled.\r\n");
    expect(status).toBe(2);
    expect(filesOf(cwd)).toEqual(before);
    expect(existsSync(join(cwd, ".git/hooks/pre-commit"))).toBe(false);
  });
});

describe("it cannot do its job, and writes nothing", () => {
  test.each([
    ["package.json is no JSON", "{\n  name: 1\n}", "error: package.json:2:3: "],
    [
      "package.json has a comment",
      "{\n  // ours\n}",
      "error: package.json:2:3: JSON has no comments.\n  help: Remove it.\n",
    ],
    ["package.json is a list", "[]", "error: package.json: It is not an object."],
  ])("%s", async (_what, text, sentence) => {
    const folder = project({ "package.json": text });
    const { status, out, err } = await run(["init"], { cwd: folder });
    expect(err).toContain(sentence);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(readdirSync(folder)).toEqual(["package.json"]);
  });

  test("a file is in the place of the folder", async () => {
    const { status, err } = await run(["init", "a"], { cwd: project({ a: "" }) });
    expect(err).toBe("error: a is a file.\n  help: Name a folder; a missing one is created.\n");
    expect(status).toBe(2);
  });
});

describe("a project that begins with another target", () => {
  test.each([
    [[], 'cloudEndpoint("ep_1", '],
    [["--for", "agent-endpoint"], "policyFile("],
    [["--for", "https-route"], 'httpsRoute("edge_1", "route_1", '],
  ])("%j: a policy that is right, does what its cases say, and compiles", async (kind, call) => {
    const cwd = project({});
    const args = ["init", ...kind, "--hook", "none", "--ci", "none"];
    expect(await run(args, { cwd })).toMatchObject({ status: 0, err: "" });
    expect(readFileSync(join(cwd, "traffic-policy.config.ts"), "utf8")).toContain(call);
    install(cwd);
    expect((await run(["lint"], { cwd })).out).toBe("No findings in 1 file.\n");
    await succeeds("traffic-policy test", cwd);
    writeFileSync(join(cwd, "web.assertions.yaml"), noAdminPage);
    await succeeds("traffic-policy prove web.assertions.yaml", cwd);
    await succeeds("tsc --noEmit", cwd);
    const { out } = await run([...args, "--format", "json"], { cwd });
    const { files, next } = JSON.parse(out) as Outcome;
    expect(files.map(({ what }) => what)).toEqual(files.map(() => "keep"));
    await succeeds(
      `${next.at(-1)?.replace("npx ", "") ?? ""}`.replace(/deploy$/, "deploy --yes"),
      cwd,
    );
  });

  test.each([
    ["", "web: cloudEndpoint("],
    ["2", 'web: policyFile("./policies/web.policy.ts", { for: "agent-endpoint" })'],
    ["3", "ssh: tcpEdge("],
    ["4", "web: httpsRoute("],
  ])("on a terminal it asks for which, and %j is an answer", async (answer, target) => {
    const cwd = project({});
    const shown = await terminal(["init", "--ci", "none"], {
      cwd,
      prompt: "Number [1] ",
      answers: [answer],
    });
    expect(shown).toContain("What is the first policy for?\r\n  1  a cloud endpoint\r\n");
    expect(readFileSync(join(cwd, "traffic-policy.config.ts"), "utf8")).toContain(target);
  });

  test("another answer is refused, and nothing is written", async () => {
    const cwd = project({});
    const { shown, status } = await runOnTerminal(["init"], {
      cwd,
      prompt: "Number [1] ",
      answers: ["5"],
    });
    expect(shown).toContain('Nothing was written: "5" is none of the choices.');
    expect(status).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("has an identifier in each environment of its workspace", async () => {
    const cwd = project({
      "traffic-policy.config.json": JSON.stringify({
        projects: ["services/*"],
        service: "emulator",
        targets: {},
        environments: { staging: {}, production: {} },
      }),
    });
    const args = ["init", "services/site", "--for", "cloud-endpoint", "--ci", "none"];
    expect(await run(args, { cwd })).toMatchObject({ status: 0, err: "" });
    const text = readFileSync(join(cwd, "services/site/traffic-policy.config.ts"), "utf8");
    expect(text).toContain('web: { kind: "cloud-endpoint", policy: "./policies/web.policy.ts" },');
    expect(text).toContain('staging: { targets: { web: { endpoint: "ep_site_staging" } } },');
  });
});
