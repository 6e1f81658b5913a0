import { expect, test } from "vitest";
import { lineIndents, withIndents } from "../../docs/.vitepress/line-indents.ts";

test("each line of code says how far it is indented, and is left as it is otherwise", () => {
  const html = [
    '<span class="line"><span style="color:red">{</span></span>',
    '<span class="line"><span style="color:red">  &quot;a&quot;</span><span>: 1</span></span>',
    '<span class="line"><span>    .</span><span>when</span></span>',
    '<span class="line">   </span>',
    '<span class="line"></span>',
  ].join("\n");
  const indented = withIndents(html);
  expect(indented.split("\n")).toEqual([
    '<span class="line"><span style="color:red">{</span></span>',
    '<span class="line" style="--indent: 2ch"><span style="color:red"><span class="indent">  &quot;</span>a&quot;</span><span>: 1</span></span>',
    '<span class="line" style="--indent: 4ch"><span><span class="indent">    .</span></span><span>when</span></span>',
    '<span class="line" style="--indent: 3ch"><span class="indent">   </span></span>',
    '<span class="line"></span>',
  ]);
  const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, "");
  expect(textOf(indented)).toBe(textOf(html));
});

test("so it is in the Markdown of the site", () => {
  const rules: Record<string, ((...args: never[]) => string) | undefined> = {
    fence: () => '<span class="line"> a</span>',
  };
  lineIndents({ renderer: { rules } });
  expect(rules["fence"]?.()).toContain("--indent: 1ch");
});
