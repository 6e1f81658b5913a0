import { expect, test } from "vitest";
import { plainHtml } from "../../packages/playground/src/language/markdown.ts";

test.each([
  ["<p>A <strong>word</strong> and <code>1 &lt; 2</code></p>\n"],
  ['<a href="https://example.com/?a=b&amp;c">there</a>'],
  ['<pre><code class="language-cel">a<br><span class="tp-string">b</span></code></pre>'],
])("%s stays as it is", (html) => {
  expect(plainHtml(html)).toBe(html);
});

test.each([
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ['<p onclick="alert(1)">a</p>', "<p>a</p>"],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ['<a href="https://a" onclick="b">a</a>', "<a>a</a>"],
  ["<svg/onload=alert(1)>", "&lt;svg/onload=alert(1)&gt;"],
  ["<<p>", "&lt;<p>"],
  ["<p", "&lt;p"],
  ["<P>", "&lt;P&gt;"],
  ["<!-- a --><math>", "&lt;!-- a --&gt;&lt;math&gt;"],
  ["<p\n onfocus=a autofocus>", "<p>"],
])("%s does nothing", (html, expected) => {
  expect(plainHtml(html)).toBe(expected);
});
