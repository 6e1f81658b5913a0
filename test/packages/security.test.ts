import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const notes = read("SECURITY.md").replaceAll(/\s+/g, " ");

/** The tests that the notes name: their file, and how their title begins. */
const cited = [...notes.matchAll(/`(test\/[^`]+\.ts)`: ([^;()]+)[;)]/g)].map(
  ([, file = "", title = ""]) => ({ file, title }),
);

/** The sources of all packages. */
const sources = readdirSync(new URL("packages", root))
  .map((name) => `packages/${name}/src`)
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => ({ file: `${folder}/${file}`, text: read(`${folder}/${file}`) })),
  );

const does = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test.each(cited)("the test exists: $file, $title", ({ file, title }) => {
  expect(read(file)).toContain(`"${title}`);
});

test("the notes cite a test for most of what they say", () => {
  expect(cited.length).toBeGreaterThan(25);
});

describe("the notes tell of all code that", () => {
  const uses = (name: string) =>
    String.raw`import [^;]*\b${name}\b[^;]*from "node:fs(?:/promises)?"`;
  test.each([
    [
      "writes files",
      new RegExp(
        `${uses("(?:writeFile|appendFile|open|createWriteStream|mkdir|cp|copyFile)(?:Sync)?")}|"write-file-atomic"`,
      ),
    ],
    ["listens", /\.listen\(/],
    ["starts processes", /"node:child_process"/],
  ])("%s", (_does, pattern) => {
    const files = does(pattern);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !notes.includes(`\`${file}\``))).toEqual([]);
  });
});

test("only the client and the gateway speak to others", () => {
  const files = does(/\bfrom "(?:undici|node:https?|node:net|node:tls|node:dgram)"|\bfetch\(/);
  expect(files.filter((file) => !/^packages\/(?:api|emulator|gateway)\//.test(file))).toEqual([]);
});

test("nothing that is installed runs a script", () => {
  const { onlyBuiltDependencies } = parse(read("pnpm-workspace.yaml")) as {
    onlyBuiltDependencies: readonly string[];
  };
  expect(onlyBuiltDependencies).toEqual([]);
  // Since version 10, pnpm runs the scripts of those in this list only.
  expect(JSON.parse(read("package.json"))).toMatchObject({
    packageManager: expect.stringMatching(/^pnpm@[1-9]\d\./),
  });
});
