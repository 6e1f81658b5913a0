// Runs the packages of the last commit with Deno and Bun, and compares with Node.js: the table in
// docs/without-node.md. Needs the registry, which has both, of 100 MB each.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedClone } from "./packages/packed-clone.ts";
import { makeProject } from "./packages/project.ts";
import { tryRuntimes } from "./runtimes/try-runtimes.ts";

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-runtimes-"));
try {
  const { tarballs } = await packedClone(folder);
  const project = join(folder, "project");
  await makeProject({ folder: project, manager: "npm", tarballs });
  await tryRuntimes(project);
  console.log("Deno and Bun do what the table says.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
