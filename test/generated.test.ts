import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generatedFromCode } from "../scripts/generate/files.ts";
import { generatedIndexes } from "../scripts/generate/indexes.ts";
import { root } from "../scripts/generate/root.ts";

let generating: ReturnType<typeof generatedFromCode> | undefined;
const fromCode = () => (generating ??= generatedFromCode());

test("generated files are current; pnpm generate writes them", async () => {
  for (const { path, text } of [...(await generatedIndexes()), ...(await fromCode())]) {
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

test("no page is left of a rule that is gone", async () => {
  const written = (await fromCode()).map(({ path }) => path);
  const found = readdirSync(new URL("docs/rules", root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/rules/${file}`);
  expect(found.toSorted()).toEqual(
    written.filter((path) => path.startsWith("docs/rules/")).toSorted(),
  );
});
