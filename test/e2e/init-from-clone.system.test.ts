import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { userEnvironment } from "../../scripts/user-environment.js";

const cli = fileURLToPath(new URL("../../packages/cli", import.meta.url));
const { version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8")) as {
  version: string;
};

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly resolutions?: Readonly<Record<string, string>>;
  readonly pnpm?: { readonly overrides: Readonly<Record<string, string>> };
}

/** A folder with the command where a clone has it, and packed packages of this version and of another one. */
function clone({ name = "@traffic-policy/workspace" } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-clone-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ["bin", "dist", "package.json"]) {
    const filter = (path: string): boolean => !/\.(?:map|d\.ts)$/.test(path);
    cpSync(join(cli, part), join(folder, "packages/cli", part), { recursive: true, filter });
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name }));
  mkdirSync(join(folder, "dist/packs"), { recursive: true });
  for (const file of [`traffic-policy-${version}`, `traffic-policy-api-${version}`]) {
    writeFileSync(join(folder, `dist/packs/${file}.tgz`), "");
  }
  writeFileSync(join(folder, "dist/packs/traffic-policy-api-0.0.1.tgz"), "");
  return folder;
}

function init(from: string, manifest: object): Manifest & { readonly said: string } {
  const project = join(from, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const command = join(from, "packages/cli/bin/traffic-policy.cjs");
  const said = execFileSync(process.execPath, [command, "init", "."], {
    cwd: project,
    env: userEnvironment(),
    encoding: "utf8",
  });
  return { ...manifestIn(project), said };
}

function manifestIn(project: string): Manifest {
  return JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as Manifest;
}

const packed = {
  "traffic-policy": `file:../dist/packs/traffic-policy-${version}.tgz`,
  "@traffic-policy/api": `file:../dist/packs/traffic-policy-api-${version}.tgz`,
};

test("init in a clone names the packed packages of this version that it finds there", () => {
  const manifest = init(clone(), {});
  expect(manifest.devDependencies).toMatchObject(packed);
  expect(manifest).not.toHaveProperty("resolutions");
});

test("it says that CI does not have them, unless they are in the repository", () => {
  const sentence =
    /It cannot install the packages in \.\.\/dist\/packs before they are in this repo/;
  const from = clone();
  expect(init(from, {}).said).toMatch(sentence);
  rmSync(join(from, "project"), { recursive: true });
  mkdirSync(join(from, ".git"));
  expect(init(from, {}).said).not.toMatch(sentence);
});

test("pnpm and Yarn also take from the packed packages what these depend on", () => {
  expect(init(clone(), { packageManager: "pnpm@10.0.0" }).pnpm).toEqual({ overrides: packed });
  expect(init(clone(), { packageManager: "yarn@4.0.0" }).resolutions).toEqual(packed);
});

test("init of a command that stands in the folder of something else names versions", () => {
  const { devDependencies } = init(clone({ name: "somebody" }), {});
  expect(devDependencies).toMatchObject({ "traffic-policy": version });
});
