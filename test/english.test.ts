import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { filesBelow } from "./files-below.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Phrases that nothing in the packages and the guide says, by the usual ones. */
const usual: Readonly<Record<string, RegExp>> = {
  "deprecated name": /\bearlier eras?\b/i,
  "ignore directive": /\border(?:s|ed)? to ignore\b/i,
  "is evaluated, is visited": /\b(?:is|are|was|were|been) gone through\b/i,
  "is reported by": /\b(?:is|are) told by\b/i,
  "unknown key": /\bis not a key that can stand\b/i,
  "did not finish within": /\bis not done after\b/i,
  "is skipped": /\b(?:is|are|were) passed over\b/i,
};

/** The commit after which each subject has at most 72 characters. */
const firstShort = "5412ef944e8bd99d78c98641bace3f7301725f6b";

const sources = filesBelow(join(root, "packages"), /^(?:node_modules|dist|bundle|\..*)$/)
  .filter((file) => /^[\w-]+\/src\/.*\.tsx?$/.test(file) && !file.includes(".generated."))
  .map((file) => ({
    file: `packages/${file}`,
    text: readFileSync(join(root, "packages", file), "utf8"),
  }));

const pages = filesBelow(join(root, "docs"), /^(?:node_modules|examples|\..*)$/)
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file: `docs/${file}`, text: readFileSync(join(root, "docs", file), "utf8") }));

test.each(Object.entries(usual))("%s is the usual phrase", (_phrase, unusual) => {
  const found = [...sources, ...pages].flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, index) => (unusual.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
  expect(sources.length).toBeGreaterThan(1000);
});

test("a doc comment begins with a verb or a noun", () => {
  const riddles = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*\/\*\*\s+(?:\* )?((?:What|That|Whether)\b.*)/gm)].map(
      ([, comment]) => `${file}: ${comment}`,
    ),
  );
  expect(riddles).toEqual([]);
});

test("the subject of a commit has at most 72 characters", () => {
  const subjects = existsSync(join(root, ".git")) ? subjectsSince(firstShort) : [];
  expect(subjects.filter((subject) => subject.length > 72)).toEqual([]);
});

/** The subjects of the commits since another one; none where the history does not go back so far. */
function subjectsSince(commit: string): string[] {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    return git("log", "--format=%s", `${commit}..HEAD`).split("\n");
  } catch {
    return [];
  }
}
