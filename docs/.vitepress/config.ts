import { slug } from "github-slugger";
import { defineConfig, type MarkdownRenderer } from "vitepress";
import { lineIndents } from "./line-indents.ts";
import { playgroundLinks } from "./playground-links.ts";
import { scriptsInFiles, writeScripts } from "./scripts-in-files.ts";
import { sidebar } from "./sidebar.ts";

const docs = new URL("../", import.meta.url);

export default defineConfig({
  title: "traffic-policy",
  description: "Traffic policies as code: write, lint, try, deploy and compare them",
  lang: "en",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/logo.svg" }]],
  srcExclude: ["examples/**"],
  // GitHub shows a folder's README.md, a server its index, which is another page.
  rewrites: { "README.md": "guide.md" },
  // No script stands in a page, so that a strict server can forbid them.
  metaChunk: true,
  transformHtml(page, _id, { siteConfig, siteData }) {
    const { html, files } = scriptsInFiles(page, siteData.base);
    writeScripts(files, siteConfig.outDir);
    return html;
  },
  markdown: {
    // The anchors that GitHub makes, so that a link to one works in both places.
    anchor: { slugify: slug },
    config(markdown) {
      breakableNames(markdown);
      playgroundLinks(markdown);
      lineIndents(markdown);
    },
  },
  themeConfig: {
    sidebar: sidebar(docs),
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
    search: { provider: "local" },
    nav: [
      { text: "Playground", link: "/playground" },
      { text: "Getting started", link: "/getting-started" },
      { text: "Guide", link: "/guide" },
      { text: "Command", link: "/command" },
      { text: "Lint rules", link: "/rules/" },
    ],
  },
});

/** Long names of variables and keys in tables may be broken behind a dot. */
function breakableNames(markdown: MarkdownRenderer): void {
  const { code_inline: render } = markdown.renderer.rules;
  if (render === undefined) return;
  markdown.renderer.rules.code_inline = (tokens, index, ...others) =>
    render(tokens, index, ...others)
      .replaceAll(/([\w\]])\.(?=\w)/g, "$1.<wbr>")
      // What looks like an expression of Vue is none.
      .replace("<code>", "<code v-pre>");
}
