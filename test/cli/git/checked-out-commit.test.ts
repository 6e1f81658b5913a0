import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedOutCommit, commitText } from "../../../packages/cli/src/git/checked-out-commit.ts";
import { Git } from "../../../packages/project/src/git/git.ts";
import { originOf } from "../../../packages/cli/src/git/origin.ts";
import { userEnvironment } from "../../../scripts/user-environment.js";

const env: NodeJS.ProcessEnv = {
  ...userEnvironment(),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "commit-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function git(cwd: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.com"];
  return execFileSync("git", [...who, ...args], { cwd, env })
    .toString()
    .trim();
}

function repository(): string {
  const path = folder();
  git(path, "init", "--quiet");
  writeFileSync(join(path, "a.json"), "{}");
  git(path, "add", ".");
  git(path, "commit", "--quiet", "--message", "First");
  return path;
}

test("the commit of a clean tree, and of a folder in it", async () => {
  const path = repository();
  const commit = { id: git(path, "rev-parse", "HEAD"), dirty: false };
  expect(await checkedOutCommit(path, env)).toEqual(commit);
  mkdirSync(join(path, "services"));
  expect(await checkedOutCommit(join(path, "services"), env)).toEqual(commit);
  expect(commitText(commit)).toBe(`commit ${commit.id.slice(0, 12)}`);
});

test.each([
  ["a changed file", (path: string) => writeFileSync(join(path, "a.json"), "[]")],
  ["a staged file", (path: string) => git(path, "rm", "--quiet", "a.json")],
  ["a file that git does not know", (path: string) => writeFileSync(join(path, "b.json"), "")],
  [
    "thousands of them",
    (path: string) => {
      for (let index = 0; index < 2500; index++) {
        writeFileSync(join(path, `${"long-".repeat(10)}${index}.json`), "");
      }
    },
  ],
])("%s makes a tree dirty", async (_what, change) => {
  const path = repository();
  change(path);
  const commit = await checkedOutCommit(path, env);
  expect(commit).toEqual({ id: git(path, "rev-parse", "HEAD"), dirty: true });
  expect(commit && commitText(commit)).toMatch(/^commit [\da-f]{12}, with uncommitted changes$/);
});

test("what git ignores does not", async () => {
  const path = repository();
  writeFileSync(join(path, ".git/info/exclude"), "*.log\n");
  writeFileSync(join(path, "a.log"), "");
  expect(await checkedOutCommit(path, env)).toMatchObject({ dirty: false });
});

test("there is none without a repository, a commit, a folder or git", async () => {
  const empty = folder();
  git(empty, "init", "--quiet");
  expect(await checkedOutCommit(empty, env)).toBeUndefined();
  // Whatever the folder of temporary files is in.
  const alone = { ...env, GIT_CEILING_DIRECTORIES: tmpdir() };
  expect(await checkedOutCommit(folder(), alone)).toBeUndefined();
  expect(await checkedOutCommit("/nowhere", env)).toBeUndefined();
  expect(await checkedOutCommit(repository(), { PATH: "/nowhere" })).toBeUndefined();
});

test("a git that does not answer is not waited for", async () => {
  const bin = folder();
  writeFileSync(join(bin, "git"), "#!/bin/sh\nexec sleep 1000\n", { mode: 0o755 });
  const path = `${bin}:${env["PATH"] ?? ""}`;
  expect(await checkedOutCommit(repository(), { ...env, PATH: path }, 50)).toBeUndefined();
});

test("asking runs nothing that the repository names", async () => {
  const path = repository();
  git(path, "config", "core.fsmonitor", "touch ran; echo");
  writeFileSync(join(path, "a.json"), "[]");
  await checkedOutCommit(path, env);
  expect(git(path, "-c", "core.fsmonitor=false", "status", "--porcelain")).toBe("M a.json");
});

test("what cannot be found out is left out", async () => {
  const path = repository();
  const id = git(path, "rev-parse", "HEAD");
  expect(await originOf(path, { operator: { user: "anna" }, env })).toEqual({
    user: "anna",
    commit: { id, dirty: false },
  });
  expect(await originOf("/nowhere", { operator: {}, env })).toEqual({});
});

test.each(["clean", "process"])(
  "a filter of the repository's own configuration does not run (%s)",
  async (kind) => {
    const path = repository();
    const ran = join(path, ".git", "ran");
    writeFileSync(join(path, ".gitattributes"), "*.json filter=a.b=c\n");
    git(path, "add", ".gitattributes");
    git(path, "commit", "--quiet", "--message", "Second");
    git(path, "config", `filter.a.b=c.${kind}`, `touch '${ran}'; cat`);
    git(path, "config", "filter.a.b=c.required", "true");
    // As long as it was: git has to read it to tell.
    writeFileSync(join(path, "a.json"), "[]");
    expect(await checkedOutCommit(path, env)).toMatchObject({ dirty: true });
    expect(existsSync(ran)).toBe(false);
  },
);

test("what git starts gets no variable that may be a key", async () => {
  const path = repository();
  const key = { TRAFFIC_POLICY_API_KEY: "a key", STAGING_KEY: "another" };
  const asked = new Git(path, { ...env, ...key });
  const printed = (
    await asked.bytes(["-c", "alias.show-environment=!env", "show-environment"])
  ).toString();
  expect(printed).toContain("PATH=");
  expect(printed).not.toMatch(/KEY=|another/);
});
