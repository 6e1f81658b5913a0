import { existsSync, readdirSync, readFileSync } from "node:fs";
import { guide } from "./guide.ts";

/** An entry of the list of pages beside each page; with `items`, it can be folded. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/**
 * The list of pages, with the lint rules by category below theirs, and the decisions by subject.
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
        const items = itemsBelow[file]?.(docs);
        return { text, link, ...(items && { collapsed: true, items }) };
      }),
  }));
}

const itemsBelow: Readonly<Record<string, (docs: URL) => SidebarItem[]>> = {
  "rules/index.md": ruleItems,
  "decisions.md": decisionItems,
};

function ruleItems(docs: URL): SidebarItem[] {
  const folder = new URL("rules/", docs);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      text: name,
      link: `/rules/#${name}`,
      collapsed: true,
      // As the index has them: a dash of a longer name would come before the ending of a file.
      items: readdirSync(new URL(`${name}/`, folder))
        .map((file) => file.replace(/\.md$/, ""))
        .toSorted()
        .map((rule) => ({ text: rule, link: `/rules/${name}/${rule}` })),
    }));
}

/** The pages that the one about decisions links to, in its order. */
function decisionItems(docs: URL): SidebarItem[] {
  const index = readFileSync(new URL("decisions.md", docs), "utf8");
  return [...index.matchAll(/^- \[(.+?)\]\((decisions\/.+?)\.md\)/gm)].map(
    ([, text = "", path = ""]) => ({ text, link: `/${path}` }),
  );
}
