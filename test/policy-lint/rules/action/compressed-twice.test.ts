import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/compressed-twice";

const compress = (config: string): string => `{"type": "compress-response", "config": ${config}}`;
const policy = (...actions: readonly string[]): string =>
  `{"outbound": [{"actions": [${actions.join(", ")}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "two in one rule",
      text: policy(
        compress('{"algorithms": ["gzip", "br"]}'),
        `«${compress('{"algorithms": ["br"]}')}»`,
      ),
      message: "This action has nothing left to compress.",
    },
    {
      what: "two that have all algorithms",
      text: policy(
        '{"type": "compress-response"}',
        '{"type": "log", "config": {}}',
        '«{"type": "compress-response", "config": null}»',
      ),
      message: "This action has nothing left to compress.",
    },
    {
      what: "one after a rule without conditions",
      text: '{"outbound": [{"expressions": [], "actions": [{"type": "compress-response"}]}, {"expressions": ["res.status_code == 200"], "actions": [«{"type": "compress-response", "config": {"algorithms": ["br"]}}»]}]}',
      message: "This action has nothing left to compress.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    policy('{"type": "compress-response"}'),
    policy(compress('{"algorithms": ["gzip", "br", "deflate", "compress"]}')),
    // For clients that take gzip and not br, the second has something to do.
    policy(compress('{"algorithms": ["br"]}'), compress('{"algorithms": ["gzip", "br"]}')),
    `{"outbound": [{"expressions": ["req.url.path == '/a'"], "actions": [{"type": "compress-response"}]}, {"expressions": ["req.url.path == '/b'"], "actions": [{"type": "compress-response"}]}]}`,
    '{"outbound": [{"expressions": ["res.status_code == 200"], "actions": [{"type": "compress-response"}]}, {"actions": [{"type": "compress-response"}]}]}',
    '{"inbound": [{"actions": [{"type": "compress-response"}]}], "outbound": [{"actions": [{"type": "compress-response"}]}]}',
    '{"outbound": [{"expressions": "x", "actions": [{"type": "compress-response"}]}, {"actions": [{"type": "compress-response", "config": {"algorithms": "gzip"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
