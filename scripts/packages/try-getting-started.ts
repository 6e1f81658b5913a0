import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = `${root}/docs/getting-started.md`;

/** A block of a shell or a session in the project, and whether it is said not to be run. */
const block =
  /(?<notRun><!-- not run: [^\n]* -->\n\n)?^```(?:sh|console folder=edge-policies)\n(?<text>[^]*?)^```$/gm;

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

/**
 * Follows the page from a fresh clone of the last commit, to the letter.
 *
 * @param folder - where the clone is made, and what the page makes beside it; absolute path
 * @throws {Error} when one of the commands fails.
 */
export async function tryGettingStarted(folder: string): Promise<void> {
  const home = `${folder}/home`;
  mkdirSync(home, { recursive: true });
  await run("git", ["clone", "--quiet", root, `${folder}/clone`], { cwd: root });
  const script = `${folder}/getting-started.sh`;
  writeFileSync(script, `HOME='${home}'\n${gettingStarted()}`);
  await run("sh", ["-e", script], { cwd: `${folder}/clone` });
}
