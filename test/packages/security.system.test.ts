import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { claims, code } from "./security-claims.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const notes = read("SECURITY.md").replaceAll("\r\n", "\n");

/** The tests of all claims: their file, and how their title begins. */
const cited = Object.values(claims).flatMap((tests) =>
  Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => ({ file, title }))),
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

/** What the notes claim: each paragraph and each point of a list, without headings and tables. */
const inNotes = notes
  .slice(notes.indexOf("\n## "))
  .split(/\n\n|\n(?=- )/)
  .map((claim) => claim.trim().replace(/^- /, "").replaceAll(/\s+/g, " "))
  .filter((claim) => claim !== "" && !/^(?:#|\|)/.test(claim));

/** How those begin that no test could show: they warn of something. */
const warnings = [
  "Configurations, policies and lint rules",
  "**The configuration sets the base URL",
];

test("each claim of the notes has a test, and each test a claim", () => {
  const begins = Object.keys(claims);
  expect(inNotes.filter((claim) => !begins.some((begin) => claim.startsWith(begin)))).toEqual([]);
  expect(begins.filter((begin) => !inNotes.some((claim) => claim.startsWith(begin)))).toEqual([]);
  const bare = begins.filter((begin) => Object.keys(claims[begin] ?? {}).length === 0);
  expect(bare).toEqual(warnings);
});

describe("all code is listed that", () => {
  const uses = (name: string) =>
    String.raw`import [^;]*\b${name}\b[^;]*from "node:fs(?:/promises)?"`;
  test.each([
    [
      "opens or writes files",
      new RegExp(
        `${uses("(?:writeFile|appendFile|open|createWriteStream|mkdir|mkdtemp|cp|copyFile)(?:Sync)?")}|import [^;]*\\breplaceFileSync\\b|emulator/files"`,
      ),
    ],
    ["listens", /\.listen\(/],
    ["starts processes", /"node:child_process"/],
  ] as const)("%s", (what, pattern) => {
    expect(does(pattern).toSorted()).toEqual(code[what].toSorted());
  });
});

describe("only the client and the gateway speak to others", () => {
  /** Whether a source can: by a module, however it is imported, or by a global. */
  function speaks(text: string): boolean {
    const run = text
      .replaceAll(/^(?:import|export) type [^;]*;/gm, "")
      // What answers others only is in the notes about what listens.
      .replaceAll(/^import \{ createServer(?:, type \w+)* \} from "node:http";/gm, "");
    return (
      /\b(?:from|import|import\(|require\(|getBuiltinModule\()\s*["'`](?:undici|ws|(?:node:)?(?:https?|http2|net|tls|dgram|dns))[/"'`]/.test(
        run,
      ) || /\bfetch\(|\bnew (?:WebSocket|EventSource)\(/.test(run)
    );
  }

  test("none of the other packages has code for it", () => {
    const files = sources.filter(({ text }) => speaks(text)).map(({ file }) => file);
    // A page may only ask where it comes from: test/playground counts what it asks for.
    expect(files.filter((file) => !/^packages\/(?:api|gateway|playground)\//.test(file))).toEqual(
      [],
    );
    expect(files.map((file) => file.split("/")[1])).toEqual(
      expect.arrayContaining(["api", "gateway"]),
    );
  });

  test.each([
    'import { Pool } from "undici";',
    'import "node:http";',
    'import net from "node:net";',
    'export { request } from "node:https";',
    'const { Pool } = await import("undici");',
    'await import(\n  "node:tls"\n);',
    'require("http2")',
    'import { createServer, request } from "node:http";',
    'process.getBuiltinModule("node:dgram")',
    "await fetch(url)",
    "new WebSocket(url)",
  ])("it would be noticed: %s", (text) => expect(speaks(text)).toBe(true));

  test.each([
    'import type { Socket } from "node:net";',
    'import type {\n  IncomingMessage,\n} from "node:http";',
    'import { createServer, type ServerResponse } from "node:http";',
    'import { prefetch } from "./fetch.ts";',
  ])("it is none: %s", (text) => expect(speaks(text)).toBe(false));
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
