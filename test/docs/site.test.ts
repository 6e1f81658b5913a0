import { expect, test } from "vitest";
import { figuresOf } from "../../docs/.vitepress/figures.ts";
import { scriptsInFiles } from "../../docs/.vitepress/scripts-in-files.ts";
import { readResults } from "../bench/results.ts";

test("the figures of the front page are those that were measured last", () => {
  const results = readResults();
  const figures = figuresOf(results);
  expect(figures.length).toBeGreaterThan(3);
  for (const { value, about } of figures) {
    expect(value).toMatch(/^\d[\d,.]* (?:ms|kB|requests\/s)$/);
    expect(about).not.toMatch(/^\d/);
  }
  const lint = results["start"]?.tables[0]?.rows.find(
    ({ name }) => name === "lint one JSON policy",
  );
  expect(figures[0]?.value).toBe(`${lint?.value.toFixed(0)} ms`);
});

test("a figure that is not measured any more stops the build", () => {
  expect(() => figuresOf({})).toThrow(/has no row "lint one JSON policy" any more/);
});

test("scripts of a page become files that run in the same places", () => {
  const page = `<head>
<script id="dark">document.documentElement.classList.add("dark")</script>
<script type="module" src="/app.js"></script>
<script>
a < b; "</div>"
</script>
</head>`;
  const { html, files } = scriptsInFiles(page, "/base/");
  expect(html).not.toMatch(/<script[^>]*>[^<]/);
  expect(files.map(({ text }) => text.trim())).toEqual([
    'document.documentElement.classList.add("dark")',
    'a < b; "</div>"',
  ]);
  const [dark, other] = files;
  expect(html).toBe(`<head>
<script id="dark" src="/base/${dark?.path}"></script>
<script type="module" src="/app.js"></script>
<script src="/base/${other?.path}"></script>
</head>`);
  expect(scriptsInFiles(page, "/base/").files).toEqual(files);
});
