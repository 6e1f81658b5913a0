import { cpSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "../packages/run.ts";
import { tryCommand } from "../packages/try-command.ts";
import { BareRoot } from "../release/bare-root.ts";
import { parserOf, type Architecture } from "./build.ts";

/** In bytes. */
const largest = 120_000_000;

const program = "/usr/bin/traffic-policy";

/**
 * Runs a single executable where there is no Node.js.
 *
 * @param folder - where the root folder for it is made; absolute path
 * @throws {Error} when it is too large, or a run ends otherwise than it should.
 */
export async function tryExecutable(
  file: string,
  arch: Architecture,
  folder: string,
): Promise<void> {
  const { size } = statSync(file);
  console.log(`The executable has ${(size / 1e6).toFixed(1)} MB.`);
  if (size > largest) throw new Error(`It may have ${largest / 1e6} MB.`);

  const root = await BareRoot.make(folder, { [program]: file }, [await parserOf(arch)]);
  const words = (cwd: string): [string, ...string[]] => root.words(cwd, [program]);
  await tryCommand({ name: "executable", folder: join(folder, "work"), words });
  console.log("Without Node.js it lints, fixes, tests, proves, and deploys to its emulator.");

  const site = join(folder, "work/site");
  // Without a configuration in code.
  const plain = join(folder, "plain");
  cpSync(join(site, "draft.policy.yaml"), join(plain, "draft.policy.yaml"));
  cpSync(join(site, "draft.assertions.yaml"), join(plain, "draft.assertions.yaml"));
  const runReadOnly = (cwd: string, args: readonly string[], status: number): Promise<string> => {
    const [start, ...rest] = root.readOnlyWords(cwd, [program, ...args]);
    return run(start, rest, { cwd, status });
  };
  await runReadOnly(site, ["lint", "site.policy.ts"], 0);
  rmSync(join(folder, "tmp"), { recursive: true });
  await runReadOnly(plain, ["prove", "draft.assertions.yaml"], 1);
  const said = await runReadOnly(site, ["lint", "site.policy.ts"], 2);
  if (!said.includes("in the variable TMPDIR")) throw new Error(said);
  console.log(
    "Where nothing can be written, JSON and YAML run, and TypeScript is refused in a sentence.",
  );
}
