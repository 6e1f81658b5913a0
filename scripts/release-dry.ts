// Does all that a release does, from a clone of the last commit, and sends nothing: what would be sent is in
// dist/release. With names of steps, only these, and what they need. Needs the registry, and root for the folders in
// which the executable and the files of the image run.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { architectures, canBuild } from "./executable/build.ts";
import { nodeOfExecutable } from "./executable/node-of-executable.ts";
import { tryExecutable } from "./executable/try-executable.ts";
import { names } from "./names.ts";
import { judge } from "./packages/judge.ts";
import { packedClone } from "./packages/packed-clone.ts";
import { makeProject } from "./packages/project.ts";
import { run } from "./packages/run.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { checksums } from "./release/checksums.ts";
import { tryImage, writeImageContext } from "./release/image.ts";
import { tryManagers } from "./release/try-managers.ts";
import { tryVersions } from "./release/versions.ts";
import { tryRuntimes } from "./runtimes/try-runtimes.ts";

const release = fileURLToPath(new URL("../dist/release/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-release-"));
const steps = [
  "versions",
  "packages",
  "extension",
  "executables",
  "image",
  "managers",
  "sbom",
  "runtimes",
  "site",
] as const;

type Step = (typeof steps)[number];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !steps.some((one) => one === name));
if (unknown.length > 0) {
  throw new Error(`There is no step ${unknown.join(", ")}: the steps are ${steps.join(", ")}.`);
}

async function step(name: Step, work: () => Promise<string | void>): Promise<void> {
  if (!isWanted(name)) return;
  const start = performance.now();
  const said = await work();
  console.log(`${name}: ${said ?? "done"} (${seconds(start)} s)`);
}

try {
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  const start = performance.now();
  const { clone, tarballs } = await packedClone(folder);
  console.log(`A clone of the last commit is set up and packed (${seconds(start)} s).`);

  await step("versions", () => tryVersions(clone, join(folder, "versions")));
  await step("packages", async () => {
    for (const tarball of tarballs) {
      const found = await judge(tarball);
      if (found.length > 0) throw new Error(`${tarball.manifest.name}:\n${found.join("\n")}`);
      cpSync(tarball.path, join(release, basename(tarball.path)));
    }
    return `publint and are-the-types-wrong find nothing in ${tarballs.length}`;
  });
  await step("extension", async () => {
    // Not from a new build, which would no longer be what is packed.
    await run(join(clone, "node_modules/.bin/tsx"), ["scripts/pack-vscode.ts"], { cwd: clone });
    const file = "traffic-policy.vsix";
    cpSync(join(clone, "packages/vscode/dist", file), join(release, file));
  });
  await step("executables", async () => {
    const files = ["traffic-policy-licenses.txt"];
    for (const arch of architectures) {
      if (canBuild(arch)) {
        const tsx = join(clone, "node_modules/.bin/tsx");
        await run(tsx, ["scripts/build-executable.ts", arch], { cwd: clone });
        files.push(`traffic-policy-linux-${arch}`);
      } else console.log(`There is no strip for ${arch} here: its machine builds it.`);
    }
    for (const file of files) cpSync(join(clone, "dist", file), join(release, file));
    const own = architectures.find((arch) => arch === process.arch);
    if (own === undefined) throw new Error(`No executable is made for ${process.arch}.`);
    await tryExecutable(join(release, `traffic-policy-linux-${own}`), own, join(folder, "root"));
  });
  await step("image", async () => {
    writeImageContext(join(release, "image"), tarballs);
    await tryImage(join(release, "image"), join(folder, "image"), nodeOfExecutable);
    return "its files run read-only and without root; it was not built";
  });
  await step("managers", () => tryManagers(clone, join(folder, "managers")));
  const project = join(folder, "project");
  if (isWanted("sbom") || isWanted("runtimes")) {
    await makeProject({ folder: project, manager: "npm", tarballs });
  }
  await step("sbom", async () => {
    const all = tarballs.map(({ manifest }) => manifest.name);
    const text = await billOfMaterials(project, all, nodeOfExecutable);
    writeFileSync(join(release, "traffic-policy.cdx.json"), text);
  });
  await step("runtimes", async () => {
    await tryRuntimes(project);
    return "Deno and Bun do what the table says";
  });
  await step("site", async () => {
    await run("npm", ["run", "--silent", "site"], { cwd: clone });
    if (!existsSync("/usr/bin/chromium"))
      return "built; Chromium is missing, so no page was looked at";
    await run("npm", ["run", "--silent", "check:site"], { cwd: clone });
    return "built, and its pages looked at";
  });
  const sums = checksums(release);
  if (sums !== "") {
    writeFileSync(join(release, "SHA256SUMS"), sums);
    await run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: release });
  }
  for (const [what, { owned }] of Object.entries(names)) {
    if (!owned) console.log(`Not sent before it is ours: the name of the ${what}, in names.json.`);
  }
  console.log(`What would be sent is in dist/release (${seconds(start)} s).`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function isWanted(name: Step): boolean {
  return asked.length === 0 || asked.includes(name);
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}
