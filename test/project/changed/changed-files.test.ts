import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../../packages/cli/src/program.ts";
import { project, run as runBuilt } from "../../e2e/command.ts";
import { Repository } from "../../e2e/repository.ts";
import { testContext } from "../../cli/context.ts";

// Of which nothing is reported but that its rule has no name.
const good = '{ "inbound": [{ "actions": [{ "type": "deny" }] }] }\n';
const bad = '{ "inbound": [{ "name": "a", "actions": [] }] }\n';

const environment = {
  NO_COLOR: "1",
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function runIn(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  const context = await testContext(folder, { ...environment, ...env });
  return { status: await run(args, context), ...context.printed };
}

/** The files that `lint` lints, sorted. */
async function linted(folder: string, ...args: readonly string[]): Promise<string[]> {
  const always = ["--rule", "document/rule-name=info", "--format", "json"];
  const { out, err } = await runIn(folder, ["lint", ...args, ...always]);
  expect(err.replace(/^Nothing .*\n/, "")).toBe("");
  const { diagnostics } = JSON.parse(out) as { diagnostics: { location: { file: string } }[] };
  return diagnostics.map(({ location }) => location.file).toSorted();
}

/** A repository with policies that are committed. */
async function committed(files: Readonly<Record<string, string>>): Promise<Repository> {
  const repository = await Repository.create();
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  await repository.git("add", ".");
  const { status, output } = await repository.git("commit", "--quiet", "--message", "first");
  expect({ status, output }).toMatchObject({ status: 0 });
  return repository;
}

const four = {
  "a.policy.json": good,
  "b.policy.json": good,
  "c.policy.json": good,
  "deep/er/d.policy.json": good,
};

describe("--changed", () => {
  test("takes what differs from the last commit, staged or not, known to git or not", async () => {
    const repository = await committed(four);
    const { folder } = repository;
    expect(await runIn(folder, ["lint", "--changed"])).toEqual({
      status: 0,
      out: "",
      err: "Nothing changed since the last commit.\n",
    });
    repository.write("notes.md", "");
    expect(await runIn(folder, ["lint", "--changed"])).toEqual({
      status: 0,
      out: "",
      err: "Nothing that changed since the last commit affects a policy.\n",
    });
    repository.write("a.policy.json", `\n${good}`);
    await repository.git("add", ".");
    repository.write("b.policy.json", `\n${good}`);
    repository.write("new/e.policy.json", good);
    await repository.git("mv", "c.policy.json", "moved.policy.json");
    rmSync(join(folder, "deep"), { recursive: true });
    const expected = ["a.policy.json", "b.policy.json", "moved.policy.json", "new/e.policy.json"];
    expect(await linted(folder, "--changed")).toEqual(expected);
    expect(await linted(join(folder, "new"), "--changed")).toEqual(["e.policy.json"]);
  });

  test("takes the configuration of an agent that names a changed policy, for its endpoint", async () => {
    const endpoint = (name: string): string =>
      `  - { name: ${name}, url: "tcp://a.example:1", traffic_policy_file: ./policies/${name}.yaml }\n`;
    const policy = "on_http_request:\n  - name: a\n    actions: [{ type: deny }]\n";
    const repository = await committed({
      "agent/ngrok.yml": `version: 3\nendpoints:\n${endpoint("api")}`,
      "agent/policies/api.yaml": policy,
      "other/ngrok.yml": `version: 3\nendpoints:\n${endpoint("web")}`,
      "other/policies/web.yaml": policy,
    });
    repository.write("agent/policies/api.yaml", `${policy}# more\n`);
    const { out } = await runIn(repository.folder, ["lint", "--changed"]);
    expect(out).toContain("A policy for tcp has no on_http_request rules.");
    expect(out).toContain("--> agent/policies/api.yaml:1:1 (api)");
    expect(out).not.toContain("web.yaml");
  });

  test("reads the files as they are saved, and as they are staged in a hook", async () => {
    const repository = await committed(four);
    const { folder } = repository;
    repository.write("a.policy.json", bad);
    await repository.git("add", ".");
    repository.write("a.policy.json", good);
    repository.write("b.policy.json", bad);
    repository.write("untracked.policy.json", bad);
    const names = ({ out }: Ran): string[] =>
      out.match(/(?<=no actions.*\n.*--> )\w+\.policy\.json:1/g) ?? [];
    const saved = ["b.policy.json:1", "untracked.policy.json:1"];
    expect(names(await runIn(folder, ["lint", "--changed"]))).toEqual(saved);
    const staged = ["a.policy.json:1"];
    expect(names(await runIn(folder, ["lint", "--staged"]))).toEqual(staged);
    const inHook = { GIT_INDEX_FILE: ".git/index" };
    expect(names(await runIn(folder, ["lint", "--changed"], inHook))).toEqual(staged);
    expect(names(await runIn(folder, ["lint", "--changed", "b.policy.json"], inHook))).toEqual([
      "b.policy.json:1",
    ]);
    expect(readFileSync(join(folder, "a.policy.json"), "utf8")).toBe(good);
    rmSync(join(folder, "a.policy.json"));
    expect(names(await runIn(folder, ["lint", "--staged"]))).toEqual(staged);
    const refused = await runIn(folder, ["lint", "--changed", "--fix"], inHook);
    expect(refused).toMatchObject({ status: 2, err: expect.stringMatching("only be linted") });
    expect((await runIn(folder, ["lint", "--changed", "--fix"])).err).not.toMatch("only be");
  });

  test("takes all files of a repository without a commit", async () => {
    const repository = await Repository.create();
    for (const [name, text] of Object.entries(four)) repository.write(name, text);
    await repository.git("add", "a.policy.json");
    expect(await linted(repository.folder, "--changed")).toEqual(Object.keys(four));
    expect(await linted(repository.folder, "--staged")).toEqual(["a.policy.json"]);
  });

  test("takes names of any kind, and settings of a user change nothing", async () => {
    const names = [" a b.policy.json", 'q"uo\te.policy.json', "é\n.policy.json", "-x.policy.json"];
    const repository = await committed(Object.fromEntries(names.map((name) => [name, good])));
    const { folder } = repository;
    const settings = {
      "core.quotepath": "true",
      "core.fsmonitor": "touch fsmonitor-was-run; false",
      "status.showUntrackedFiles": "no",
      "status.relativePaths": "true",
      "status.renames": "copies",
      "status.branch": "true",
      "status.showStash": "true",
      "diff.noprefix": "true",
      "diff.renames": "copies",
      "diff.relative": "true",
      "diff.external": "touch external-was-run; false",
      "diff.orderFile": "nowhere",
      "diff.ignoreSubmodules": "all",
      "color.ui": "always",
    };
    for (const [name, value] of Object.entries(settings))
      await repository.git("config", name, value);
    for (const name of names) repository.write(name, `\n${good}`);
    repository.write("deep/new.policy.json", good);
    const expected = [...names, "deep/new.policy.json"].toSorted();
    expect(await linted(folder, "--changed")).toEqual(expected);
    expect(await linted(folder, "--since", "HEAD")).toEqual(expected);
    expect(await linted(join(folder, "deep"), "--since", "HEAD")).toEqual(["new.policy.json"]);
    await repository.git("add", ".");
    expect(await linted(folder, "--staged")).toEqual(expected);
    const left = await repository.git("status", "--porcelain", "--untracked-files=all");
    expect(left.output).not.toMatch(/-was-run/);
  });

  test("takes a submodule as a whole, and a link by what it leads to", async () => {
    const inner = await committed({ "lib/x.ts": "export const actions = [];\n" });
    const repository = await committed({
      "a.policy.ts": 'import { actions } from "./inner/lib/x.ts";\nexport default { actions };\n',
      "b.policy.json": good,
      "real.json": good,
    });
    const { folder } = repository;
    const from = ["-c", "protocol.file.allow=always", "submodule", "add", "--quiet"];
    const added = await repository.git(...from, inner.folder, "inner");
    expect(added, added.output).toMatchObject({ status: 0 });
    symlinkSync("real.json", join(folder, "link.json"));
    const targets = { link: { kind: "tcp-edge", edge: "e", policy: "link.json" } };
    repository.write(
      "traffic-policy.config.json",
      JSON.stringify({ service: "emulator", targets }),
    );
    await repository.git("add", ".");
    await repository.git("commit", "--quiet", "--message", "second");
    const reached = async (): Promise<string> =>
      (await runBuilt(["lint", "--changed", "--format", "json"], { cwd: folder })).out;
    expect(await reached()).not.toMatch("a.policy.ts");
    writeFileSync(join(folder, "inner/lib/x.ts"), "export const actions = [1];\n");
    expect(await reached()).toMatch("a.policy.ts");
    await repository.git("submodule", "--quiet", "foreach", "git checkout --quiet .");
    repository.write("real.json", `\n${good}`);
    expect(await linted(folder, "--changed")).toEqual(["link.json", "real.json"]);
  });

  test("takes of a configuration in JSON the targets that differ, and all for the rest", async () => {
    const target = (policy: string, more = {}): object => ({ kind: "tcp-edge", policy, ...more });
    const targets = {
      a: target("a.policy.json", { edge: "1" }),
      b: target("b.policy.json", { edge: "2" }),
      c: target("c.policy.json", { edge: "3" }),
    };
    const text = (value: object): string => JSON.stringify({ service: "emulator", ...value });
    const repository = await committed({
      ...four,
      "traffic-policy.config.json": text({ targets }),
    });
    const { folder } = repository;
    const afterwards = async (value: object): Promise<string[]> => {
      repository.write("traffic-policy.config.json", text(value));
      const found = await linted(folder, "--changed");
      expect(await linted(folder, "--since", "HEAD")).toEqual(found);
      expect(await linted(folder, "--changed", "traffic-policy.config.json")).toEqual(found);
      return found;
    };
    const { a, b, c } = targets;
    expect(await afterwards({ targets: { c, b, a } })).toEqual([]);
    expect(await afterwards({ targets: { a, b } })).toEqual(["c.policy.json"]);
    const other = target("deep/er/d.policy.json", { edge: "4" });
    expect(await afterwards({ targets: { ...targets, d: other } })).toEqual([
      "deep/er/d.policy.json",
    ]);
    const enabled = target("b.policy.json", { edge: "2", enabled: false });
    expect(await afterwards({ targets: { ...targets, b: enabled } })).toEqual(["b.policy.json"]);
    expect(await afterwards({ targets: { ...targets, b: other } })).toEqual([
      "b.policy.json",
      "deep/er/d.policy.json",
    ]);
    const lint = { rules: { "document/rule-name": "error" } };
    expect(await afterwards({ targets, lint })).toEqual(Object.keys(four));
    await repository.git("rm", "--quiet", "-f", "a.policy.json");
    repository.write("traffic-policy.config.json", text({ targets }));
    const missing = await runIn(folder, ["lint", "--changed"]);
    expect(missing).toMatchObject({ status: 2, err: expect.stringMatching("no such file") });
  });
});

describe("--since", () => {
  test("takes what changed since the two parted, and what is not committed", async () => {
    const repository = await committed(four);
    const { folder } = repository;
    await repository.git("checkout", "--quiet", "-b", "topic");
    await repository.commit("a.policy.json", `\n${good}`);
    await repository.git("checkout", "--quiet", "main");
    await repository.commit("b.policy.json", `\n${good}`);
    await repository.git("checkout", "--quiet", "topic");
    repository.write("c.policy.json", `\n${good}`);
    repository.write("e.policy.json", good);
    const expected = ["a.policy.json", "c.policy.json", "e.policy.json"];
    expect(await linted(folder, "--since", "main")).toEqual(expected);
    expect(await linted(folder, "--since", "topic")).toEqual(expected.slice(1));
    await repository.git("stash", "--include-untracked");
    expect(await runIn(folder, ["lint", "--since", "topic"])).toMatchObject({
      status: 0,
      err: "Nothing changed since topic.\n",
    });
  });

  test.each([
    ["nope", 'git knows no commit "nope".', "Name a branch, a tag or a commit."],
    ["mian", 'git knows no commit "mian".', 'Did you mean "main"?'],
    ["-x", 'git knows no commit "-x".', "Name a branch, a tag or a commit."],
    ["--output=pwned", 'git knows no commit "--output=pwned".', "Name a branch"],
    ["main..main", 'git knows no commit "main..main".', "Name a branch"],
    ["HEAD:a.policy.json", 'git knows no commit "HEAD:a.policy.json".', "Name a branch"],
    ["", "--since is empty.", "Is a shell variable unset?"],
    ["orphan", 'HEAD and "orphan" have no commit in common.', "Name a branch"],
  ])("refuses %o", async (ref, message, help) => {
    const repository = await committed(four);
    await repository.git("checkout", "--quiet", "--orphan", "orphan");
    await repository.git("commit", "--quiet", "--message", "other");
    await repository.git("checkout", "--quiet", "main");
    const { status, out, err } = await runIn(repository.folder, ["lint", `--since=${ref}`]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(`error: ${message}\n  help: ${help}`);
    expect((await repository.git("status", "--porcelain")).output).toBe("");
  });

  test("says what to fetch", async () => {
    const origin = await committed(four);
    await origin.commit("a.policy.json", `\n${good}`);
    await origin.git("branch", "release");
    await origin.git("checkout", "--quiet", "-b", "topic", "HEAD^");
    await origin.commit("b.policy.json", `\n${good}`);
    await origin.git("checkout", "--quiet", "main");
    const folder = join(project({}), "clone");
    const git = (...args: string[]): Buffer =>
      execFileSync("git", args, { cwd: folder, env: { ...environment, NO_COLOR: undefined } });
    const from = ["clone", "--quiet", "--depth=1", "--branch=topic", `file://${origin.folder}`];
    execFileSync("git", [...from, folder], { env: { ...environment, NO_COLOR: undefined } });
    const said = async (ref: string): Promise<string> => {
      const { status, err } = await runIn(folder, ["lint", "--since", ref]);
      expect(status).toBe(2);
      return err;
    };
    expect(await said("origin/main")).toBe(
      'error: git knows no commit "origin/main".\n  help: Fetch it: `git fetch origin main`, or `fetch-depth: 0` for actions/checkout.\n',
    );
    git("fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main");
    expect(await said("main")).toContain('Did you mean "origin/main"?');
    expect(await said("release")).toContain("`git fetch origin`");
    expect(await said("origin/main")).toBe(
      'error: The clone is shallow: where HEAD and "origin/main" parted is not in it.\n  help: Fetch more history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.\n',
    );
    git("fetch", "--quiet", "--unshallow");
    expect(await linted(folder, "--since", "origin/main")).toEqual(["b.policy.json"]);
  });
});

describe("one sentence", () => {
  test.each(["lint", "test"])("where git is not, or cannot help, for %s", async (command) => {
    const folder = project({ "web.policy.json": good, "web.cases.yaml": "cases: []\n" });
    const said = async (where: string, args: string[], env = {}): Promise<string> => {
      const { status, out, err } = await runIn(where, [command, ...args], env);
      expect({ status, out }).toEqual({ status: 2, out: "" });
      return err.split("\n")[0] ?? "";
    };
    expect(await said(folder, ["--changed"], { PATH: "/nowhere" })).toBe(
      "error: git was not found, so it is unknown what changed.",
    );
    const outside = "error: This folder is not in a git repository, so it is unknown what changed.";
    const top = { GIT_CEILING_DIRECTORIES: join(folder, "..") };
    expect(await said(folder, ["--changed"], top)).toBe(outside);
    expect(await said(folder, ["--since", "main"], top)).toBe(outside);
    mkdirSync(join(folder, "bare"));
    execFileSync("git", ["init", "--quiet", "--bare"], { cwd: join(folder, "bare") });
    const bare = "error: This repository is bare: it has no files.";
    expect(await said(join(folder, "bare"), ["--changed"])).toBe(bare);
    expect(await said(join(folder, "bare"), ["--since", "main"])).toBe(bare);
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    expect(await said(join(folder, ".git"), ["--changed"])).toBe(
      "error: This is git's own folder.",
    );
    expect(await said(folder, ["--since", "HEAD"])).toBe(
      "error: The repository has no commit yet.",
    );
    writeFileSync(join(folder, ".git/index"), "broken");
    expect(await said(folder, ["--changed"])).toMatch(
      /^error: git cannot say what changed: .*index/,
    );
  });

  test.each([
    [["--changed", "--since", "main"], "--changed and --since cannot be used together."],
    [["--changed", "--staged"], "--changed and --staged cannot be used together."],
    [["--since", "main", "a.json"], "--since and paths cannot be used together."],
    [["--staged", "a.json"], "--staged and paths cannot be used together."],
    [["--watch", "--since", "main"], "--watch and --since cannot be used together."],
  ])("for %j", async (args, message) => {
    for (const command of ["lint", "test"]) {
      const { status, err } = await runIn(project({}), [command, ...args]);
      expect({ status, first: err.split("\n")[0] }).toEqual({
        status: 2,
        first: `error: ${message}`,
      });
    }
  });
});

test.each(["--changed", "--staged"])(
  "test %s has nothing to do where there are no cases at all, with or without a configuration",
  async (option) => {
    for (const files of [{}, { "traffic-policy.config.json": "{}" }]) {
      const repository = await committed({ "a.policy.json": good, ...files });
      repository.write("a.policy.json", bad);
      await repository.git("add", ".");
      const { status, err } = await runIn(repository.folder, ["test", option]);
      expect(err).toMatch(/^Nothing that .* affects a case\.\n$/);
      expect(status).toBe(0);
      expect((await runIn(repository.folder, ["test"])).status).toBe(2);
    }
  },
);
