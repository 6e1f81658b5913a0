// Builds the single executable for this processor, and runs it where there is no Node.js: in a root folder that has
// the libraries of the system and nothing else. Needs the registry, and root for that folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { architectures, buildExecutable } from "./executable/build.ts";
import { tryExecutable } from "./executable/try-executable.ts";

const arch = architectures.find((one) => one === process.arch);
if (arch === undefined) throw new Error(`No executable is made for ${process.arch}.`);
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-executable-"));
try {
  const file = join(folder, "traffic-policy");
  await buildExecutable(file, arch, join(folder, "parts"));
  await tryExecutable(file, arch, join(folder, "root"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
