import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pnpm } from "./project.ts";
import { run } from "./run.ts";
import { tarballsOf, type Tarball } from "./tarball.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = `${root}/docs/getting-started.md`;

/** A block of a shell or a session in the project, and whether it is said not to be run. */
const block =
  /(?<notRun><!-- not run: [^\n]* -->\n\n)?^```(?:sh|console folder=site-policies)\n(?<text>[^]*?)^```$/gm;

/** What somebody types who follows the page from a clone on. */
function gettingStarted(): string {
  const blocks = [...readFileSync(page, "utf8").matchAll(block)]
    .map(({ groups }) => groups)
    .filter((groups) => groups?.["notRun"] === undefined)
    .map((groups) => groups?.["text"] ?? "");
  return blocks.map(typed).join("");
}

/** Of a session only what stands behind the prompt; the page leaves `npx` out there. */
function typed(text: string): string {
  if (!text.startsWith("$ ")) return text;
  const lines = text.split("\n").filter((line) => line.startsWith("$ "));
  return lines.map((line) => `npx ${line.slice(2)}\n`).join("");
}

/** What the page writes into the home of whoever follows it stays away; what was loaded before is taken. */
const ownHome = `
export npm_config_cache="$(npm config get cache)" npm_config_store_dir="$(npx --yes ${pnpm} store path)"
export HOME="$PWD/../home"
`;

/**
 * Follows the page from a fresh clone of the last commit, to the letter.
 *
 * @param folder - where the clone is made, and what the page makes beside it; absolute path
 * @throws {Error} when one of the commands fails.
 * @returns the packages that it packed
 */
export async function tryGettingStarted(folder: string): Promise<Tarball[]> {
  // The name that the page gives it.
  const clone = `${folder}/traffic-policy`;
  mkdirSync(`${folder}/home`, { recursive: true });
  await run("git", ["clone", "--quiet", root, clone], { cwd: root });
  const script = `${folder}/getting-started.sh`;
  writeFileSync(script, `${ownHome}${gettingStarted()}`);
  await run("sh", ["-e", script], { cwd: clone });
  return tarballsOf(clone);
}
