import { existsSync, readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";
import { filledDocuments } from "../../scripts/generate/documents.ts";
import { filledPictures } from "../../scripts/generate/pictures.ts";
import { root } from "../../scripts/generate/root.ts";

// Its commands run one after the other, which takes its time on a busy machine.
test("the pages show what the files hold and the command prints; pnpm generate makes them current", async () => {
  for (const { path, text } of await filledDocuments()) {
    expect({ path, text: readFileSync(new URL(path, root), "utf8") }).toEqual({ path, text });
  }
}, 240_000);

test("the pictures show what the command prints; pnpm generate makes them current", async () => {
  for (const { path, text } of await filledPictures()) {
    expect({ path, text: readFileSync(new URL(path, root), "utf8") }).toEqual({ path, text });
  }
});

test.each([
  ["expressions.md", "check-an-expression.ts"],
  ["simulating.md", "simulate.ts"],
  ["serving.md", "serve.ts"],
])("the page %s shows what its example prints", async (name, file) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await import(new URL(`docs/examples/${file}`, root).href);
  const printed = log.mock.calls.map((values) => format(...(values as [unknown])));
  log.mockRestore();
  const page = readFileSync(new URL(`docs/${name}`, root), "utf8");
  expect(page).toContain(`\`\`\`text\n${printed.join("\n")}\n\`\`\``);
});

test("every link from a page to a file leads somewhere", () => {
  const docs = readdirSync(new URL("docs", root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => `docs/${file}`);
  for (const page of ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs]) {
    const text = readFileSync(new URL(page, root), "utf8");
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !existsSync(new URL(link, new URL(page, root))));
    expect({ page, broken }).toEqual({ page, broken: [] });
  }
});
