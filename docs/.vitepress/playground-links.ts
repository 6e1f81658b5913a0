import { deflateRawSync } from "node:zlib";
import { linkContent, linkFragment } from "../../packages/playground/src/link/format.ts";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { examplesOf, type ShownPage } from "./playground/examples.ts";

/** What is used of a token of markdown-it. */
interface Token {
  readonly type: string;
  readonly info: string;
  content: string;
  children: Token[] | null;
  attrs: [string, string][] | null;
}

/** What is used of markdown-it. */
interface Markdown {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: CoreState) => void): void;
    };
  };
}

interface CoreState {
  readonly src: string;
  readonly env: { readonly relativePath?: string; readonly includes?: unknown };
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
  tokens: Token[];
}

/** A link to the playground, for a block. */
export interface PlaygroundLink {
  /** What is opened. */
  readonly name: string;
  /** From the top of the site. */
  readonly href: string;
}

/** Puts a link below each block of code that the playground can open. */
export function playgroundLinks(markdown: Markdown): void {
  markdown.core.ruler.push("playground-links", (state) => {
    const { relativePath, includes } = state.env;
    // The index of the search is made of the same pages; the words of the links would be in each of them.
    if (relativePath === undefined || includes === undefined) return;
    const isBlock = ({ type }: Token): boolean => type === "fence";
    const blocks = state.tokens
      .filter(isBlock)
      .map(({ info, content }) => ({ info: info.trim(), text: content }));
    const links = linksOf({ path: relativePath, text: state.src, blocks });
    let block = 0;
    state.tokens = state.tokens.flatMap((token) => {
      if (!isBlock(token)) return [token];
      const link = links[block++];
      return link === undefined ? [token] : [token, ...paragraph(link, state.Token)];
    });
  });
}

/** The links of a page, each in the place of its block; nothing for a block that has none. */
export function linksOf(page: ShownPage): (PlaygroundLink | undefined)[] {
  return examplesOf(page).map(([one]) => {
    if (one === undefined || typeof one.opens === "string") return undefined;
    const fragment = fragmentOf(one.opens);
    return fragment === "" ? undefined : { name: one.name, href: `/playground${fragment}` };
  });
}

/** The same as the page makes, at once: what renders Markdown cannot wait. */
function fragmentOf(state: PlaygroundState): string {
  const content = linkContent(state);
  return content === undefined ? "" : linkFragment(deflateRawSync(content, { level: 9 }));
}

// VitePress renders the link as one that is written in a page: below the base of the site, to a page that is there.
function paragraph({ name, href }: PlaygroundLink, Made: CoreState["Token"]): Token[] {
  const begin = new Made("paragraph_open", "p", 1);
  begin.attrs = [["class", "playground-link"]];
  const open = new Made("link_open", "a", 1);
  open.attrs = [
    ["href", href],
    ["aria-label", `${words}: ${name}`],
  ];
  const text = new Made("text", "", 0);
  text.content = words;
  const line = new Made("inline", "", 0);
  line.children = [open, text, new Made("link_close", "a", -1)];
  return [begin, line, new Made("paragraph_close", "p", -1)];
}

const words = "Open in playground";
