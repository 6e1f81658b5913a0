import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages } from "../packages/published.ts";
import { releaseProblem } from "../packages/release-problem.ts";
import { run } from "../packages/run.ts";
import { names } from "../names.ts";

/**
 * Gives the packages of a clone the versions and the logs of the next release, in a clone of that.
 *
 * @param clone - absolute path; it is left as it is
 * @param folder - where the other clone is made
 * @throws {Error} when the packages would not have one version, or the change log has nothing for it.
 */
export async function tryVersions(clone: string, folder: string): Promise<string> {
  await run("git", ["clone", "--quiet", clone, folder], { cwd: clone });
  symlinkSync(join(clone, "node_modules"), join(folder, "node_modules"));
  const pending = readdirSync(join(folder, ".changeset")).filter(
    (file) => file.endsWith(".md") && file !== "README.md",
  );
  const changesets = join(folder, "node_modules/@changesets/cli/bin.js");
  if (pending.length > 0) await run(process.execPath, [changesets, "version"], { cwd: folder });
  const versions = new Set(publishedPackages(folder).map(({ manifest }) => manifest.version));
  const [version = ""] = versions;
  if (versions.size !== 1) throw new Error(`There are the versions ${[...versions].join(", ")}.`);
  const log = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const [, top] = /^## (.+)$/m.exec(log) ?? [];
  if (top !== "Unreleased" && top !== version) {
    throw new Error(`CHANGELOG.md begins with ${top}, and not with Unreleased or ${version}.`);
  }
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    repository?: string;
  };
  const address = `https://github.com/${names.repository.name}`;
  const problem = releaseProblem({
    tag: `v${version}`,
    version,
    // An address that is not ours yet is nothing that a release can name.
    repository: names.repository.owned ? manifest.repository : address,
    address,
  });
  if (problem !== undefined) throw new Error(problem);
  return `${version}, with ${pending.length} changesets`;
}
