import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../../../packages/policy-language/src/", import.meta.url);

/** What a module needs at run time: every import and re-export but those of types only. */
function importsOf(file: URL): string[] {
  const text = readFileSync(file, "utf8");
  const pattern = /^(?:import|export)\s(?!type\b)[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(pattern)].map(([, from, dynamic]) => from ?? dynamic ?? "");
}

function reachedFrom(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [new URL(entry, source)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file.href)) continue;
    files.add(file.href);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith(".")) open.push(new URL(specifier, file));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}

test("the main entry never loads TypeBox, which is slow to load", () => {
  const { files, packages } = reachedFrom("index.ts");
  expect(files.size).toBeGreaterThan(50);
  expect(files).toContain(new URL("catalogue/directions/functions.ts", source).href);
  for (const file of files) expect(existsSync(new URL(file)), file).toBe(true);
  expect([...packages].filter((name) => name.startsWith("@sinclair/typebox"))).toEqual([]);
});

test("an entry that does load it is told from one that does not", () => {
  expect(reachedFrom("service.ts").packages).toContain("@sinclair/typebox");
});
