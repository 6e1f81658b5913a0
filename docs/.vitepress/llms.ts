import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guide, type GuidePage } from "./guide.ts";

const head = `# traffic-policy

> Lint, test, prove and deploy traffic policies: rules in JSON or YAML, with CEL expressions and actions, that edge services
> apply to HTTP and TCP traffic. A server of the Model Context Protocol is started by \`npx --no traffic-policy mcp\`.
`;

/** The list of all pages for models: https://llmstxt.org. */
export function llmsText(docs: URL): string {
  const parts = guide.map(({ title, pages }) => {
    const list = pages
      .filter(({ file }) => existsSync(new URL(file, docs)))
      .map(({ file, title: name, about }) => `- [${name}](${addressOf(file)}): ${about}\n`);
    return `\n## ${title}\n\n${list.join("")}`;
  });
  return head + parts.join("");
}

/** The texts of all pages, each behind its address. */
export function llmsFullText(docs: URL): string {
  const pages = guide
    .flatMap((part) => part.pages)
    .filter(({ file }) => existsSync(new URL(file, docs)));
  return [
    head,
    ...pages.map((page) => `<!-- ${addressOf(page.file)} -->\n\n${textOf(page, docs)}`),
  ].join("\n");
}

/** Writes both into the built site. */
export function writeLlmsTexts(docs: URL, folder: string): void {
  writeFileSync(join(folder, "llms.txt"), llmsText(docs));
  writeFileSync(join(folder, "llms-full.txt"), llmsFullText(docs));
}

function addressOf(file: string): string {
  return file.replace(/\.md$/, ".html");
}

function textOf({ file }: GuidePage, docs: URL): string {
  const text = readFileSync(new URL(file, docs), "utf8").replaceAll("\r\n", "\n");
  return text.replace(/^---\n[^]*?\n---\n/, "").replace(/^\s*<!--[^]*?-->\n+/, "");
}
