// Builds the single executable for this processor, and runs it where there is no Node.js: in a root folder that has
// the libraries of the system and nothing else. Needs the registry, and root for that folder.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { makeBareRoot } from "./executable/bare-root.ts";
import { architectures, buildExecutable, parserOf } from "./executable/build.ts";
import { run } from "./packages/run.ts";
import { tryCommand } from "./packages/try-command.ts";

/** In bytes. */
const largest = 120_000_000;

const arch = architectures.find((one) => one === process.arch);
if (arch === undefined) throw new Error(`No executable is made for ${process.arch}.`);
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-executable-"));
try {
  const file = join(folder, "traffic-policy");
  await buildExecutable(file, arch, join(folder, "parts"));
  const { size } = statSync(file);
  console.log(`The executable has ${(size / 1e6).toFixed(1)} MB.`);
  if (size > largest) throw new Error(`It may have ${largest / 1e6} MB.`);

  const root = join(folder, "root");
  await makeBareRoot(root, file, await parserOf(arch));
  const inRoot = (cwd: string): [string, string, string, string] => {
    const at = `/${relative(root, cwd)}`;
    return ["unshare", `--root=${root}`, `--wd=${at}`, "/usr/bin/traffic-policy"];
  };
  await tryCommand({ name: "executable", folder: join(root, "work"), words: inRoot });
  console.log("Without Node.js it lints, fixes, tests, proves, and deploys to its emulator.");

  const site = join(root, "work/site");
  await runIn(site, "lint draft.policy.yaml", 0);
  await runIn(site, "lint site.policy.ts", 0);
  rmSync(join(root, "tmp"), { recursive: true });
  const said = await runIn(site, "lint site.policy.ts", 2);
  if (!said.includes("in the variable TMPDIR")) throw new Error(said);
  console.log(
    "Where nothing can be written, JSON and YAML run, and TypeScript is refused in a sentence.",
  );

  /** Runs it with a file system that is read-only but for `tmp`. */
  async function runIn(cwd: string, args: string, status: number): Promise<string> {
    const script = [
      'mount --bind "$0" "$0"',
      'mount -o remount,bind,ro "$0"',
      '(test ! -d "$0/tmp" || mount -t tmpfs tmpfs "$0/tmp")',
      'exec "$@"',
    ].join(" && ");
    const words = ["--mount", "sh", "-c", script, root, ...inRoot(cwd), ...args.split(" ")];
    return run("unshare", words, { cwd, status });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
