import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { releaseProblem } from "../../scripts/packages/release-problem.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as {
  packageManager: string;
};
const address = "https://github.com/somebody/policies";
const right = { tag: "v1.2.3", version: "1.2.3", repository: address, address };

test("the version that the tag names is released from the repository that the packages name", () => {
  expect(releaseProblem(right)).toBeUndefined();
});

test.each([
  [{ tag: "v1.2.4" }, "The tag is v1.2.4, and the version of the packages 1.2.3."],
  [
    { repository: undefined },
    `The field "repository" of the root package.json is missing: set it to "${address}", which the packages then name as their origin.`,
  ],
  [
    { repository: "https://github.com/else/where" },
    `The field "repository" of the root package.json is "https://github.com/else/where": set it to "${address}", which the packages then name as their origin.`,
  ],
])("a release with %j is refused in a sentence", (wrong, sentence) => {
  expect(releaseProblem({ ...right, ...wrong })).toBe(sentence);
});

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A workspace with two packages, one of them private, that is released as this one. */
function workspace(repository?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-release-"));
  folders.push(folder);
  const write = (file: string, content: object): void => {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  };
  write("package.json", { private: true, type: "module", repository });
  // JSON is YAML.
  write("pnpm-workspace.yaml", { packages: ["packages/*"] });
  write("packages/one/package.json", { name: "@some/one", version: "1.2.3" });
  write("packages/two/package.json", { name: "two", version: "1.2.3", private: true });
  for (const file of [".pnpmfile.cjs", "scripts/release.ts", "scripts/packages"]) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  return folder;
}

function release(folder: string) {
  const script = ["--import", import.meta.resolve("tsx"), "scripts/release.ts", "v1.2.3"];
  const env = {
    ...process.env,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "somebody/policies",
  };
  return spawnSync(process.execPath, script, { cwd: folder, env, encoding: "utf8" });
}

test("a release prints the packages that it publishes, as an output of its step", () => {
  const { status, stdout } = release(workspace(address));
  expect(stdout).toBe("published=@some/one\n");
  expect(status).toBe(0);
});

test("a release without an address ends with a sentence", () => {
  const { status, stdout, stderr } = release(workspace());
  expect(stderr).toBe(`${releaseProblem({ ...right, repository: undefined })}\n`);
  expect(stdout).toBe("");
  expect(status).toBe(1);
});

/** What the packed manifest says of where the package comes from. */
function packedManifest(folder: string) {
  const pack = (program: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: `${folder}/packages/one`,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
    return stdout;
  };
  pack("npx", "--yes", packageManager, "pack");
  const manifest = pack("tar", "-xzOf", "some-one-1.2.3.tgz", "package/package.json");
  const { homepage, bugs, repository } = JSON.parse(manifest) as Record<string, unknown>;
  return { homepage, bugs, repository };
}

test("a packed package says where it comes from, with its folder", () => {
  expect(packedManifest(workspace(address))).toEqual({
    homepage: `${address}/tree/HEAD/packages/one#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git`, directory: "packages/one" },
  });
});

test("a package that is packed before the address is known says nothing of it", () => {
  expect(packedManifest(workspace())).toEqual({});
});
