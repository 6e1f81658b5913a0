import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pnpm } from "../packages/project.ts";
import { run } from "../packages/run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Yarn in its current line, as a package. */
const yarn = "@yarnpkg/cli-dist@4.18.1";

interface Manager {
  readonly install: readonly [program: string, ...args: string[]];
  /** What a project has that uses it, before anything is installed. */
  readonly files: Readonly<Record<string, string>>;
}

const manifest = (packageManager?: string): string =>
  JSON.stringify({ name: "fresh", private: true, type: "module", packageManager });

const managers = {
  npm: {
    install: ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"],
    files: { "package.json": manifest() },
  },
  pnpm: {
    install: ["npx", "--yes", pnpm, "install", "--prefer-offline"],
    files: { "package.json": manifest(pnpm) },
  },
  yarn: {
    install: ["npx", "--yes", yarn, "install", "--no-immutable"],
    files: {
      "package.json": manifest(yarn.replace("@yarnpkg/cli-dist", "yarn")),
      "yarn.lock": "",
      ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n",
    },
  },
} satisfies Readonly<Record<string, Manager>>;

/**
 * Makes a project with `init` for each package manager, which installs it from the packed files of a clone, and runs the
 * examples of README in it.
 *
 * @param clone - a clone with packed packages; absolute path
 * @param folder - where the projects are made; absolute path
 * @throws {Error} when a command fails, or prints something else than README shows.
 */
export async function tryManagers(clone: string, folder: string): Promise<void> {
  for (const [name, manager] of Object.entries(managers)) {
    const project = join(folder, name);
    await makeProject(clone, project, manager);
    await runReadme(project);
    console.log(`${name} installs what init names, and README's examples print what it shows.`);
  }
  const project = join(folder, "plug-n-play");
  const { install, files } = managers.yarn;
  const { ".yarnrc.yml": _linker, ...others } = files;
  await makeProject(clone, project, { install, files: others });
  const lint = ["--yes", yarn, "traffic-policy", "lint"];
  const said = await run("npx", lint, { cwd: project, status: 2 });
  if (!said.includes("Write `nodeLinker: node-modules`")) throw new Error(said);
  console.log("Yarn's Plug'n'Play is refused in a sentence.");
}

async function makeProject(
  clone: string,
  project: string,
  { install: [program, ...args], files }: Manager,
): Promise<void> {
  mkdirSync(project, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  const command = join(clone, "packages/cli/bin/traffic-policy.cjs");
  await run(process.execPath, [command, "init", "."], { cwd: project });
  await run(program, args, { cwd: project });
}

/** Runs the sessions of README in a copy of their folder, with the command that a project has installed. */
async function runReadme(project: string): Promise<void> {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const sessions = [...readme.matchAll(/^```console folder=(\S+)\n([^]*?)^```$/gm)];
  if (sessions.length === 0) throw new Error("README shows no session.");
  for (const [, name = "", text = ""] of sessions) {
    const cwd = join(project, name);
    cpSync(join(root, "docs/examples", name), cwd, { recursive: true });
    for (const [, args = "", shown = ""] of text.matchAll(
      /^\$ traffic-policy (.*)\n((?:(?!\$ ).*\n)*)/gm,
    )) {
      const status = shown.includes("refuted,") ? 1 : 0;
      const command = join(project, "node_modules/.bin/traffic-policy");
      const written = await run(command, args.split(" "), { cwd, status });
      if (written !== shown) throw new Error(`traffic-policy ${args} prints:\n${written}`);
    }
  }
}
