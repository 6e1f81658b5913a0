import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/config";

describe(rule, () => {
  test.each([
    {
      what: "a missing key",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": «{"content": "x"}»}]}]}',
      message: '"status_code" is missing.',
    },
    {
      what: "no config where one is needed",
      text: '{"inbound": [{"actions": [«{"type": "url-rewrite"}»]}]}',
      message: 'The action "url-rewrite" needs a config with "from".',
    },
    {
      what: "an unknown key",
      text: '{"outbound": [{"actions": [{"type": "compress-response", "config": {«"algoritms"»: ["br"]}}]}]}',
      message: '"algoritms" is not a key that can stand here.',
    },
    {
      what: "a status in quotes",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": «"403"»}}]}]}',
      message: '"status_code" must be a whole number, not text.',
    },
    {
      what: "a fraction",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": «403.5»}}]}]}',
      message: '"status_code" must be a whole number, not a fraction.',
    },
    {
      what: "an algorithm that does not exist",
      text: '{"outbound": [{"actions": [{"type": "compress-response", "config": {"algorithms": [«"brotli"»]}}]}]}',
      message: '"brotli" is not one of the values that are possible here.',
    },
    {
      what: "a header that is a number",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": {"x-a": «1»}}}]}]}',
      message: '"x-a" must be text, not a number.',
    },
    {
      what: "eleven headers",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": «{"x-0": "", "x-1": "", "x-2": "", "x-3": "", "x-4": "", "x-5": "", "x-6": "", "x-7": "", "x-8": "", "x-9": "", "x-10": ""}»}}]}]}',
      message: '"headers" may have 10 entries at most.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "deny"}, {"type": "deny", "config": null}, {"type": "deny", "config": {}}]}]}',
    '{"outbound": [{"actions": [{"type": "compress-response"}]}]}',
    '{"inbound": [{"actions": [{"type": "teleport", "config": {"to": "mars"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
