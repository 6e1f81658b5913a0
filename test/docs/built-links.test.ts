import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { deadLinks } from "../../scripts/built-links.ts";

function site(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("a link, an anchor, a picture and a script that lead nowhere are found, each with its page", () => {
  const folder = site({
    "index.html": `<link rel="icon" href="/logo.svg"><script src="/gone.js"></script>
      <meta property="og:image" content="/card.png">
      <a class="x" href="./guide.html#missing">a</a><a href="rules">b</a><img alt="" src="a.svg">`,
    "guide.html": '<h2 id="there"></h2><a href="README.html">c</a>',
    "rules/index.html": "",
  });
  expect(deadLinks(folder).toSorted()).toEqual([
    "/guide.html: README.html leads nowhere",
    "/index.html: ./guide.html#missing leads to no heading",
    "/index.html: /card.png leads nowhere",
    "/index.html: /gone.js leads nowhere",
    "/index.html: /logo.svg leads nowhere",
    "/index.html: a.svg leads nowhere",
    "/index.html: rules leads to a folder",
  ]);
});

test("what is there is not found, and neither are other hosts and links of the playground", () => {
  const folder = site({
    "index.html": `<a href="/rules/">a</a><a href="guide.html#there">b</a><a href="#own" id="own">c</a>
      <a href="https://example.com/x">d</a><a href="/guide.html#v1.abc">e</a><a href="/a%20b.txt?x=1&amp;y=2">f</a>`,
    "guide.html": '<h2 id="there"></h2><a href="./">g</a>',
    "rules/index.html": '<a href="../guide.html">h</a>',
    "a b.txt": "",
  });
  expect(deadLinks(folder)).toEqual([]);
});
