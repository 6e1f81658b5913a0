import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { bundleCommand } from "../bundle/command.js";
import { installNode, installProgram } from "../packages/node-versions.ts";
import { run } from "../packages/run.ts";
import { inside } from "./inside.ts";
import { bundleModules } from "./modules.ts";
import { nodeOfExecutable } from "./node-of-executable.ts";

/** The processors that an executable is made for. */
export const architectures = ["x64", "arm64"] as const;

export type Architecture = (typeof architectures)[number];

const postject = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));

const cli = fileURLToPath(new URL("../../packages/cli/", import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${cli}package.json`, "utf8")) as {
  dependencies: Readonly<Record<string, string>>;
};

/**
 * Makes a single executable of Node.js and the command for Linux.
 *
 * @param file - where it is written
 * @param work - a folder for what it is made of
 */
export async function buildExecutable(
  file: string,
  arch: Architecture,
  work: string,
): Promise<void> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const parser = await parserOf(arch);
  const assets = compressed({ ...(await bundled(work, parser)), "parser.node": parser }, work);
  const settings = {
    main: join(work, "start.cjs"),
    output: join(work, "executable.blob"),
    disableExperimentalSEAWarning: true,
    assets,
  };
  writeFileSync(join(work, "sea.json"), JSON.stringify(settings));
  const node = await installNode(nodeOfExecutable);
  const options = ["--experimental-sea-config", "sea.json"];
  await run(join(node, "node"), options, { cwd: work });
  copyFileSync(join(await installNode(nodeOfExecutable, arch), "node"), file);
  chmodSync(file, 0o755);
  await run(stripperOf(arch), [file], { cwd: work });
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const injected = [postject, file, "NODE_SEA_BLOB", settings.output, ...fuse];
  await run(process.execPath, injected, { cwd: work });
}

/** What takes the symbols out of a program: 18 MB that only debuggers read. */
function stripperOf(arch: Architecture): string {
  if (arch === process.arch) return "strip";
  return arch === "arm64" ? "aarch64-linux-gnu-strip" : "x86_64-linux-gnu-strip";
}

/** True when this machine has what the executable for a processor takes. */
export function canBuild(arch: Architecture): boolean {
  return spawnSync(stripperOf(arch), ["--version"]).status === 0;
}

/** Compresses all that not every run reads. */
function compressed(
  assets: Readonly<Record<string, string>>,
  work: string,
): Readonly<Record<string, string>> {
  const entries = Object.entries(assets).map(([path, file], at) => {
    if (path.endsWith(".cjs")) return [path, file] as const;
    const to = join(work, `${at}.deflated`);
    writeFileSync(to, deflateRawSync(readFileSync(file), { level: 9 }));
    return [path, to] as const;
  });
  return Object.fromEntries(entries);
}

/** The native parser of TypeScript for a processor. */
export async function parserOf(arch: Architecture): Promise<string> {
  const name = `@oxc-parser/binding-linux-${arch}-gnu`;
  const version = dependencies["oxc-parser"] ?? "";
  return join(await installProgram(name, version), `parser.linux-${arch}-gnu.node`);
}

/** What is in the executable: the files by their paths in it. */
async function bundled(work: string, parser: string): Promise<Record<string, string>> {
  const digest = createHash("sha256").update(readFileSync(parser)).digest("hex").slice(0, 16);
  await bundleCommand({
    outdir: work,
    start: "src/executable/index.ts",
    plugins: [inside],
    external: [],
    define: { PARSER: JSON.stringify(`parser-${digest}`) },
  });
  await build({
    absWorkingDir: cli,
    entryPoints: ["../project/src/code/watchdog-thread.ts"],
    outfile: join(work, "threads/watchdog-thread.js"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    conditions: ["@traffic-policy/source"],
  });
  const modules = await bundleModules(join(work, "modules"));
  const files = packageFiles();
  const contents = {
    files,
    modules: Object.fromEntries(
      Object.entries(modules).map(([name, path]) => [name, `modules/${path}`]),
    ),
  };
  writeFileSync(join(work, "contents.json"), JSON.stringify(contents));
  const made = filesBelow(work).filter((path) => !path.endsWith(".map"));
  return {
    ...Object.fromEntries(made.map((path) => [path, join(work, path)])),
    ...Object.fromEntries(files.map((path) => [`package/${path}`, join(cli, path)])),
  };
}

/** The files of the package that the command reads. */
function packageFiles(): string[] {
  const folders = ["completion", "dist/docs", "schema", "skill"];
  return [
    "package.json",
    "LICENSE",
    "dist/third-party-licenses.txt",
    ...folders.flatMap((folder) =>
      filesBelow(join(cli, folder)).map((path) => `${folder}/${path}`),
    ),
  ];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
