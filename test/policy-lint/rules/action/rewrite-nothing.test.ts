import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/rewrite-nothing";

const raw = (config: string, type = "url-rewrite"): string =>
  `{"inbound": [{"actions": [{"type": "${type}", "config": ${config}}]}]}`;
const policy = (from: string, to: string): string => raw(JSON.stringify({ from, to }));
const message = "This changes nothing: it is the matched text itself.";

describe(rule, () => {
  test.each([
    {
      what: "the same text",
      text: raw('{"from": "/v2/", "to": «"/v2/"»}'),
    },
    {
      what: "the same text, with its signs escaped",
      text: raw(String.raw`{"from": "/a\\.html", "to": «"/a.html"»}`),
    },
    {
      what: "all that was matched",
      text: raw('{"from": "/v[0-9]+/", "to": «"$0"»}', "redirect"),
    },
    {
      what: "a group around everything",
      text: raw('{"from": "^(.*)$", "to": «"$1"»}'),
    },
  ])("finds $what", ({ text }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    policy("/v1/", "/v2/"),
    policy("/a.html", "/a.html"),
    policy("/a+", "/a+"),
    policy("(.*)/index", "$1"),
    policy("(?:.*)", "$1"),
    policy("/V2/", "/v2/"),
    policy("$0", "/"),
    policy("(?i)/a", "/a"),
    policy("", ""),
    policy("(a)|(b)", "$1"),
    policy("/a/(b)", "$1"),
    policy("${req.host}", "${req.host}"),
    '{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/a"}}]}]}',
    // How a name after $ is read there is not documented.
    '{"inbound": [{"actions": [{"type": "redirect", "config": {"from": "/a", "to": "$0", "format": "nginx"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
