// Run by action.yml: compares the policies of a pull request with those of its base, and writes the text of a comment. It
// has no token, because the command that it runs is the one of the pull request.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const {
  COMMENT_FILE: commentFile = "",
  GITHUB_EVENT_PATH: eventFile = "",
  GITHUB_STEP_SUMMARY: summaryFile = "",
  INPUT_PLAN: plan = "",
  INPUT_SEMANTIC: semantic = "",
  INPUT_VERSION: version = "",
} = process.env;

/** Maximum length of the text; a comment holds 65,536 characters, and gets a marker and a folder. */
const longest = 65_000;

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {readonly string[]} compared - the arguments of `traffic-policy diff`
 */

// Of an earlier use of the action in the same job.
rmSync(commentFile, { force: true });
const program = programToRun();
const revisions = revisionsToCompare();
if (program === undefined) {
  console.log("Nothing is compared, because traffic-policy was not found.");
} else if (revisions === undefined) {
  const why = "the clone does not have the commits of the pull request and of its base";
  const help = "Set fetch-depth: 0 in the step of actions/checkout.";
  console.log(`::warning::The policies are not compared, because ${why}. ${help}`);
} else {
  /** @type {readonly Section[]} */
  const sections = [
    { title: "Traffic policies", compared: [revisions] },
    ...(plan === "" ? [] : [{ title: "Plan of Terraform", compared: ["state", plan] }]),
  ];
  const texts = sections.flatMap((section) => textOf(section, program));
  const text = withinComment(texts);
  if (summaryFile !== "") appendFileSync(summaryFile, texts.join("\n"));
  writeFileSync(commentFile, text);
}

/** Returns the words that start the command: that of the repository, or a version of the registry. */
function programToRun() {
  if (version !== "") {
    const isVersion = /^[0-9A-Za-z][0-9A-Za-z.-]*$/.test(version);
    return isVersion ? ["npx", "--yes", "--", `traffic-policy@${version}`] : undefined;
  }
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const file = join(folder, "node_modules/.bin/traffic-policy");
    if (existsSync(file)) return [file];
    if (folder === dirname(folder)) return undefined;
  }
}

/** Returns what the branch of the pull request changes, as git names it; undefined when git does not have it. */
function revisionsToCompare() {
  const { base, head } = JSON.parse(readFileSync(eventFile, "utf8")).pull_request;
  // Its own commit of the base grows old while the base goes on.
  const before = `origin/${base.ref}`;
  const after = output(["git", "rev-parse", "--short", head.sha]).trim();
  const isKnown = after !== "" && output(["git", "merge-base", before, after]) !== "";
  return isKnown ? `${before}...${after}` : undefined;
}

/**
 * Returns the text of a section; none when nothing differs.
 *
 * @param {Section} section
 * @param {readonly string[]} command
 */
function textOf({ title, compared }, command) {
  if (isSame(output([...command, "diff", "--format=json", "--", ...compared]))) return [];
  const options = ["--format=markdown", ...(semantic === "true" ? ["--semantic"] : [])];
  const text = output([...command, "diff", ...options, "--", ...compared], "inherit");
  const result =
    text.replace(/^### .*\n+/, "") || "There is no result. The log of this job says why.\n";
  return [`### ${title}\n\n${result}`];
}

/**
 * Checks whether no policy differs, and none was left out.
 *
 * @param {string} json
 */
function isSame(json) {
  try {
    const { policies, notCompared } = JSON.parse(json);
    const isIdentical = policies.every(
      (/** @type {{ state?: string }} */ one) => one.state === "identical",
    );
    return isIdentical && notCompared.length === 0;
  } catch {
    return false;
  }
}

/**
 * Returns what a program prints, whatever its exit status is. Bash starts it, so that Windows finds it, too.
 *
 * @param {readonly string[]} words
 * @param {"inherit" | "ignore"} stderr
 */
function output(words, stderr = "ignore") {
  const { stdout } = spawnSync("bash", ["-c", '"$0" "$@"', ...words], {
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", stderr],
  });
  return stdout ?? "";
}

/** @param {readonly string[]} texts */
function withinComment(texts) {
  let whole = "";
  for (const text of texts) whole += `${whole && "\n"}${shortened(text, longest - whole.length)}`;
  return whole;
}

/**
 * Leaves out the differences of the last policies where a text is too long, so that no block is cut in two.
 *
 * @param {string} text
 * @param {number} room
 */
function shortened(text, room) {
  if (text.length <= room) return text;
  const note =
    "The rest is omitted, because a comment holds at most 65,536 characters. The summary of the job shows it.";
  const [start = "", ...parts] = text.split(/(?=^<details>$)/m);
  let kept = start;
  for (const part of parts) {
    if (kept.length + part.length + note.length + 2 > room) break;
    kept += part;
  }
  const [heading = ""] = start.split("\n", 1);
  return `${kept.length + note.length + 2 > room ? `${heading}\n` : kept}\n${note}\n`;
}
