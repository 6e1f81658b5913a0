import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { publishedPackages, type Manifest } from "../../scripts/packages/published.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const changeset = join(root, "node_modules/@changesets/cli/bin.js");
const published = publishedPackages();

/** A repository with nothing in it but what decides about versions. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-changesets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // What is written is formatted, with the plugins that package.json names.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const file of ["package.json", "pnpm-workspace.yaml", ".changeset/config.json"]) {
    cpSync(join(root, file), join(folder, file));
  }
  for (const name of ["docs/examples", ...published.map((entry) => folderOf(entry.folder))]) {
    mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(root, name, "package.json"), join(folder, name, "package.json"));
  }
  return folder;
}

const folderOf = (folder: string) => `packages/${basename(folder)}`;

test("one change of one package gives all of them the next version, and that package a log", async () => {
  const folder = repository();
  writeFileSync(
    join(folder, ".changeset/a-change.md"),
    '---\n"@traffic-policy/api": minor\n---\n\nIt waits.\n',
  );
  const git = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  const options = { cwd: folder };
  await promisify(execFile)("git", ["init", "--quiet", "--initial-branch=main"], options);
  await promisify(execFile)("git", ["add", "."], options);
  await promisify(execFile)("git", [...git, "commit", "--quiet", "--message=a"], options);
  await promisify(execFile)(process.execPath, [changeset, "version"], options);

  for (const { folder: before, manifest } of published) {
    const path = join(folder, folderOf(before), "package.json");
    const after = JSON.parse(readFileSync(path, "utf8")) as Manifest;
    const [major = "", minor = ""] = manifest.version.split(".");
    expect(after).toEqual({ ...manifest, version: `${major}.${Number(minor) + 1}.0` });
  }
  expect(readFileSync(join(folder, "packages/api/CHANGELOG.md"), "utf8")).toContain("It waits.");
});
