import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/group-syntax";

const policy = (to: string, config: object = {}, type = "url-rewrite"): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config: { from: "/a/(b)", to, ...config } }] }] });

describe(rule, () => {
  test.each([
    {
      text: policy("/v2/«${1}»"),
      message: "${1} is the expression 1, and probably not group 1 of the regular expression.",
      help: "Write $1.",
      put: "$1",
    },
    {
      text: policy("/v2/«${ 2 }»/c", {}, "redirect"),
      message: "${ 2 } is the expression 2, and probably not group 2 of the regular expression.",
      help: "Write $2.",
      put: "$2",
    },
    {
      text: policy("/v2/«${1}»c"),
      message: "${1} is the expression 1, and probably not group 1 of the regular expression.",
      help: "Write $1, and put a character after it that is not a letter, digit or underscore.",
    },
    {
      // In JSON there are two backslashes.
      text: policy("/v2/__").replace("__", "«\\\\1»"),
      message: "\\1 is plain text here, not a group of the regular expression.",
      help: "Write $1.",
      put: "$1",
    },
    {
      text: policy("/v2/__?a=b").replace("__", "«\\\\g<1>»"),
      message: "\\g<1> is plain text here, not a group of the regular expression.",
      help: "Write $1.",
      put: "$1",
    },
    {
      text: policy("/v2/«$<name>»"),
      message: "$<name> is plain text here, not a group of the regular expression.",
      help: "Write $name.",
      put: "$name",
    },
  ])("finds $text", ({ text, message, help, put }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning", message, help })]);
    const edits = diagnostics[0]?.fix?.edits.map((edit) => ("text" in edit ? edit.text : ""));
    expect(edits).toEqual(put === undefined ? undefined : [put]);
  });

  test.each([
    policy("/v2/$1"),
    policy("/v2/${req.method}/$1"),
    policy("/v2/${1 + 1}"),
    policy("/v2/${'1'}"),
    policy("/v2/\\a"),
    policy("/v2/$"),
    policy("/v2/${1}", { format: "nginx" }),
    '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "content": "${1} \\\\1"}}]}]}',
    '{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": "/a"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
