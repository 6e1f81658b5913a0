import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/rewrite-capture";

const policy = (from: string, to: string, type = "url-rewrite", format?: string): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config: { from, to, format } }] }] });

describe(rule, () => {
  test.each([
    {
      what: "a group that is not there",
      text: policy("/users/([0-9]+)", "/user/«$2»"),
      message: "There is no group 2: the regular expression has one.",
      severity: "warning",
    },
    {
      what: "a group where there is none",
      text: policy("/users/(?:[0-9]+)", "/user/«$1»"),
      message: "There is no group 1: the regular expression has none.",
      severity: "warning",
    },
    {
      what: "a group in a redirect",
      text: policy("/(a)/(b)", "/$2/$1/«$3»", "redirect"),
      message: "There is no group 3: the regular expression has 2.",
      severity: "warning",
    },
    {
      what: "an underscore after a group",
      text: policy("/(a)/(b)", "/«$1_»$2"),
      message: "$1_ is read as one name, not as $1 followed by something.",
      severity: "warning",
    },
    {
      what: "letters after a group",
      text: policy("/(a)", "/«$1x»"),
      message: "$1x is read as one name, not as $1 followed by something.",
      severity: "warning",
    },
    {
      what: "a name that is nothing",
      text: policy("/a", "/odata?«$filter»=1"),
      message: "There is no group or variable $filter.",
      severity: "info",
    },
    {
      what: "a group beside an interpolation",
      text: policy("/a", "/${req.method}/«$1»"),
      message: "There is no group 1: the regular expression has none.",
      severity: "warning",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    policy("v0/user/([0-9]+).*", "v1/user?id=$1&$args"),
    policy("v0/super/secret/path/to/admin.*", "v1/admin?$is_args$args"),
    policy("/products/?([.*]+)?", "/products.php?query=$1"),
    policy("/a", "/b?$query_string&x=$arg_x&h=$host&s=$scheme&u=$uri"),
    policy("/a", "$0"),
    policy("/(?P<id>[0-9]+)", "/$id"),
    policy("/a", "/price/$$1"),
    policy("/a", "/$"),
    policy("/a", "/$/$-"),
    policy("/(a)/(b)", "/$1-$2/$1.$2"),
    policy("/a", "/${req.host}"),
    policy("/(a)", "/$1x", "url-rewrite", "nginx"),
    // The number of groups is not known.
    policy("${req.url.authority}/products/?([.*]+)?", "/products.php?query=$2"),
    '{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/$1"}}]}]}',
    policy("/(a", "/$2"),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
