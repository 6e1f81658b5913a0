import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/empty";

describe(rule, () => {
  test.each([
    "«{}»",
    '«{"inbound": []}»',
    '«{"inbound": null, "outbound": []}»',
    '«{"enabled": true, "outbound": []}»',
  ])("finds that there is nothing in %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({ message: "The policy has no rules.", severity: "warning" }),
    ]);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "deny"}]}]}',
    '{"inbound": [], "outbound": [{"actions": [{"type": "compress-response"}]}]}',
    // Mistakes that other rules tell.
    '{"inbound": {"actions": []}}',
    '{"on_http_request": [{"actions": [{"type": "deny"}]}]}',
    '{"inbound": [null]}',
    "[]",
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
