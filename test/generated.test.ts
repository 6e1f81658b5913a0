import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generatedFromCode, generatedIndexes } from "../scripts/generate/files.ts";
import { root } from "../scripts/generate/root.ts";

test("generated files are current; pnpm generate writes them", async () => {
  for (const { path, text } of [...(await generatedIndexes()), ...(await generatedFromCode())]) {
    const file = new URL(path, root);
    expect(existsSync(file) ? readFileSync(file, "utf8") : "", path).toBe(text);
  }
});

test("no page is left of a rule that is gone", async () => {
  const written = (await generatedFromCode()).map(({ path }) => path);
  const found = readdirSync(new URL("docs/rules", root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/rules/${file}`);
  expect(found.toSorted()).toEqual(
    written.filter((path) => path.startsWith("docs/rules/")).toSorted(),
  );
});
