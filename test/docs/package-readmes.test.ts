import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publishedPackages } from "../../scripts/packages/published.ts";

const pages = publishedPackages().map(({ folder, manifest }) => ({
  name: manifest.name,
  folder,
  page: readFileSync(`${folder}/README.md`, "utf8"),
}));

test.each(pages)("the README of $name says how to install it, and shows it at work", (readme) => {
  expect(readme.page).toMatch(new RegExp(`^# ${readme.name}$`, "m"));
  const [, names = ""] = /^```sh install=(?:dev:)?(.*)$/m.exec(readme.page) ?? [];
  expect(names.split(",")).toContain(readme.name);
  // Examples and sessions are run, and kept current, by test/e2e/documents.system.test.ts.
  expect(readme.page).toMatch(/^```(?:ts file=\S+|console)$/m);
});

test("the README of traffic-policy names every function that it exports", async () => {
  const { page = "" } = pages.find(({ name }) => name === "traffic-policy") ?? {};
  const functions = Object.keys(await import("traffic-policy"));
  expect(functions.length).toBeGreaterThan(3);
  expect(functions.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test.each(pages)("links in the README of $name lead somewhere", ({ page, folder }) => {
  const links = [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) => !existsSync(new URL(link, `file://${folder}/`)));
  expect(links.length).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});
