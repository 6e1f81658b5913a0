// Checks the packages as strangers get them: packed, judged, installed into empty projects with npm and
// pnpm, and run on each Node.js that they promise. Takes a few minutes, and the registry; run
// `pnpm build` before.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entryPoints } from "./packages/entry-points.ts";
import { judge } from "./packages/judge.ts";
import { installNode, nodeVersions } from "./packages/node-versions.ts";
import { packAll } from "./packages/pack.ts";
import { peersOf } from "./packages/peers.ts";
import { makeProject, packageManagers } from "./packages/project.ts";
import { packageSizes } from "./packages/sizes.ts";
import { tryCommand } from "./packages/try-command.ts";
import { tryGettingStarted } from "./packages/try-getting-started.ts";
import { tryImports } from "./packages/try-imports.ts";
import { compilers, tryTypes } from "./packages/try-types.ts";

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-packages-"));
try {
  const tarballs = await packAll(folder);
  const peers = Object.assign({}, ...tarballs.map(peersOf)) as Record<string, string>;
  const specifiers = tarballs.flatMap(entryPoints).map(({ specifier }) => specifier);

  for (const tarball of tarballs) {
    const found = await judge(tarball);
    if (found.length > 0) throw new Error(`${tarball.manifest.name}:\n${found.join("\n")}`);
  }
  console.log(`publint and are-the-types-wrong find nothing in ${tarballs.length} packages.`);

  await tryGettingStarted(join(folder, "getting-started"));
  console.log("Getting started, followed from a clone of the last commit.");

  for (const version of nodeVersions) {
    const node = await installNode(version);
    for (const manager of packageManagers) {
      const project = join(folder, `${manager}-${version}`);
      await makeProject({
        folder: project,
        manager,
        node,
        packages: tarballs,
        tarballs,
        others: peers,
      });
      await tryImports(project, node, specifiers);
      await tryCommand(project, node);
      console.log(`Node.js ${version}, ${manager}: ${specifiers.length} entry points, command.`);
    }
  }

  const typed = join(folder, "types");
  const others = { ...compilers, ...peers, "@types/node": "20.19.43" };
  await makeProject({ folder: typed, manager: "pnpm", packages: tarballs, tarballs, others });
  await tryTypes(typed, specifiers);
  console.log(`Types of all entry points compile with ${Object.keys(compilers).join(" and ")}.`);

  console.table(await packageSizes(tarballs, folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
