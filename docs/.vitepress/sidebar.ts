import { existsSync, readdirSync } from "node:fs";
import { guide } from "./guide.ts";

/** An entry of the list of pages beside each page; with `items`, it can be folded. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/**
 * The list of pages, with the lint rules by category below theirs.
 *
 * @param docs - the folder with the pages
 */
export function sidebar(docs: URL): SidebarItem[] {
  return guide.map(({ title, pages }) => ({
    text: title,
    items: pages
      .filter(({ file }) => existsSync(new URL(file, docs)))
      .map(({ file, title: text }) => {
        const link = `/${file.replace(/(index)?\.md$/, "")}`;
        if (file !== "rules/index.md") return { text, link };
        return { text, link, collapsed: true, items: ruleItems(new URL("rules/", docs)) };
      }),
  }));
}

function ruleItems(folder: URL): SidebarItem[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      text: name,
      collapsed: true,
      items: readdirSync(new URL(`${name}/`, folder)).map((file) => {
        const rule = file.replace(/\.md$/, "");
        return { text: rule, link: `/rules/${name}/${rule}` };
      }),
    }));
}
