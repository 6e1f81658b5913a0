import { posix } from "node:path";

/** What is used of a token of markdown-it. */
interface Token {
  readonly type: string;
  readonly children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** What is used of markdown-it. */
interface Markdown {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: CoreState) => void): void };
  };
}

interface CoreState {
  readonly env: { readonly relativePath?: string };
  readonly tokens: readonly Token[];
}

/**
 * Makes links work on the site as they do on GitHub: those to the guide, which has another name here, and those to
 * files of the examples, which are no pages.
 *
 * @param files - gets the files that pages link to, by their paths below `docs`
 */
export function pageLinks(markdown: Markdown, files: Set<string>): void {
  markdown.core.ruler.push("page-links", ({ env: { relativePath = "" }, tokens }) => {
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const target = link.type === "link_open" ? (link.attrGet("href") ?? "") : "";
      const path = posix.join(posix.dirname(relativePath), target);
      if (/^README\.md(?:#|$)/.test(path)) {
        link.attrSet("href", target.replace("README.md", "guide.md"));
      }
      if (/^examples\/.*\.\w+$/.test(path)) files.add(path);
    }
  });
}
