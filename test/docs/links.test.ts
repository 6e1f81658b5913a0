import { existsSync, readFileSync, statSync } from "node:fs";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { root } from "../../scripts/generate/root.ts";
import { guide } from "../../docs/.vitepress/guide.ts";
import { sidebar, type SidebarItem } from "../../docs/.vitepress/sidebar.ts";
import { allPages, filesIn, proseOf, type Page } from "./pages.ts";

const pages = allPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

/** The anchors that GitHub and the site give to the headings of a page. */
function anchorsOf(page: Page): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(
    [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
      slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "")),
    ),
  );
}

function linksOf(page: Page): string[] {
  const prose = proseOf(page).replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, (code) =>
    // Code is no link, but a link may have code for its text.
    code.replaceAll(/[[\]]/g, ""),
  );
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

function faultOf(page: Page, link: string): string | undefined {
  if (/^https?:\/\//.test(link)) return undefined;
  const [file = "", anchor] = link.split("#");
  const url = new URL(file === "" ? page.path : file, new URL(page.path, root));
  const target = file === "" ? new URL(page.path, root) : url;
  const path = target.pathname.slice(root.pathname.length);
  if (!existsSync(target)) return "leads nowhere";
  const known = byPath.get(path);
  if (path.endsWith(".md") && known === undefined) return "leads to a page in other letters";
  if (page.path.startsWith("docs/") && !path.startsWith("docs/")) {
    return "leads out of docs, which the site does not have";
  }
  if (page.path.startsWith("docs/") && statSync(target).isDirectory()) return "leads to a folder";
  if (anchor === undefined) return undefined;
  return known !== undefined && anchorsOf(known).has(anchor) ? undefined : "leads to no heading";
}

test("every link leads to a page, a picture or a heading that is there, on GitHub and on the site", () => {
  const faults = pages.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      const fault = faultOf(page, link);
      return fault === undefined ? [] : [`${page.path}: ${link} ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(150);
});

/** What leads to the pages: the front page of the site, and the list that GitHub shows. */
const isFront = (path: string): boolean => /^docs\/(?:index|README)\.md$/.test(path);

test("every page has its place in the guide", () => {
  const listed = guide.flatMap((part) => part.pages.map(({ file }) => `docs/${file}`));
  const others = pages
    .map(({ path }) => path)
    .filter((path) => /^docs\/(?!rules\/|decisions\/)/.test(path))
    .filter((path) => !isFront(path));
  expect(others.filter((path) => !listed.includes(path))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test("the list of pages beside each page of the site leads to every page", () => {
  const linked = (items: readonly SidebarItem[]): string[] =>
    items.flatMap(({ link, items: inner = [] }) => [
      ...(link === undefined
        ? []
        : [`docs${link.replace(/#.*$/, "").replace(/\/$/, "/index")}.md`]),
      ...linked(inner),
    ]);
  const docs = pages.map(({ path }) => path).filter((path) => path.startsWith("docs/"));
  expect([...new Set(linked(sidebar(new URL("docs/", root))))].toSorted()).toEqual(
    docs.filter((path) => !isFront(path)).toSorted(),
  );
});

test("the lint rules beside each page are in the order of their index", () => {
  const index = readFileSync(new URL("docs/rules/index.md", root), "utf8");
  const inIndex = [...index.matchAll(/^\| \[([\w-]+\/[\w-]+)\]/gm)].map(([, name]) => name);
  const links = (items: readonly SidebarItem[]): string[] =>
    items.flatMap(({ link = "", items: inner = [] }) => [link, ...links(inner)]);
  const beside = links(sidebar(new URL("docs/", root)))
    .filter((link) => /^\/rules\/[\w-]+\/./.test(link))
    .map((link) => link.replace("/rules/", ""));
  expect(inIndex.length).toBeGreaterThan(90);
  expect(beside).toEqual(inIndex);
});

test("nothing that a user reads names an address that is not known", () => {
  const files = ["packages", "docs/examples"].flatMap(filesIn);
  const texts = [...files, "package.json", "action.yml", ".pre-commit-hooks.yaml"]
    .filter((file) => statSync(new URL(file, root)).isFile())
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
  expect(texts.length).toBeGreaterThan(500);
  const named = [...texts, ...pages].filter(({ text }) => /\bOWNER\b/.test(text));
  expect(named.map(({ path }) => path)).toEqual([]);
});
