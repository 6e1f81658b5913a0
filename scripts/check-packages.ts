// Checks the packages as strangers get them: packed in a clone of the last commit, judged, installed into
// empty projects with npm and pnpm, and run on each Node.js that they promise. Needs the registry.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledIn } from "./packages/bundled.ts";
import { entryPoints } from "./packages/entry-points.ts";
import { installed, sizeOf } from "./packages/installed.ts";
import { judge } from "./packages/judge.ts";
import { installNode, nodeVersions } from "./packages/node-versions.ts";
import { developedPeers, testedPeers } from "./packages/peers.ts";
import { checkEngines, makeProject } from "./packages/project.ts";
import { run } from "./packages/run.ts";
import { installedCommand, tryCommand, type CommandRow } from "./packages/try-command.ts";
import { tryGettingStarted } from "./packages/try-getting-started.ts";
import { tryImpact } from "./packages/try-impact.ts";
import { tryImports } from "./packages/try-imports.ts";
import { compilers, tryTypes } from "./packages/try-types.ts";

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-packages-"));
try {
  const changed = await run("git", ["status", "--porcelain"], { cwd: import.meta.dirname });
  if (changed !== "") console.log("What is not committed is not checked.");

  const tarballs = await tryGettingStarted(join(folder, "getting-started"));
  console.log("Getting started, followed from a clone of the last commit.");

  for (const tarball of tarballs) {
    const found = await judge(tarball);
    if (found.length > 0) throw new Error(`${tarball.manifest.name}:\n${found.join("\n")}`);
  }
  console.log(`publint and are-the-types-wrong find nothing in ${tarballs.length} packages.`);

  const specifiers = tarballs.flatMap(entryPoints).map(({ specifier }) => specifier);
  const [oldest] = nodeVersions;
  const node = await installNode(oldest);

  // Where a package finds nothing but what it depends on, and each entry point is the first that is loaded.
  const pnpmProject = join(folder, "pnpm");
  const peers = developedPeers(tarballs);
  const others = { ...compilers, ...peers, ...testedPeers(tarballs), "@types/node": "20.19.43" };
  await makeProject({ folder: pnpmProject, manager: "pnpm", node, tarballs, others });
  await tryImports(
    pnpmProject,
    node,
    specifiers.map((specifier) => [specifier]),
  );
  await tryCommand(installedCommand(pnpmProject, oldest, node));
  console.log(`Node.js ${oldest}, pnpm: each of ${specifiers.length} entry points, command.`);

  await tryTypes(pnpmProject, specifiers);
  console.log(`Types of all entry points compile with ${Object.keys(compilers).join(" and ")}.`);

  const npmProject = join(folder, "npm");
  await makeProject({ folder: npmProject, manager: "npm", node, tarballs, others: peers });
  const rows = tarballs.map((tarball) => {
    const { name, dependencies = {} } = tarball.manifest;
    const { packages, size, scripts } = installed(npmProject, name);
    if (scripts.length > 0) throw new Error(`${name} runs scripts of ${scripts.join(", ")}.`);
    const dist = join(npmProject, "node_modules", name, "dist");
    const row = {
      "tarball (kB)": Math.round(tarball.size / 1000),
      "dist (MB)": (sizeOf(dist) / 1e6).toFixed(2),
      "libraries bundled": bundledIn(dist).length,
      dependencies: Object.keys(dependencies).length,
      "packages installed": packages,
      "installed (MB)": (size / 1e6).toFixed(1),
    };
    return [name, row] as const;
  });

  const commands: CommandRow[] = [];
  for (const version of nodeVersions) {
    const other = await installNode(version);
    await checkEngines(npmProject, other);
    await tryImports(npmProject, other, [specifiers]);
    commands.push(...(await tryCommand(installedCommand(npmProject, version, other))));
    console.log(`Node.js ${version}, npm: ${specifiers.length} entry points, command.`);
  }

  await tryImpact(npmProject, join(npmProject, oldest), node);
  console.log("DuckDB, installed beside them, reads a log.");

  console.table(commands);
  console.table(Object.fromEntries(rows));
  if (commands.some(({ warnings }) => warnings > 0)) throw new Error("Node.js warns of something.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
