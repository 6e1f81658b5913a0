import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/redirect-loop";

const redirect = (from: string, to: string): string =>
  `{"type": "redirect", "config": {"from": ${JSON.stringify(from)}, "to": ${to}}}`;
const policy = (action: string, before = "", parts = "{}"): string =>
  `{"inbound": [${before}${parts.slice(0, -1)}${parts === "{}" ? "" : ", "}"actions": [${action}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a path that is put into another one",
      text: policy(redirect("/products", '«"/store/products"»')),
      message: 'The new URL contains "/products", so it is redirected again, endlessly.',
    },
    {
      what: "a path that grows at its end",
      text: policy(redirect("/docs", '«"/docs/en"»'), "", '{"expressions": []}'),
      message: 'The new URL contains "/docs", so it is redirected again, endlessly.',
    },
    {
      what: "a path whose dot stands in square brackets",
      text: policy(redirect("/a[.]html", '«"/b/a.html"»')),
      message: 'The new URL contains "/a.html", so it is redirected again, endlessly.',
    },
    {
      what: "one after rules that change nothing",
      text: policy(
        redirect(String.raw`/a\.html`, '«"/b/a.html?x=1"»'),
        '{"actions": [{"type": "log", "config": {}}]}, ',
      ),
      message: 'The new URL contains "/a.html", so it is redirected again, endlessly.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    policy(
      redirect("/products", '"/store/products"'),
      "",
      `{"expressions": ["req.url.path.startsWith('/products')"]}`,
    ),
    policy(redirect("/old-store/", '"/store/"')),
    policy(redirect("/app", '"/#/app"')),
    policy(redirect("/a", '"/a"')),
    policy(redirect("/a[bc]", '"/x/a[bc]"')),
    policy(redirect("/a", '"https://other.example/a"')),
    policy(redirect("example.com", '"www.example.com"')),
    policy(redirect("/a", '"/b/${req.host}/a"')),
    // Something before may keep it from being reached again.
    policy(
      redirect("/products", '"/store/products"'),
      '{"expressions": ["req.url.path.startsWith(\'/store\')"], "actions": [{"type": "deny"}]}, ',
    ),
    policy(
      redirect("/products", '"/store/products"'),
      '{"actions": [{"type": "url-rewrite", "config": {"from": "/store", "to": ""}}]}, ',
    ),
    policy(`{"type": "some-action"}, ${redirect("/products", '"/store/products"')}`),
    policy(redirect("/products", '"/store/products"').replace("redirect", "url-rewrite")),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
