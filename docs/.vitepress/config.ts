import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";
import { defineConfig, type MarkdownRenderer } from "vitepress";
import { consoleColors, ruleFindings } from "./consoles.ts";
import { lineIndents } from "./line-indents.ts";
import { writeLlmsTexts } from "./llms.ts";
import { pageLinks } from "./page-links.ts";
import { playgroundLinks } from "./playground-links.ts";
import { scriptsInFiles, writeScripts } from "./scripts-in-files.ts";
import { sidebar } from "./sidebar.ts";
import { readConsoles } from "./read-consoles.ts";

const docs = new URL("../", import.meta.url);
const command = new URL("../packages/cli/package.json", docs);
const { version, license } = JSON.parse(readFileSync(command, "utf8")) as Record<string, string>;
const consoles = readConsoles();
const linkedFiles = new Set<string>();

export default defineConfig({
  title: "traffic-policy",
  description: "Lint, test, prove and deploy traffic policies",
  lang: "en",
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: "/logo.svg" }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { property: "og:site_name", content: "traffic-policy" }],
    // Made from card.svg in Chromium. Readers of it want a whole address: the site has none yet.
    ["meta", { property: "og:image", content: "/card.png" }],
    ["meta", { property: "og:image:width", content: "1200" }],
    ["meta", { property: "og:image:height", content: "630" }],
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
  ],
  transformHead: ({ title, description }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
  ],
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
  buildEnd({ outDir }) {
    writeLlmsTexts(docs, outDir);
    for (const file of linkedFiles) cpSync(fileURLToPath(new URL(file, docs)), join(outDir, file));
  },
  markdown: {
    // The usual themes have colours that are too weak on the ground of a block.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // The anchors that GitHub makes, so that a link to one works in both places.
    anchor: { slugify: slug },
    config(markdown) {
      breakableNames(markdown);
      pageLinks(markdown, linkedFiles);
      playgroundLinks(markdown);
      lineIndents(markdown);
      consoleColors(markdown, consoles.blocks);
      ruleFindings(markdown, consoles.rules);
    },
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    // No link to the repository: it has no public address yet.
    footer: { message: `traffic-policy ${version}`, copyright: `${license} licence` },
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
