import { withIndents } from "./line-indents.ts";

/** What is used of a token of markdown-it. */
interface Token {
  readonly type: string;
  readonly info?: string;
  content: string;
}

/** What is used of markdown-it. */
interface Markdown {
  readonly renderer: { readonly rules: Record<string, Render | undefined> };
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: CoreState) => void): void };
  };
}

type Render = (tokens: Token[], index: number, ...others: never[]) => string;

interface CoreState {
  readonly env: { readonly relativePath?: string; readonly includes?: unknown };
  readonly Token: new (type: string, tag: string, nesting: 0) => Token;
  tokens: Token[];
}

/**
 * Shows blocks of commands in the colours that the command prints.
 *
 * @param blocks - their lines in HTML, by their text; one that is not among them stays without colours
 */
export function consoleColors(markdown: Markdown, blocks: Readonly<Record<string, string>>): void {
  const { rules } = markdown.renderer;
  const { fence: render } = rules;
  if (render === undefined) return;
  rules["fence"] = (tokens, index, ...others) => {
    const html = render(tokens, index, ...others);
    const { content = "", info = "" } = tokens[index] ?? {};
    const lines = blocks[content];
    if (lines !== undefined) return html.replace(/<code>[^]*<\/code>/, () => code(lines));
    return info.startsWith("console") ? withColumns(html) : html;
  };
}

/**
 * Shows below the wrong example of a lint rule what the linter prints for it.
 *
 * @param findings - in HTML, by the name of the rule
 */
export function ruleFindings(markdown: Markdown, findings: Readonly<Record<string, string>>): void {
  markdown.core.ruler.push("rule-findings", (state) => {
    const { relativePath = "", includes } = state.env;
    const [, name = ""] = /^rules\/(.+\/.+)\.md$/.exec(relativePath) ?? [];
    const lines = findings[name];
    // The index of the search has the examples of each rule without what is printed.
    if (lines === undefined || includes === undefined) return;
    const wrong = state.tokens.findIndex(({ type }) => type === "fence");
    const next = state.tokens.findIndex(
      ({ type }, index) => index > wrong && type === "heading_open",
    );
    const shown = new state.Token("html_block", "", 0);
    shown.content = `<p>The linter prints:</p><div class="language-console vp-adaptive-theme"><pre tabindex="0" v-pre>${code(lines)}</pre></div>`;
    state.tokens.splice(next, 0, shown);
  });
}

function code(lines: string): string {
  return `<code v-pre>${withColumns(withIndents(lines))}</code>`;
}

/** Marks the lines that stay in their columns, however narrow the page is: frames of code, and rows of wide tables. */
export function withColumns(html: string): string {
  return html
    .split("\n")
    .map((line) => (isOfColumns(textOf(line)) ? line.replace('class="line', "$& columns") : line))
    .join("\n");
}

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, "");

function isOfColumns(line: string): boolean {
  return /^\s*\d*\s*\|/.test(line) || (line.trim().match(/\S {2,}(?=\S)/g)?.length ?? 0) > 2;
}
