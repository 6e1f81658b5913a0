import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { guide } from "../../docs/.vitepress/guide.ts";
import { writeLlmsTexts } from "../../docs/.vitepress/llms.ts";

const docs = new URL("../../docs/", import.meta.url);
const pages = guide.flatMap((part) => part.pages);

function built(): { readonly list: string; readonly full: string } {
  const folder = mkdtempSync(join(tmpdir(), "llms-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeLlmsTexts(docs, folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { list: read("llms.txt"), full: read("llms-full.txt") };
}

test("llms.txt lists every page of the guide, with its address on the site", () => {
  const { list } = built();
  const links = [...list.matchAll(/^- \[(.+?)\]\((.+?)\.html\): /gm)];
  expect(links.map(([, title, path]) => [title, `${path}.md`])).toEqual(
    pages.map(({ title, file }) => [title, file]),
  );
  expect(list).toMatch(/^# traffic-policy\n\n> .+/);
});

test("llms-full.txt has every page from its title to its end, and nothing about how it is made", () => {
  const { full } = built();
  const cut = pages.filter(({ file }) => {
    const text = readFileSync(new URL(file, docs), "utf8");
    const title = text.indexOf("\n# ");
    return !full.includes(text.slice(title === -1 ? -100 : title).trim());
  });
  expect(cut.map(({ file }) => file)).toEqual([]);
  expect(full).not.toContain("do not edit");
});

test("the site is built with both", () => {
  const config = readFileSync(new URL(".vitepress/config.ts", docs), "utf8");
  expect(config).toMatch(/buildEnd\([^)]*\) \{\s+writeLlmsTexts\(docs, outDir\);/);
});
