import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generatedFromCode } from "../scripts/generate/files.ts";
import type { GeneratedFile } from "../scripts/generate/generated-file.ts";
import { generatedIndexes } from "../scripts/generate/indexes.ts";
import { root } from "../scripts/generate/root.ts";
import { filesBelow } from "./files-below.ts";

let generating: Promise<readonly GeneratedFile[]> | undefined;
const generated = () => (generating ??= everyGenerated());

async function everyGenerated(): Promise<readonly GeneratedFile[]> {
  return [...(await generatedIndexes()), ...(await generatedFromCode())];
}

test("generated files are current; pnpm generate writes them", async () => {
  for (const { path, text } of await generated()) {
    const file = new URL(path, root);
    expect(existsSync(file) ? readFileSync(file, "utf8") : "", path).toBe(text);
  }
});

test("the indexes are written before what is generated is loaded, so one run is enough", () => {
  for (const script of ["scripts/generate.ts", "scripts/generate/indexes.ts"]) {
    const imported = importedBy(new URL(script, root));
    expect(imported.length).toBeGreaterThan(1);
    expect(imported.filter((name) => /^@traffic-policy|\.generated\.ts$/.test(name))).toEqual([]);
  }
});

/** What a script imports when it is loaded, and what that imports; packages by their names. */
function importedBy(file: URL): string[] {
  const statements = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)(?! type) [^;]*?from "([^"]+)"/gm,
  );
  return [...statements].flatMap(([, name = ""]) =>
    name.startsWith(".") ? [name, ...importedBy(new URL(name, file))] : [name],
  );
}

/** The files that .gitattributes marks as generated. */
function markedFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", [...args, ":(attr:linguist-generated)"], {
    cwd: root,
    encoding: "utf8",
  });
  // What was deleted and is not committed is listed still.
  return listed.split("\n").filter((path) => path !== "" && existsSync(new URL(path, root)));
}

test("what is generated is marked in .gitattributes, and nothing else is", async () => {
  const written = (await generated()).map(({ path }) => path);
  const scripts = new URL("scripts/", root);
  const code = filesBelow(fileURLToPath(scripts), /^node_modules$/)
    .map((file) => readFileSync(new URL(file, scripts), "utf8"))
    .join("\n");
  // These are made from what programs print, which takes too long here.
  const pictures = [...code.matchAll(/"(docs\/pictures\/[\w-]+\.svg)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(markedFiles().toSorted()).toEqual([...new Set([...written, ...pictures])].toSorted());
});

test("no more is generated than somebody can look through", () => {
  const lines = markedFiles().flatMap((path) =>
    readFileSync(new URL(path, root), "utf8").trimEnd().split("\n"),
  );
  expect(lines.length).toBeLessThan(27_000);
});
