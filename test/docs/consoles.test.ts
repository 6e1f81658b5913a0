import { expect, test } from "vitest";
import { consoleColors, ruleFindings, withColumns } from "../../docs/.vitepress/consoles.ts";
import { pageLinks } from "../../docs/.vitepress/page-links.ts";
import { blocksIn } from "../../scripts/generate/site-consoles.ts";

const bold = (text: string): string => `\u001B[1m${text}\u001B[22m`;
const red = (text: string): string => `\u001B[31m${text}\u001B[39m`;

test("a block of commands is found by its text, and has the colours that were printed", async () => {
  const page = `\`\`\`console folder=site\n$ traffic-policy lint a.json\n${red(bold("error"))}: <a> & b\n\`\`\`\n`;
  const blocks = await blocksIn([page, "```console\n$ traffic-policy plain\nnothing\n```\n"]);
  expect(blocks).toEqual({
    "$ traffic-policy lint a.json\nerror: <a> & b\n":
      '<span class="line"><span class="t-bold">$ traffic-policy lint a.json</span></span>\n' +
      '<span class="line"><span class="t-red t-bold">error</span>: &lt;a&gt; &amp; b</span>',
  });
});

test("a long line stays one line", async () => {
  const long = "x".repeat(3000);
  const blocks = await blocksIn([`\`\`\`console\n${red(long)}\n\`\`\`\n`]);
  expect(Object.values(blocks)).toEqual([
    `<span class="line"><span class="t-red">${long}</span></span>`,
  ]);
});

test("only a block that was printed in colour is shown in colour", () => {
  const rules = { fence: () => "<pre><code>plain</code></pre>" };
  consoleColors({ renderer: { rules }, core: { ruler: { push: () => {} } } }, { "a $1\n": "$1" });
  const fence: (tokens: object[], index: number) => string = rules.fence;
  const tokens = ["a $1\n", "b\n"].map((content) => ({ type: "fence", content }));
  expect(fence(tokens, 0)).toBe("<pre><code v-pre>$1</code></pre>");
  expect(fence(tokens, 1)).toBe("<pre><code>plain</code></pre>");
});

test.each([
  [" 12 | on_http_request:", true],
  ["    |     ^^^^^^", true],
  ["web  0 %  ....  a rule  matched 0", true],
  ["✓ web.cases.ts  for web.policy.ts  4 passed", false],
  ["  help: Write one | or two.", false],
  ["", false],
])("%j stays in its columns: %j", (text, stays) => {
  const html = `<span class="line" style="--indent: 1ch"><span class="t-blue">${text}</span></span>`;
  const marked = html.replace("line", "line columns");
  expect(withColumns(`${html}\n${html}`)).toBe(stays ? `${marked}\n${marked}` : `${html}\n${html}`);
});

test("a block of commands without colours has columns, too", () => {
  const rules = { fence: () => '<span class="line">  | ^</span>' };
  consoleColors({ renderer: { rules }, core: { ruler: { push: () => {} } } }, {});
  const fence: (tokens: object[], index: number) => string = rules.fence;
  const tokens = ["console folder=a", "text"].map((info) => ({ type: "fence", content: "", info }));
  expect(fence(tokens, 0)).toContain('class="line columns"');
  expect(fence(tokens, 1)).toContain('class="line"');
});

test("what the linter prints stands below the wrong example, on the page of the rule alone", () => {
  class Token {
    content = "";
    readonly type: string;
    constructor(type: string) {
      this.type = type;
    }
  }
  const rendered = (relativePath: string, includes?: object): string[] => {
    const types = ["heading_open", "fence", "paragraph_open", "heading_open", "fence"];
    const state = {
      env: { relativePath, includes },
      Token,
      tokens: types.map((t) => new Token(t)),
    };
    const push = (_name: string, rule: (given: typeof state) => void): void => rule(state);
    ruleFindings({ renderer: { rules: {} }, core: { ruler: { push } } }, { "a/b": "found" });
    return state.tokens.map(({ type, content }) => (content === "" ? type : content));
  };
  const shown = rendered("rules/a/b.md", []);
  expect(shown[3]).toContain("<code v-pre>found</code>");
  expect(shown.length).toBe(6);
  expect(rendered("rules/a/c.md", []).length).toBe(5);
  // For the index of the search.
  expect(rendered("rules/a/b.md").length).toBe(5);
});

test("the guide has its name of the site, and files of examples are collected", () => {
  const link = (href: string) => ({
    type: "link_open",
    href,
    children: null,
    attrGet: () => href,
    attrSet(_name: string, value: string) {
      this.href = value;
    },
  });
  const children = [link("../README.md#try"), link("../examples/a/b.js"), link("README.md")];
  const block = { ...link(""), type: "inline", children };
  const files = new Set<string>();
  const state = { env: { relativePath: "rules/index.md" }, tokens: [block] };
  pageLinks({ core: { ruler: { push: (_name, rule) => rule(state) } } }, files);
  expect(children.map(({ href }) => href)).toEqual([
    "../guide.md#try",
    "../examples/a/b.js",
    "README.md",
  ]);
  expect([...files]).toEqual(["examples/a/b.js"]);
});
